internal import SottoIdentity

/// Sentences for logs and for who reads them; programs go by the cases.
extension SessionError: CustomStringConvertible {
    /// Whose fault it is and which one.
    public var description: String {
        switch self {
        case .peer(let fault): "peer: \(fault.sentence)"
        case .storage(let error): error.description
        case .usage(let fault): "usage: \(fault.sentence)"
        }
    }
}

extension PeerFault {
    fileprivate var sentence: String {
        switch self {
        case .malformed: "the bytes are no message"
        case .unsupportedSuite: "the suite is none that this version speaks"
        case .unsupportedRatchetVersion: "the ratchet is newer than this version's"
        case .invalidKey: "a public key is not valid"
        case .noSession: "no session with this sender fits the message"
        case .handshakeMismatch: "the first message was made for other keys, addresses or installations"
        case .alreadyOpened: "the message was opened before, or its key was dropped"
        case .sessionRetired: "the message begins a chain in a session that is never used again"
        case .duplicate(let id): "the message was received before, as \(id)"
        case .messageKeyDropped: "the key for the message was dropped"
        case .placeUsedTwice: "another message stood in this place: the sender was set back"
        case .undecryptable(let message):
            "message \(message.index) of a chain of \(message.sender) can't be opened: \(message.fault.sentence)"
        case .undecryptableInGroup(let message):
            "a message of \(message.sender) to group \(message.place.group) can't be opened: \(message.reason)"
        case .notMember(let group): "its sender is no member of group \(group)"
        case .envelopeRefused: "the envelope doesn't open"
        case .certificateRefused(let fault): "the envelope's certificate is refused: \(fault)"
        case .ownEnvelope: "the envelope is of this device"
        case .inEnvelope(let context, let fault): "from \(context.sender), in an envelope: \(fault.sentence)"
        case .otherRegistration: "the bundle is of another installation than the message went to"
        case .notAuthentic: "the tag doesn't verify"
        case .gapTooLarge(let gap, let limit): "the message skips \(gap), \(limit) are allowed"
        case .malformedContent: "the content doesn't have its form"
        case .signedPrekeyUnknown: "the first message names a signed prekey that isn't here"
        case .oneTimePrekeyUnknown: "the first message names a one-time prekey that isn't here"
        case .tooManyFirstMessages: "too many first messages without a one-time prekey"
        case .selectorCollision: "a new session would have the selector of another one"
        case .senderMismatch: "the message is from somebody else than it should be"
        case .identityChanged(let change): "the identity key of \(change.user) is another one than before"
        case .bundleInvalid: "the bytes are no bundle, or a key in it is not valid"
        case .wrongAddress: "the bundle is for another address"
        case .signatureInvalid: "the bundle's signature doesn't verify"
        case .signedPrekeyTooOld: "the bundle's signed prekey is too old"
        case .signedPrekeyFromTheFuture: "the bundle's signed prekey is from the future"
        }
    }
}

extension UsageFault {
    fileprivate var sentence: String {
        switch self {
        case .contentTooLarge(let count, let limit): "the content has \(count) bytes, \(limit) are allowed"
        case .noSession(let address): "there is no session with \(address) that may be used"
        case .cannotSendYet: "a responder can't send before it opened a message"
        case .chainExhausted: "the chain is at its end until the peer answers"
        case .hintRequired: "a session message needs a hint of its sender"
        case .ownAddress: "the address is this device's own"
        case .purposeLength(let count): "a purpose has 1 to 255 bytes, not \(count)"
        case .sessionRetired: "the session is never used for sending again"
        case .unknownUser(let user): "nothing is known of \(user)"
        case .notVerified(let user): "the key of \(user) isn't verified"
        case .otherIdentityKey(let user): "the key isn't the one in use for \(user)"
        case .unseenIdentityKey(let user, let pending):
            "the key isn't one that came for \(user); \(pending == nil ? "none waits" : "another one waits")"
        case .ownUser: "the own identity isn't subject to trust"
        case .messageIDReused(let id): "\(id) was sent with other content or to somebody else"
        case .alreadySent(let id): "\(id) was handed to the server"
        case .unknownMessage(let id): "nothing is known of a message \(id)"
        case .inboxFull: "the inbox is full"
        case .tooManyDevices: "the user has too many devices"
        case .otherUpload: "another upload waits"
        case .prekeysExhausted: "the numbers of prekeys are used up"
        case .noStorageKey: "a device in memory has no storage key"
        case .bundleRequired(let address): "a fresh bundle of \(address) is needed"
        case .repairLimit(let address): "this was asked of \(address) before, or enough for now"
        case .storeShared: "leased sending needs a store that is opened exclusively"
        case .certificateRequired: "this device has no sender certificate, or it is over"
        case .certificateRefused(let fault): "the sender certificate is refused: \(fault)"
        case .unknownGroup(let group): "no roster of group \(group) is known"
        case .notMember(let group): "this user is no member of group \(group)"
        case .rosterRefused(let group): "the roster follows none that is known of group \(group)"
        case .tooManyRecipients(let count, let limit): "\(count) devices, \(limit) have room"
        case .otherPrekeys: "the prekeys aren't those that the first message names"
        }
    }
}

package import SottoHandshake
public import SottoIdentity
internal import SottoRatchet

/// Why an operation on a session failed; nothing has changed then.
///
/// The first level says whose fault it is, ``recovery`` what to do. In a `do` that throws nothing else, catch clauses with patterns need
/// a last `catch { throw error }`, as
/// `catch .usage(.noSession(let address)) { … } catch { throw error }`: without it Swift 6.3.1 crashes in each function that also has a closure.
/// Where a `do` throws other errors too, the pattern begins with the type's name, and nothing crashes.
@nonexhaustive
public enum SessionError: Error, Hashable, Sendable {
    /// What a peer or the network sent.
    case peer(PeerFault)
    /// What was stored.
    case storage(StorageError)
    /// How the call was made.
    case usage(UsageFault)

    /// What to do about it.
    public var recovery: Recovery {
        switch self {
        case .peer(let fault): fault.recovery
        case .storage(let error): error.recovery
        case .usage(let fault): fault.recovery
        }
    }
}

/// What to do after an error.
///
/// Anybody can send bytes that no key vouches for, so after a `.peer` fault of received bytes a program asks, resets or
/// tells the user at most once in a while for each peer. Genuine messages open afterwards as if nothing had happened.
@nonexhaustive
public enum Recovery: Hashable, Sendable {
    /// Nothing: it was opened before, or it can't be helped.
    case ignore
    /// Ask the sender to send it again, in a session started anew from a fresh bundle.
    case askForResend
    /// Start a new session from a fresh bundle; what was sent in the old one is lost.
    case resetSession
    /// Fetch the peer's bundle again.
    case refreshBundle
    /// Fetch a sender certificate from the server.
    case refreshCertificate
    /// Fetch the group's rosters from a member.
    case refreshRoster
    /// Upload what a device has for its server: with the next signed prekey there is room again.
    case rotateSignedPrekey
    /// Set the clock right, or pass milliseconds: a prekey seems to come from the future.
    case checkClock
    /// Wait for a message of the peer.
    case waitForPeer
    /// Show the changed identity to the user; then accept it or not.
    case decideTrust
    /// Update this software.
    case updateSoftware
    /// Try the same again.
    case tryAgain
    /// Take messages over from the inbox and acknowledge them.
    case acknowledge
    /// Give this installation up, or take the address back by saying that the device was restored.
    case decideInstallation
    /// Say that the device was restored, and upload new prekeys.
    case declareRestored
    /// Repair or replace what is stored.
    case fixStorage
    /// Change the calling code.
    case fixCall
}

/// Faults of a peer, of the server, or of the network between.
@nonexhaustive
public enum PeerFault: Error, Hashable, Sendable {
    /// The bytes don't have the form of any message.
    case malformed
    /// A suite that this library doesn't speak.
    case unsupportedSuite
    /// A newer ratchet than this library's.
    case unsupportedRatchetVersion
    /// A public key is of another type, not canonical, or of small order.
    case invalidKey
    /// No session with this sender fits the message.
    case noSession
    /// A first message was made for other keys, addresses or installations than those here.
    case handshakeMismatch
    /// The message was opened before, or its key was dropped.
    case alreadyOpened
    /// The message begins a chain in a session that is never to be used again.
    case sessionRetired
    /// The message was received before; this is its id.
    case duplicate(ReceivedID)
    /// The key for the message was dropped: it was late beyond the limits.
    case messageKeyDropped
    /// Another message stood in this place of its chain: the sender's device was set back to an earlier state.
    case placeUsedTwice
    /// The message can't be opened, and never will be as it is; the sender can be asked for it.
    indirect case undecryptable(UndecryptableMessage)
    /// A group message can't be opened, or not yet.
    indirect case undecryptableInGroup(UndecryptableGroupMessage)
    /// A group message, or a key of a group, of somebody who isn't a member.
    case notMember(GroupID)
    /// An envelope doesn't open, or its sender isn't who it says; nothing is known of who it is from.
    case envelopeRefused
    /// An envelope's certificate isn't good; nothing is known of who it is from.
    case certificateRefused(CertificateFault)
    /// An envelope is of this very device.
    case ownEnvelope
    /// A message whose envelope opened is at fault: who sent it, and the fault.
    indirect case inEnvelope(EnvelopeContext, PeerFault)
    /// The bundle is of another installation than the message was first sent to.
    case otherRegistration
    /// The tag doesn't verify.
    case notAuthentic
    /// The message skips more than it may.
    case gapTooLarge(gap: UInt64, limit: UInt32)
    /// The tag verified and the padding is wrong: the peer's software is at fault.
    case malformedContent
    /// A first message names a signed prekey that isn't here.
    case signedPrekeyUnknown
    /// A first message names a one-time prekey that was used or never was.
    case oneTimePrekeyUnknown
    /// Too many first messages without a one-time prekey; more are refused until the prekey rotates.
    case tooManyFirstMessages
    /// A new session would have the selectors of another one.
    case selectorCollision
    /// The hint names another sender than the message.
    case senderMismatch
    /// The user's identity key is another one than before.
    case identityChanged(IdentityChange)
    /// The bytes are no bundle, or a key in it isn't valid.
    case bundleInvalid
    /// A bundle is for another address.
    case wrongAddress
    /// A bundle's signature doesn't verify.
    case signatureInvalid
    /// A bundle's signed prekey is too old.
    case signedPrekeyTooOld
    /// A bundle's signed prekey was made too far ahead of our clock.
    case signedPrekeyFromTheFuture

    /// What to do about it.
    public var recovery: Recovery {
        switch self {
        case .malformed, .invalidKey, .malformedContent, .senderMismatch: .ignore
        case .alreadyOpened, .duplicate: .ignore
        case .undecryptable(let message): message.isRequestDue ? .askForResend : .ignore
        case .undecryptableInGroup(let message):
            message.reason == .needsRoster ? .refreshRoster : message.isRequestDue ? .askForResend : .ignore
        case .notMember, .envelopeRefused, .ownEnvelope: .ignore
        case .certificateRefused(let fault): fault.recovery
        case .inEnvelope(_, let fault): fault.recovery
        case .otherRegistration: .refreshBundle
        case .unsupportedSuite, .unsupportedRatchetVersion: .updateSoftware
        case .notAuthentic, .gapTooLarge, .sessionRetired, .messageKeyDropped, .placeUsedTwice: .askForResend
        case .signedPrekeyUnknown, .oneTimePrekeyUnknown, .handshakeMismatch: .askForResend
        case .noSession, .selectorCollision: .resetSession
        case .tooManyFirstMessages: .rotateSignedPrekey
        case .identityChanged: .decideTrust
        case .signedPrekeyFromTheFuture: .checkClock
        case .bundleInvalid, .wrongAddress, .signatureInvalid, .signedPrekeyTooOld: .refreshBundle
        }
    }
}

/// An identity key that isn't the one known for a user.
public struct IdentityChange: Hashable, Sendable {
    /// The user.
    public let user: UserID
    /// The key known so far.
    public let known: IdentityPublicKey
    /// The key that came.
    public let received: IdentityPublicKey
    /// The device whose oldest waiting message was dropped for the one that came, because 32 waited; it is the one that
    /// had most of them.
    public let dropped: Address?

    package init(
        user: UserID, known: IdentityPublicKey, received: IdentityPublicKey, dropped: Address? = nil
    ) {
        self.user = user
        self.known = known
        self.received = received
        self.dropped = dropped
    }

    func dropping(_ address: Address?) -> IdentityChange {
        IdentityChange(user: user, known: known, received: received, dropped: address)
    }
}

/// Faults of the calling code.
@nonexhaustive
public enum UsageFault: Error, Hashable, Sendable {
    /// The content is longer than a message can be.
    case contentTooLarge(byteCount: Int, limit: Int)
    /// Nothing was started with this device.
    case noSession(Address)
    /// A responder can't send before it has opened a message.
    case cannotSendYet
    /// The chain is at its end until the peer answers.
    case chainExhausted
    /// A session message needs a hint of its sender.
    case hintRequired
    /// A session with the device itself can't be started.
    case ownAddress
    /// A purpose has 1 to 255 bytes.
    case purposeLength(Int)
    /// The session is never to be used for sending again.
    case sessionRetired
    /// Nothing is known of this user.
    case unknownUser(UserID)
    /// The policy asks for a verified key, and this user's isn't.
    case notVerified(UserID)
    /// The key isn't the one in use for the user.
    case otherIdentityKey(UserID)
    /// The own identity isn't subject to trust.
    case ownUser
    /// A message with this id was sent with other content, or to somebody else.
    case messageIDReused(MessageID)
    /// The message was handed to the server; its bytes are no longer kept.
    case alreadySent(MessageID)
    /// Nothing is known of a message with this id.
    case unknownMessage(MessageID)
    /// The inbox is full: acknowledge what was taken over.
    case inboxFull
    /// A user has more devices than are kept.
    case tooManyDevices
    /// The upload isn't the one that waits.
    case otherUpload
    /// The numbers of prekeys are used up.
    case prekeysExhausted
    /// A device in memory has no storage key.
    case noStorageKey
    /// A fresh bundle of this device is needed.
    case bundleRequired(Address)
    /// This message was asked for before, or enough was asked of this device for now.
    case repairLimit(Address)
    /// The key neither is the user's nor waits for a decision; `pending` is the one that waits, if one does.
    case unseenIdentityKey(UserID, pending: IdentityPublicKey?)
    /// Leased sending needs a store that is opened exclusively.
    case storeShared
    /// The prekeys handed over aren't those that the first message names.
    case otherPrekeys
    /// A group message needs a sender certificate that isn't over.
    case certificateRequired
    /// The sender certificate isn't of this device, or it doesn't check.
    case certificateRefused(CertificateFault)
    /// No roster of this group is known.
    case unknownGroup(GroupID)
    /// The own user isn't a member of this group.
    case notMember(GroupID)
    /// A roster doesn't follow those that are known.
    case rosterRefused(GroupID)
    /// A message goes to more devices than an envelope has room for.
    case tooManyRecipients(count: Int, limit: Int)

    /// What to do about it.
    public var recovery: Recovery {
        switch self {
        case .cannotSendYet, .chainExhausted: .waitForPeer
        case .noSession, .sessionRetired, .bundleRequired, .unknownUser: .refreshBundle
        case .notVerified: .decideTrust
        case .unseenIdentityKey(_, let pending): pending == nil ? .fixCall : .decideTrust
        case .alreadySent, .repairLimit, .unknownMessage: .ignore
        case .inboxFull: .acknowledge
        case .otherIdentityKey, .ownUser, .messageIDReused, .tooManyDevices: .fixCall
        case .certificateRequired, .certificateRefused: .refreshCertificate
        case .unknownGroup, .rosterRefused: .refreshRoster
        case .notMember, .tooManyRecipients: .fixCall
        case .otherUpload, .prekeysExhausted, .noStorageKey, .storeShared: .fixCall
        case .contentTooLarge, .hintRequired, .ownAddress, .purposeLength, .otherPrekeys: .fixCall
        }
    }
}

extension PeerFault {
    /// What is wrong with a bundle's form is a fault of the bundle, to be fetched again.
    package init(inBundle error: HandshakeError) {
        switch PeerFault(error) {
        case .malformed, .invalidKey: self = .bundleInvalid
        case let fault: self = fault
        }
    }

    package init(_ error: HandshakeError) {
        switch error {
        case .malformed: self = .malformed
        case .unsupportedSuite: self = .unsupportedSuite
        case .unsupportedRatchetVersion: self = .unsupportedRatchetVersion
        case .invalidKey: self = .invalidKey
        case .wrongAddress: self = .wrongAddress
        case .signatureInvalid: self = .signatureInvalid
        case .signedPrekeyTooOld: self = .signedPrekeyTooOld
        case .signedPrekeyFromTheFuture: self = .signedPrekeyFromTheFuture
        case .keyNotContributory: self = .invalidKey
        case .otherPrekeys: self = .handshakeMismatch
        }
    }
}

extension SessionError {
    init(_ error: RatchetError) {
        switch error {
        case .cannotSendYet: self = .usage(.cannotSendYet)
        case .chainExhausted: self = .usage(.chainExhausted)
        case .gapTooLarge(let gap, let limit): self = .peer(.gapTooLarge(gap: gap, limit: limit))
        case .messageKeyUnavailable: self = .peer(.alreadyOpened)
        case .notAuthentic: self = .peer(.notAuthentic)
        case .newChainRefused: self = .peer(.sessionRetired)
        case .malformedContent: self = .peer(.malformedContent)
        // The cipher of this library refuses nothing that has a session's form.
        case .cipherRefused: self = .storage(.archiveCorrupt)
        case .archiveCorrupt: self = .storage(.archiveCorrupt)
        }
    }
}

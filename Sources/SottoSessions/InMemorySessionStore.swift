public import SottoCrypto
public import SottoHandshake
public import SottoIdentity
private import Synchronization

/// A device whose identity, prekeys and sessions live in memory only.
///
/// For tests, tools and programs that live as long as their sessions: nothing is written down. Synchronous
/// and thread-safe; each call is done whole or not at all.
///
/// Rules HS-8 to HS-11, SM-8 to SM-11.
public final class InMemorySessionStore: Sendable {
    /// User and device number of this device.
    public let address: Address
    /// This user's identity key.
    public let identityKey: IdentityPublicKey
    /// This installation.
    public let registrationID: RegistrationID

    private let state: Mutex<StoreState>

    /// Makes a device with a given identity.
    ///
    /// - Parameters:
    ///   - identity: The user's identity key pair; the same for all devices of the user.
    ///   - address: The device.
    ///   - registrationID: Another one for each installation.
    public init(
        identity: consuming IdentityKeyPair, address: Address, registrationID: RegistrationID = .random()
    ) {
        self.address = address
        self.registrationID = registrationID
        identityKey = identity.publicKey
        state = Mutex(
            StoreState(
                identity: identity,
                device: DeviceDescription(address: address, registrationID: registrationID)
            ))
    }

    /// Makes a device with a fresh identity.
    ///
    /// - Throws: ``CryptoError/outOfMemory`` when the system gives no guarded block.
    public convenience init(address: Address) throws(CryptoError) {
        self.init(identity: try IdentityKeyPair(), address: address)
    }

    /// A bundle for one peer: the signed prekey and a fresh one-time prekey.
    ///
    /// The signed prekey is replaced here once it is 7 days old; a replaced one goes on opening first messages for
    /// 30 days and is deleted then. A bundle is accepted for 37 days, so it is to be published anew each week.
    /// One-time prekeys are kept until they are used.
    ///
    /// - Parameters:
    ///   - instant: Now, in milliseconds since 1970-01-01T00:00:00Z.
    ///   - withOneTimePrekey: False gives a bundle as a server does that has run out of one-time prekeys.
    public func makeBundle(at instant: UInt64, withOneTimePrekey: Bool = true) -> PrekeyBundle {
        state.withLock { $0.makeBundle(at: instant, withOneTimePrekey: withOneTimePrekey) }
    }

    /// Replaces the signed prekey; the old one goes on opening first messages.
    public func rotateSignedPrekey(at instant: UInt64) {
        state.withLock { $0.rotateSignedPrekey(at: instant) }
    }

    /// Deletes a signed prekey before its time, and what was remembered of first messages to it.
    public func deleteSignedPrekey(_ id: PrekeyID) {
        state.withLock { $0.deleteSignedPrekey(id) }
    }

    /// Starts a session with the device that `bundle` is of; the next ``seal(_:to:)`` uses it.
    ///
    /// - Throws: ``UsageFault/ownAddress``, ``PeerFault/identityChanged(_:)``, ``PeerFault/selectorCollision``,
    ///   ``PeerFault/invalidKey``; nothing has changed then.
    public func start(with bundle: VerifiedPrekeyBundle) throws(SessionError) {
        try state.withLock { (state) throws(SessionError) in try state.start(with: bundle) }
    }

    /// Checks a bundle and starts a session with it.
    ///
    /// - Parameters:
    ///   - bytes: The bundle as the server gave it.
    ///   - address: The device that was asked for.
    ///   - instant: Now, in milliseconds since 1970-01-01T00:00:00Z.
    /// - Throws: As ``start(with:)``, and the reason for which the bundle was refused.
    public func start(
        withBundle bytes: [UInt8], of address: Address, at instant: UInt64
    ) throws(SessionError) {
        let verified: VerifiedPrekeyBundle
        do { verified = try PrekeyBundle(bytes).verified(for: address, at: instant) } catch {
            throw .peer(PeerFault(inBundle: error))
        }
        try start(with: verified)
    }

    /// Seals content of 0 to 65,535 bytes for a device that a session exists with.
    ///
    /// - Throws: ``UsageFault/noSession(_:)``, ``UsageFault/contentTooLarge(byteCount:limit:)``,
    ///   ``UsageFault/cannotSendYet``, ``UsageFault/chainExhausted``; nothing has changed then.
    public func seal(_ content: [UInt8], to address: Address) throws(SessionError) -> [UInt8] {
        try state.withLock { (state) throws(SessionError) in try state.seal(content, to: address) }
    }

    /// Opens what came; finds out what it is.
    ///
    /// - Parameters:
    ///   - bytes: A prekey message or a session message.
    ///   - hint: Who the transport says it is from. A session message needs it; it only selects the peer. A
    ///     prekey message names its sender itself: without a hint anybody may begin under the name of a
    ///     user that isn't known yet, so pass what the transport knows.
    ///   - instant: Now, in milliseconds since 1970-01-01T00:00:00Z.
    /// - Throws: ``PeerFault``, or ``UsageFault/hintRequired``; nothing has changed then.
    public func open(
        _ bytes: [UInt8], from hint: Address?, at instant: UInt64
    ) throws(SessionError) -> ReceivedMessage {
        try state.withLock { (state) throws(SessionError) in
            try state.open(bytes, from: hint, at: instant)
        }
    }

    /// Takes `key` as the identity of `user`, instead of the one known so far.
    ///
    /// Sessions with the user's devices under another key are dropped.
    public func accept(_ key: IdentityPublicKey, for user: UserID) {
        state.withLock { $0.accept(key, for: user) }
    }

    /// Wipes the skipped keys that are older than 30 days in all sessions; to be called once a day.
    ///
    /// - Returns: What is lost with them, by device.
    public func dropExpiredKeys(at instant: UInt64) -> [Address: [LostMessages]] {
        state.withLock { $0.dropExpiredKeys(at: instant) }
    }

    /// A secret for a purpose of 1 to 255 bytes from the session in use with `address`, 32 bytes.
    ///
    /// - Throws: ``UsageFault/noSession(_:)``, ``UsageFault/purposeLength(_:)``.
    public func exportSecret(
        for purpose: [UInt8], with address: Address
    ) throws(SessionError) -> SecretBytes {
        try state.withLock { (state) throws(SessionError) in
            try state.exportSecret(for: purpose, with: address)
        }
    }

    /// What there is with `address`, without anything secret.
    public func diagnostics(for address: Address) -> SessionDiagnostics {
        state.withLock { $0.diagnostics(for: address) }
    }
}

/// An opened message and what is to be known about it.
public struct ReceivedMessage: Hashable, Sendable {
    /// The content, as it was sealed.
    public let content: [UInt8]
    /// The device it is from, by the session that opened it.
    public let sender: Address
    /// The sender's identity key.
    public let senderIdentityKey: IdentityPublicKey
    /// T of the session.
    public let transcript: HandshakeTranscript
    /// What the message began, if it was a first message.
    public let firstContact: FirstContact?
    /// Messages that have not come and can no longer be opened.
    public let lost: [LostMessages]
}

/// What a first message used and calls for.
public struct FirstContact: Hashable, Sendable {
    /// The signed prekey that it used.
    public let signedPrekeyID: PrekeyID
    /// The one-time prekey that it used and that is now deleted; nothing means reduced forward secrecy.
    public let oneTimePrekeyID: PrekeyID?
    /// Whether so many first messages used this signed prekey that it should be rotated now.
    public let isRotationDue: Bool
}

/// What a store has with one device.
public struct SessionDiagnostics: Hashable, Sendable {
    /// T of the session in use.
    public let activeTranscript: HandshakeTranscript?
    /// Whether the session in use was started here and not answered.
    public let isUnanswered: Bool
    /// How many sessions are kept beside it.
    public let otherSessionCount: Int
    /// The skipped keys of all of them.
    public let skippedKeyCount: Int
}

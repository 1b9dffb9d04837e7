public import SottoCrypto
public import SottoHandshake
public import SottoIdentity
package import SottoRatchet

/// A session with one device: a ratchet, what it is bound to, and its skipped keys.
///
/// Who started it repeats the handshake part until it has opened a reply. A value; whoever holds it stores
/// it after each operation.
public struct Session: ~Copyable {
    package typealias Ratchet = RatchetState<BLAKE2bChainKDF, SyntheticNonceCipher>

    enum Role: UInt8 {
        case initiator = 1
        case responder = 2
    }

    /// T, which names the session and is bound into each message.
    public let transcript: HandshakeTranscript
    /// The peer's identity key.
    public let theirIdentityKey: IdentityPublicKey
    let role: Role
    let exporter: ExporterSecret
    var ratchet: Ratchet
    var skipped: SkippedMessageKeys
    /// The handshake part as bytes, which goes into each message until the first reply.
    var repeatedHandshake: [UInt8]?
    /// Of two sessions that crossed, this is the one that isn't used.
    ///
    /// Rule SM-10.
    var lostCrossing = false
    /// The session is never used for sending again and opens only messages of chains that it has.
    ///
    /// Rules SM-13, DR-18.
    public private(set) var isRetired = false
    package let outgoingSelector: SessionSelector
    package let incomingSelector: SessionSelector

    init(
        transcript: HandshakeTranscript, theirIdentityKey: IdentityPublicKey, role: Role,
        exporter: consuming ExporterSecret, ratchet: consuming Ratchet,
        skipped: consuming SkippedMessageKeys = SkippedMessageKeys(), repeatedHandshake: [UInt8]? = nil
    ) {
        self.transcript = transcript
        self.theirIdentityKey = theirIdentityKey
        self.role = role
        self.exporter = exporter
        self.ratchet = ratchet
        self.skipped = skipped
        self.repeatedHandshake = repeatedHandshake
        let toResponder = SessionSelector.toResponder(transcript)
        let toInitiator = SessionSelector.toInitiator(transcript)
        outgoingSelector = role == .initiator ? toResponder : toInitiator
        incomingSelector = role == .initiator ? toInitiator : toResponder
    }

    /// Whether this side started the session and has not opened a reply.
    public var isUnanswered: Bool { repeatedHandshake != nil }

    /// Whether `bytes` say that they are a message of this session; nothing of them is authenticated.
    ///
    /// For who keeps several sessions with one device: a message meets the one that it names.
    ///
    /// Rule SM-4.
    public func isNamed(by bytes: [UInt8]) -> Bool {
        do { return try ReceivedBytes(bytes).selector == incomingSelector } catch { return false }
    }

    /// Ends the session's use: it sends nothing more, and opens only messages of chains that it has.
    ///
    /// For a peer whose device was installed anew or whose identity changed: nobody who holds back a message can
    /// bring the session back. Can't be undone.
    ///
    /// Rule SM-13.
    public mutating func retire() { isRetired = true }

    /// Whether it may be used for sending; `isOld` says that an answer isn't expected any more.
    func isUsable(isOld: Bool) -> Bool { !isRetired && ratchet.canSend && !(isOld && isUnanswered) }

    /// Takes the skipped keys out.
    mutating func takeSkipped() -> SkippedMessageKeys {
        var taken = SkippedMessageKeys()
        swap(&taken, &skipped)
        return taken
    }

    /// The number of skipped keys that are kept.
    public var skippedKeyCount: Int { skipped.count }

    /// Wipes the skipped keys that are older than 30 days and says which messages are lost with them.
    ///
    /// Opening does so only when a message skips others; a session that is quiet needs this call, once a
    /// day say, or old keys stay in what is stored.
    ///
    /// Rule DR-7.
    public mutating func dropExpiredKeys(at instant: UInt64) -> [LostMessages] {
        _ = skipped.takeBackDates(to: instant)
        return skipped.dropExpired(at: instant).map(LostMessages.init)
    }

    /// A secret for a purpose of 1 to 255 bytes, 32 bytes, the same on both sides.
    ///
    /// It comes from the handshake and doesn't heal with the ratchet.
    ///
    /// - Throws: ``UsageFault/purposeLength(_:)``.
    ///
    /// Rule HS-12.
    public borrowing func exportSecret(for purpose: [UInt8]) throws(SessionError) -> SecretBytes {
        do { return try exporter.export(for: purpose) } catch {
            throw .usage(.purposeLength(purpose.count))
        }
    }
}

extension Session {
    /// Starts a session with the owner of `bundle`.
    ///
    /// - Throws: ``PeerFault/invalidKey`` if an agreement is all zero.
    ///
    /// Rules HS-4 to HS-7.
    public static func initiate(
        with bundle: VerifiedPrekeyBundle, identity: borrowing IdentityKeyPair, device: DeviceDescription
    ) throws(SessionError) -> Session {
        try initiate(
            with: bundle, identity: identity, device: device, ephemeralKey: X25519.PrivateKey(),
            ratchetKey: X25519.PrivateKey())
    }

    package static func initiate(
        with bundle: VerifiedPrekeyBundle, identity: borrowing IdentityKeyPair, device: DeviceDescription,
        ephemeralKey: consuming X25519.PrivateKey, ratchetKey: consuming X25519.PrivateKey
    ) throws(SessionError) -> Session {
        do {
            let handshake = try X3DHAgreement.initiate(
                with: bundle, identity: identity, device: device, ephemeralKey: ephemeralKey)
            let ratchet = try Ratchet.initiator(
                rootKey: try RootKey(handshake.secrets.rootKey.duplicate()), ourRatchetKey: ratchetKey,
                theirRatchetKey: RatchetPublicKey(bundle.bundle.signedPrekey))
            return Session(
                transcript: handshake.transcript, theirIdentityKey: bundle.bundle.identityKey,
                role: .initiator, exporter: handshake.secrets.exporter.duplicate(), ratchet: ratchet,
                repeatedHandshake: handshake.part.bytes)
        } catch let error as HandshakeError {
            throw .peer(PeerFault(error))
        } catch {
            throw .peer(.invalidKey)
        }
    }

    /// Makes the responder's side of the session that `part` proposes; it can't send before it has opened
    /// the message that `part` came in.
    ///
    /// Nothing in `part` is authenticated before that. The caller keeps three promises that
    /// a device keeps by itself: a message that an existing session opens never comes here; once
    /// the message has opened, its one-time prekey is deleted or, without one, ``transcript`` is remembered
    /// with the signed prekey and refused from then on, else the same message opens again (HS-9, HS-10); and
    /// ``theirIdentityKey`` is the one known for that user (SM-9).
    ///
    /// - Throws: ``PeerFault/invalidKey`` if an agreement is all zero, ``UsageFault/otherPrekeys`` when `part` names
    ///   other prekeys.
    ///
    /// Rules HS-4 to HS-8.
    public static func respond(
        to part: HandshakePart, identity: borrowing IdentityKeyPair, signedPrekey: borrowing SignedPrekey
    ) throws(SessionError) -> Session {
        do {
            return try responder(
                part, signedPrekey,
                try X3DHAgreement.respond(to: part, identity: identity, signedPrekey: signedPrekey))
        } catch {
            throw Self.answering(error)
        }
    }

    /// The same, with the one-time prekey that `part` names.
    ///
    /// It is borrowed: delete it when the message has opened, and not before.
    ///
    /// - Throws: As the form without one.
    public static func respond(
        to part: HandshakePart, identity: borrowing IdentityKeyPair, signedPrekey: borrowing SignedPrekey,
        oneTimePrekey: borrowing OneTimePrekey
    ) throws(SessionError) -> Session {
        do {
            return try responder(
                part, signedPrekey,
                try X3DHAgreement.respond(
                    to: part, identity: identity, signedPrekey: signedPrekey, oneTimePrekey: oneTimePrekey))
        } catch {
            throw Self.answering(error)
        }
    }

    package static func respond(
        to part: HandshakePart, identity: borrowing IdentityKeyPair, signedPrekey: borrowing SignedPrekey,
        oneTimePrekey: borrowing OneTimePrekey?
    ) throws(SessionError) -> Session {
        switch oneTimePrekey {
        case .some(let prekey):
            return try respond(
                to: part, identity: identity, signedPrekey: signedPrekey, oneTimePrekey: prekey)
        case .none: return try respond(to: part, identity: identity, signedPrekey: signedPrekey)
        }
    }

    private static func responder(
        _ part: HandshakePart, _ signedPrekey: borrowing SignedPrekey,
        _ handshake: consuming AnsweredHandshake
    ) throws(CryptoError) -> Session {
        let ratchet = Ratchet.responder(
            rootKey: try RootKey(handshake.secrets.rootKey.duplicate()),
            ourRatchetKey: signedPrekey.privateKey.duplicate())
        return Session(
            transcript: handshake.transcript, theirIdentityKey: part.identityKey, role: .responder,
            exporter: handshake.secrets.exporter.duplicate(), ratchet: ratchet)
    }

    private static func answering(_ error: any Error) -> SessionError {
        switch error {
        case HandshakeError.otherPrekeys: .usage(.otherPrekeys)
        case let error as HandshakeError: .peer(PeerFault(error))
        default: .peer(.invalidKey)
        }
    }
}

internal import SottoCrypto
internal import SottoHandshake
internal import SottoIdentity

/// Everything an ``InMemorySessionStore`` holds, behind its lock.
///
/// Each operation works out its result first and changes the state at its end.
struct StoreState: ~Copyable {
    private let identity: IdentityKeyPair
    private let device: DeviceDescription
    private var prekeys = PrekeyRecords()
    private var peers: [Address: PeerSessions] = [:]
    /// One identity key for all devices of a user, this one's own user included.
    private var identityKeys: [UserID: IdentityPublicKey] = [:]

    init(identity: consuming IdentityKeyPair, device: DeviceDescription) {
        identityKeys[device.address.user] = identity.publicKey
        self.identity = identity
        self.device = device
    }

    mutating func makeBundle(at instant: UInt64, withOneTimePrekey: Bool) -> PrekeyBundle {
        let signed =
            prekeys.fresh(at: instant) ?? prekeys.rotate(identity: identity, device: device, at: instant)
        return PrekeyBundle(
            identityKey: identity.publicKey, signedPrekey: signed.prekey,
            oneTimePrekey: withOneTimePrekey ? prekeys.makeOneTimePrekey() : nil)
    }

    mutating func rotateSignedPrekey(at instant: UInt64) {
        prekeys.rotate(identity: identity, device: device, at: instant)
    }

    mutating func deleteSignedPrekey(_ id: PrekeyID) { prekeys.deleteSignedPrekey(id) }

    mutating func start(with verified: VerifiedPrekeyBundle) throws(SessionError) {
        let bundle = verified.bundle
        let address = bundle.device.address
        guard address != device.address else { throw .usage(.ownAddress) }
        try checkIdentity(bundle.identityKey, of: address.user)
        let session = try Session.initiate(with: verified, identity: identity, device: device)
        guard !peers[address, default: PeerSessions()].collides(with: session) else {
            throw .peer(.selectorCollision)
        }
        identityKeys[address.user] = bundle.identityKey
        peers[address, default: PeerSessions()].use(started: SessionBox(session))
    }

    mutating func seal(_ content: [UInt8], to address: Address) throws(SessionError) -> [UInt8] {
        guard let box = peers[address]?.active else { throw .usage(.noSession(address)) }
        return try box.session.seal(content)
    }

    mutating func open(
        _ bytes: [UInt8], from hint: Address?, at instant: UInt64
    ) throws(SessionError) -> ReceivedMessage {
        let received = try ReceivedBytes(bytes)
        guard let handshake = received.handshake else {
            guard let hint else { throw .usage(.hintRequired) }
            guard let box = peers[hint]?.session(withIncoming: received.selector) else {
                throw .peer(.noSession)
            }
            return try open(received, in: box, of: hint, at: instant)
        }
        let sender = handshake.device.address
        guard hint == nil || hint == sender else { throw .peer(.senderMismatch) }
        guard sender != device.address else { throw .peer(.senderMismatch) }
        return try openFirst(received, handshake, from: sender, at: instant)
    }

    private mutating func open(
        _ received: ReceivedBytes, in box: SessionBox, of sender: Address, at instant: UInt64
    ) throws(SessionError) -> ReceivedMessage {
        let opened = try box.session.open(
            received, at: instant, betweenOwnDevices: sender.user == device.address.user)
        peers[sender]?.noteOpened(box, isFromNewestChain: opened.isFromNewestChain)
        return message(opened, sender, box, nil)
    }

    /// Opens a prekey message: in its session if there is one, else in a new one.
    ///
    /// Rules HS-8 to HS-11.
    private mutating func openFirst(
        _ received: ReceivedBytes, _ handshake: HandshakePart, from sender: Address, at instant: UInt64
    ) throws(SessionError) -> ReceivedMessage {
        // The handshake part is in the associated data, so the tag says whether it began this session.
        if let box = peers[sender]?.session(withIncoming: received.selector) {
            return try open(received, in: box, of: sender, at: instant)
        }
        try checkIdentity(handshake.identityKey, of: sender.user)
        guard let signed = prekeys.signedPrekey(handshake.signedPrekeyID) else {
            throw .peer(.signedPrekeyUnknown)
        }
        let oneTime = handshake.oneTimePrekeyID.flatMap { prekeys.oneTimePrekey($0) }
        guard handshake.oneTimePrekeyID == nil || oneTime != nil else { throw .peer(.oneTimePrekeyUnknown) }
        var session = try respond(to: handshake, signed, oneTime)
        guard session.incomingSelector == received.selector else { throw .peer(.handshakeMismatch) }
        guard !signed.remembers(session.transcript) else { throw .peer(.alreadyOpened) }
        guard oneTime != nil || signed.hasRoom(for: handshake.identityKey) else {
            throw .peer(.tooManyFirstMessages)
        }
        guard !peers[sender, default: PeerSessions()].collides(with: session) else {
            throw .peer(.selectorCollision)
        }
        let opened = try session.open(
            received, at: instant, betweenOwnDevices: sender.user == device.address.user)

        if let oneTime {
            prekeys.deleteOneTimePrekey(oneTime.id)
        } else {
            signed.remember(session.transcript, from: handshake.identityKey)
        }
        identityKeys[sender.user] = handshake.identityKey
        let box = SessionBox(session)
        peers[sender, default: PeerSessions()].add(answered: box)
        let contact = FirstContact(
            signedPrekeyID: signed.prekey.id, oneTimePrekeyID: oneTime?.id,
            isRotationDue: signed.isRotationDue(for: handshake.identityKey))
        return message(opened, sender, box, contact)
    }

    private func respond(
        to handshake: HandshakePart, _ signed: SignedPrekeyRecord, _ oneTime: OneTimePrekeyRecord?
    ) throws(SessionError) -> Session {
        guard let oneTime else {
            return try Session.respond(to: handshake, identity: identity, signedPrekey: signed.prekey)
        }
        return try Session.respond(
            to: handshake, identity: identity, signedPrekey: signed.prekey, oneTimePrekey: oneTime.prekey)
    }

    private func message(
        _ opened: OpenedContent, _ sender: Address, _ box: SessionBox, _ contact: FirstContact?
    ) -> ReceivedMessage {
        ReceivedMessage(
            content: opened.content, sender: sender, senderIdentityKey: box.session.theirIdentityKey,
            transcript: box.session.transcript, firstContact: contact, lost: opened.lost)
    }

    private func checkIdentity(_ key: IdentityPublicKey, of user: UserID) throws(SessionError) {
        guard let known = identityKeys[user], known != key else { return }
        throw .peer(.identityChanged(IdentityChange(user: user, known: known, received: key)))
    }

    mutating func accept(_ key: IdentityPublicKey, for user: UserID) {
        // The own identity is what this device holds; it is never replaced from outside.
        guard user != device.address.user, identityKeys[user] != key else { return }
        identityKeys[user] = key
        peers = peers.filter { $0.key.user != user }
    }

    func dropExpiredKeys(at instant: UInt64) -> [Address: [LostMessages]] {
        peers.mapValues { peer in peer.all.flatMap { $0.session.dropExpiredKeys(at: instant) } }
            .filter { !$0.value.isEmpty }
    }

    func exportSecret(for purpose: [UInt8], with address: Address) throws(SessionError) -> SecretBytes {
        guard let box = peers[address]?.active else { throw .usage(.noSession(address)) }
        return try box.session.exportSecret(for: purpose)
    }

    func diagnostics(for address: Address) -> SessionDiagnostics {
        let peer = peers[address, default: PeerSessions()]
        return SessionDiagnostics(
            activeTranscript: peer.active?.session.transcript,
            isUnanswered: peer.active?.session.isUnanswered ?? false,
            otherSessionCount: peer.others.count,
            skippedKeyCount: peer.all.reduce(0) { $0 + $1.session.skippedKeyCount })
    }
}

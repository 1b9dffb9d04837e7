internal import SottoCrypto
internal import SottoHandshake
internal import SottoIdentity
internal import SottoRatchet
internal import SottoWire

/// Receiving: found out what it is, opened, written into the inbox.
///
/// Rules SM-8, DS-9 to DS-11.
extension DeviceTransaction {
    /// Opens what came.
    ///
    /// - Returns: The message, or a refusal that is to be thrown once the transaction has kept what was learned.
    package func receive(
        _ bytes: [UInt8], from hint: Address?, serverTime: UInt64?
    ) throws -> Result<Received, SessionError> {
        guard isEnvelope(bytes) else { return try receive(bytes, .transport(hint), serverTime) }
        return try receiveEnvelope(bytes, from: hint, serverTime)
    }

    /// Opens a message that came as it is, or that was taken out of an envelope.
    func receive(
        _ bytes: [UInt8], _ origin: MessageOrigin, _ serverTime: UInt64?
    ) throws -> Result<Received, SessionError> {
        let received = try ReceivedBytes(bytes)
        let sender = try claimedSender(of: received, origin.hint)
        // Nobody's message can be put into another one's envelope.
        if let key = origin.identityKey, let handshake = received.handshake, handshake.identityKey != key {
            throw SessionError.peer(.senderMismatch)
        }
        try inboxTotals().checkRoom(for: bytes.count)
        do {
            if let peer = try knownPeer(sender),
                let stored = try session(withIncoming: received.selector, of: peer)
            {
                guard origin.identityKey == nil || origin.identityKey == stored.theirIdentityKey else {
                    throw SessionError.peer(.senderMismatch)
                }
                return try open(received, in: stored, of: peer, origin.envelope, serverTime)
            }
            guard let handshake = received.handshake else { throw SessionError.peer(.noSession) }
            return try openFirst(received, handshake, from: sender, origin, serverTime)
        } catch SessionError.peer(let fault) where fault.isUndecryptable {
            throw SessionError.peer(try undecryptable(received, from: sender, fault, in: origin.envelope))
        }
    }

    /// Who a message says it is from; nothing is authenticated.
    private func claimedSender(of received: ReceivedBytes, _ hint: Address?) throws -> Address {
        guard let handshake = received.handshake else {
            guard let hint else { throw SessionError.usage(.hintRequired) }
            return hint
        }
        let sender = handshake.device.address
        guard hint == nil || hint == sender, try sender != device().address else {
            throw SessionError.peer(.senderMismatch)
        }
        return sender
    }

    private func open(
        _ received: ReceivedBytes, in stored: StoredSession, of peer: PeerRecord,
        _ envelope: EnvelopeFacts?, _ serverTime: UInt64?
    ) throws -> Result<Received, SessionError> {
        let id = ReceivedID(received, stored.transcript)
        let opened: OpenedContent
        var body: MessageBody?
        let isFromOwnDevice = try peer.address.user == device().address.user
        do {
            opened = try open(received, in: stored, of: peer, betweenOwnDevices: isFromOwnDevice) {
                (content: consuming [UInt8]) in
                guard let read = MessageBody(consume content, isFromOwnDevice: isFromOwnDevice) else {
                    return nil
                }
                body = consume read
                return []
            }
        } catch SessionError.peer(let fault) where fault.mayBeRepeat {
            throw SessionError.peer(try repeated(id, received, fault, from: peer.address))
        }
        noteOpened(stored, of: peer, isFromNewestChain: opened.isFromNewestChain)
        guard let body = body.take() else { throw SessionError.peer(.malformedContent) }
        var facts = ReceivedFacts()
        facts.lost = opened.lost
        facts.isHeartbeatDue = adviseHeartbeat(stored, of: peer, opened, received.ratchetHeader.index)
        facts.envelope = envelope
        return try keep(body, id, received, of: peer, stored.theirIdentityKey, facts, serverTime)
    }

    /// Whether to advise a message to a peer that sends and sends: once for each of their ratchet keys.
    ///
    /// Only a message of their newest chain makes it longer; `index` is the message's place in it.
    private func adviseHeartbeat(
        _ stored: StoredSession, of peer: PeerRecord, _ opened: OpenedContent, _ index: UInt32
    ) -> Bool {
        guard stored === peer.active else { return false }
        if opened.beganChain { peer.isHeartbeatAdvised = false }
        guard !peer.isHeartbeatAdvised, opened.isFromNewestChain, index >= DeviceLimits.heartbeatAfter,
            stored.session.ratchet.nextSendingIndex == nil
        else { return false }
        peer.isHeartbeatAdvised = true
        return true
    }

    /// A first message that no session here knows.
    ///
    /// Rules HS-8 to HS-11, SM-9.
    private func openFirst(
        _ received: ReceivedBytes, _ handshake: HandshakePart, from sender: Address,
        _ origin: MessageOrigin, _ serverTime: UInt64?
    ) throws -> Result<Received, SessionError> {
        try checkReplay(received, handshake, from: sender)
        if let change = try identityChange(
            handshake.identityKey, of: sender.user, isNoted: origin.hint != nil)
        {
            guard origin.hint != nil else { return .failure(.peer(.identityChanged(change))) }
            let waiting = WaitingMessage(bytes: received.bytes, envelope: origin.envelope)
            let dropped = try keepWaiting(waiting, from: sender)
            return .failure(.peer(.identityChanged(change.dropping(dropped))))
        }
        let prekeys = try usedPrekeys(handshake)
        var session = try prekeys.respond(to: handshake, identity: try device().identity)
        guard session.incomingSelector == received.selector else {
            throw SessionError.peer(.handshakeMismatch)
        }
        let id = ReceivedID(received, session.transcript)
        try checkFirstMessage(session.transcript, handshake, prekeys, id, received)
        if let known = try knownPeer(sender), known.collides(with: session) {
            throw SessionError.peer(.selectorCollision)
        }
        try knownUser(sender.user).map { _ = try deviceToReplace(by: sender.device, in: $0) }
        var body: MessageBody?
        let isFromOwnDevice = try sender.user == device().address.user
        let opened = try session.open(
            received, at: now, betweenOwnDevices: isFromOwnDevice,
            reading: { (content: consuming [UInt8]) in
                guard let read = MessageBody(consume content, isFromOwnDevice: isFromOwnDevice) else {
                    return nil
                }
                body = consume read
                return []
            })
        guard let body else { throw SessionError.peer(.malformedContent) }

        // Not before it opened: anybody can name senders without end.
        let peer = try peer(sender)
        var facts = ReceivedFacts()
        let registrationID = handshake.device.registrationID
        facts.beganSession = SessionBeginning(
            usedOneTimePrekey: handshake.oneTimePrekeyID != nil,
            isNewDevice: try !(knownUser(sender.user)?.activeDevices.contains(sender.device) ?? false),
            isNewInstallation: peer.registrationID != nil && peer.registrationID != registrationID)
        change(peer)
        try use(prekeys, handshake, session.transcript)
        try learn(handshake.identityKey, sender)
        // A message that an earlier installation left behind begins nothing that is used.
        if peer.isPast(registrationID) {
            session.retire()
        } else {
            try noteRegistration(registrationID, of: peer)
        }
        try noteOpened(handshake, session.transcript)
        let identityKey = session.theirIdentityKey
        let runs = session.skipped.takeRuns()
        let stored = StoredSession(number: peer.takeSessionNumber(), createdAt: now, session)
        facts.lost = opened.lost + (try keep(runs, in: stored, of: peer))
        add(answered: stored, of: peer)
        facts.isHeartbeatDue = adviseHeartbeat(stored, of: peer, opened, received.ratchetHeader.index)
        facts.envelope = origin.envelope
        return try keep(body, id, received, of: peer, identityKey, facts, serverTime)
    }

    /// Writes an opened message into the inbox; what says nothing leaves only its id.
    private func keep(
        _ body: consuming MessageBody, _ id: ReceivedID, _ received: ReceivedBytes, of peer: PeerRecord,
        _ identityKey: IdentityPublicKey, _ facts: ReceivedFacts, _ serverTime: UInt64?
    ) throws -> Result<Received, SessionError> {
        let name = try state.codec.name(.received, id.value.value)
        if let first = try firstCopy(of: body, id, from: peer) {
            try put(
                ReceivedRecord.acknowledged(at: now, fingerprint: received.fingerprint), as: name,
                in: state.names.acknowledged)
            return .failure(.peer(.duplicate(first)))
        }
        let content: ReceivedContent
        var facts = facts
        switch (consume body).withoutFirstID() {
        case .message(let id, let bytes): content = .message(id, bytes)
        case .sentCopy(let id, let user, let bytes): content = .sentCopy(id, to: user, bytes)
        case .heartbeat: content = .heartbeat
        case .resendRequest(let ratchetKey, let index):
            content = try takeResendRequest(from: peer, identityKey, ratchetKey, index)
        case .group(let body):
            guard let groups = state.groups else { throw SessionError.peer(.malformedContent) }
            let result = try groups.receive(body, from: peer.address, identityKey, self)
            content = result.content
            facts.waited = result.waited
        case .unknown(let kind): content = .unknown(kind)
        case .again: throw SessionError.peer(.malformedContent)
        }
        return .success(
            try keep(
                content, id, fingerprint: received.fingerprint, from: peer.address, identityKey, facts,
                serverTime))
    }

    /// Writes down what was opened: into the inbox, unless there is nothing in it for anybody.
    func keep(
        _ content: ReceivedContent, _ id: ReceivedID, fingerprint: UInt64, from sender: Address,
        _ identityKey: IdentityPublicKey, _ facts: ReceivedFacts, _ serverTime: UInt64?
    ) throws -> Received {
        let name = try state.codec.name(.received, id.value.value)
        var facts = facts
        facts.isUploadDue = try prekeys().isUploadDue(at: now)
        let user = try knownUser(sender.user)
        let result = Received(
            id: id, sender: sender, senderIdentityKey: identityKey,
            isVerified: user?.verifiedAt != nil && user?.identityKey == identityKey, content: content,
            receivedAt: now, serverTime: serverTime, facts: facts)
        switch content {
        case .heartbeat, .spentResendRequest, .senderKey:
            try put(
                ReceivedRecord.acknowledged(at: now, fingerprint: fingerprint), as: name,
                in: state.names.acknowledged)
        default:
            let totals = try inboxTotals()
            try put(
                as: name, in: state.names.inbox, byteCount: ReceivedRecord.encodedByteCount(waiting: result)
            ) { ReceivedRecord.append(waiting: result, fingerprint, to: &$0) }
            noteChange(of: totals)
            totals.add(content.byteCount)
        }
        return result
    }

    /// The id of a message that was received before in another form: first sent or sent again.
    ///
    /// What is sent again leaves the id of its first form behind, which counts for the device that named it.
    private func firstCopy(of body: MessageBody, _ id: ReceivedID, from peer: PeerRecord) throws
        -> ReceivedID?
    {
        guard case .again(let first, _) = body else {
            return try wasSentAgain(id, by: peer) ? id : nil
        }
        if try isCopy(of: first.id, first.fingerprint) == true || wasSentAgain(first.id, by: peer) {
            return first.id
        }
        change(peer)
        peer.hasSentAgain = true
        try put(
            ReceivedRecord.sentAgain(at: now, by: peer.address), as: try sentAgainName(first.id, peer),
            in: state.names.acknowledged)
        return nil
    }

    /// Whether a device sent the message with this id again, and that was received.
    func wasSentAgain(_ id: ReceivedID, by peer: PeerRecord) throws -> Bool {
        try peer.hasSentAgain && rows.value(of: try sentAgainName(id, peer)) != nil
    }

    private func sentAgainName(_ id: ReceivedID, _ peer: PeerRecord) throws -> RecordName {
        try state.codec.name(.received, id.bytes + peer.key)
    }

    /// What a message is that its session no longer has a key for: a copy of one that was received, one that stands
    /// where another one was, or one whose key was dropped.
    func repeated(
        _ id: ReceivedID, _ received: ReceivedBytes, _ fault: PeerFault, from sender: Address
    ) throws -> PeerFault {
        if let record = try read(try state.codec.name(.received, id.value.value)) {
            let isCopy = try ReceivedRecord.decoded(record).fingerprint == received.fingerprint
            return isCopy ? .duplicate(id) : .placeUsedTwice
        }
        if let peer = try knownPeer(sender), try wasSentAgain(id, by: peer) { return .duplicate(id) }
        return fault == .alreadyOpened ? .messageKeyDropped : fault
    }
}

extension ReceivedContent {
    /// What counts against the room in the inbox, in bytes.
    var byteCount: Int {
        switch self {
        case .message(_, let content): content.count
        case .sentCopy(_, _, let content): content.count
        case .groupMessage(_, _, let content): content.count
        default: 0
        }
    }
}

extension PeerFault {
    /// Whether a message that was received before would be refused so.
    fileprivate var mayBeRepeat: Bool {
        switch self {
        case .alreadyOpened, .notAuthentic, .sessionRetired, .gapTooLarge: true
        default: false
        }
    }

    /// Whether the sender would have to send it again, in another way.
    fileprivate var isUndecryptable: Bool {
        switch self {
        case .notAuthentic, .sessionRetired, .gapTooLarge, .noSession, .selectorCollision: true
        case .handshakeMismatch, .signedPrekeyUnknown, .oneTimePrekeyUnknown: true
        case .messageKeyDropped, .placeUsedTwice: true
        default: false
        }
    }
}

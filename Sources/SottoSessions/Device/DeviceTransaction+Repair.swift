internal import SottoCrypto
package import SottoHandshake
package import SottoIdentity

/// Repair: asking for what can't be opened, and sending again what was asked for.
///
/// Rules DS-15 and DS-16.
extension DeviceTransaction {
    /// What a fault of a message means: where it stands, and whether to ask for it.
    ///
    /// An envelope's sender may have said that nothing is kept to be sent again.
    func undecryptable(
        _ received: ReceivedBytes, from sender: Address, _ fault: PeerFault, in envelope: EnvelopeFacts?
    ) throws -> PeerFault {
        let ratchetKey = received.ratchetHeader.ratchetKey.key.bytes
        let index = received.ratchetHeader.index
        let isKept = envelope == nil || envelope?.hintNumber == EnvelopeFacts.resendable
        let isDue = try isKept && repairRecord(sender).isDue(ratchetKey, index, at: now)
        return .undecryptable(
            UndecryptableMessage(
                sender: sender, ratchetKey: ratchetKey, index: index, fault: fault, isRequestDue: isDue,
                envelope: envelope))
    }

    /// Asks for a message that couldn't be opened, in a session that is started for that and used once it is
    /// answered.
    ///
    /// - Parameter bundle: A fresh bundle of the sender; not needed while an earlier request waits for its answer.
    package func requestResend(
        of message: UndecryptableMessage, with bundle: PrekeyBundle?
    ) throws -> Result<Outgoing, SessionError> {
        var record = try repairRecord(message.sender)
        guard record.isDue(message.ratchetKey, message.index, at: now) else {
            throw SessionError.usage(.repairLimit(message.sender))
        }
        let peer = try peer(message.sender)
        let stored: StoredSession
        if let waiting = try waitingRepair(of: peer) {
            stored = waiting
        } else {
            guard let bundle else { throw SessionError.usage(.bundleRequired(message.sender)) }
            let verified = try verify(bundle, of: message.sender)
            if let change = try identityChange(bundle.identityKey, of: message.sender.user, isNoted: true) {
                return .failure(.peer(.identityChanged(change)))
            }
            stored = try initiate(verified, peer)
            try learn(bundle.identityKey, message.sender)
            try noteRegistration(bundle.device.registrationID, of: peer)
            peer.repairSession = stored.number
            keepBeside(stored, of: peer)
        }
        // Behind what a first bundle teaches; a refusal takes that back.
        if try message.sender.user != device().address.user { _ = try trustedUser(message.sender.user) }
        let body = MessageBody.resendRequest(ratchetKey: message.ratchetKey, index: message.index)
        let copy = try seal(body, in: stored, of: peer)
        record.note(message.ratchetKey, message.index, at: now)
        try put(record, as: try repairName(peer.key), in: peer.group)
        return .success(try keepControl(copy))
    }

    /// A session that was started for a request, wasn't answered, and may still be used.
    private func waitingRepair(of peer: PeerRecord) throws -> StoredSession? {
        guard peer.repairSession != 0,
            let entry = peer.others.first(where: { $0.number == peer.repairSession })
        else { return nil }
        let stored = try other(entry, of: peer)
        if stored.isUsable(at: now) { return stored }
        change(peer)
        peer.repairSession = 0
        return nil
    }

    /// A message that says nothing, so that the session gets new keys.
    package func heartbeat(to address: Address) throws -> Outgoing {
        _ = try address.user == device().address.user ? nil : trustedUser(address.user)
        guard let peer = try knownPeer(address), let active = peer.active, active.isUsable(at: now) else {
            throw SessionError.usage(.noSession(address))
        }
        return try keepControl(try seal(.heartbeat, in: active, of: peer))
    }

    /// Writes a message between devices down until the server has it.
    func keepControl(_ copy: OutgoingRecord.Copy) throws -> Outgoing {
        let id = MessageID.random()
        let record = OutgoingRecord(
            id: id, createdAt: now, destination: .device(copy.address), kind: .control, content: [],
            copies: [copy])
        try put(record, as: try state.codec.name(.outgoing, id.value), in: state.names.outbox)
        return Outgoing(id: id, envelopes: record.envelopes, failures: [])
    }

    /// What a request of a peer is about, noted so that it is answered once.
    func takeResendRequest(
        from peer: PeerRecord, _ identityKey: IdentityPublicKey, _ ratchetKey: Bytes32, _ index: UInt32
    ) throws -> ReceivedContent {
        guard let id = try sentMessage(at: try sentName(peer.key, ratchetKey, index)),
            var record = try outgoing(id), record.kind == .message,
            let place = record.copies.firstIndex(where: {
                $0.address == peer.address && $0.ratchetKey == ratchetKey && $0.index == index
            }), record.copies[place].identityKey == identityKey, !record.copies[place].wasRequested
        else { return .spentResendRequest }
        record.copies[place].wasRequested = true
        try put(
            record, as: try state.codec.name(.outgoing, id.value),
            in: record.isPending ? state.names.outbox : state.names.sentMessages)
        return .resendRequest(ResendRequest(id: id, address: peer.address))
    }

    /// Sends a message again to the device that asked for it, to the identity key that it was first encrypted to.
    ///
    /// Not in the session that the request came in: one that was there when the message was first sent, or one
    /// that is started here.
    package func resend(
        _ request: ResendRequest, with bundle: PrekeyBundle?
    ) throws -> Result<Outgoing, SessionError> {
        let (id, address) = (request.id, request.address)
        guard var record = try outgoing(id),
            let place = record.copies.firstIndex(where: { $0.address == address }),
            record.copies[place].wasRequested
        else { throw SessionError.usage(.unknownMessage(id)) }
        let before = record.copies[place]
        let isOwn = try address.user == device().address.user
        if !isOwn { _ = try trustedUser(address.user) }
        guard let peer = try knownPeer(address), try currentKey(of: address.user) == before.identityKey else {
            throw SessionError.usage(.otherIdentityKey(address.user))
        }
        if let bundle {
            let verified = try verify(bundle, of: address)
            if let change = try identityChange(bundle.identityKey, of: address.user, isNoted: true) {
                return .failure(.peer(.identityChanged(change)))
            }
            guard before.registrationID == nil || bundle.device.registrationID == before.registrationID else {
                throw SessionError.peer(.otherRegistration)
            }
            try noteRegistration(bundle.device.registrationID, of: peer)
            // Each further session would push one out that messages are on their way in.
            if !mayCarry(peer.active, before, sentAt: record.createdAt) {
                use(try initiate(verified, peer), of: peer)
            }
        }
        guard let active = peer.active, mayCarry(active, before, sentAt: record.createdAt) else {
            throw SessionError.usage(.bundleRequired(address))
        }
        // A session that was started here since may be with an installation that never was to have it.
        guard before.registrationID == nil || peer.registrationID == before.registrationID else {
            throw SessionError.peer(.otherRegistration)
        }
        let body: MessageBody =
            isOwn && record.destination.user != address.user
            ? .sentCopy(id, to: record.destination.user, record.content) : .message(id, record.content)
        try forgetSent(before)
        let firstID =
            before.firstID
            ?? ReceivedID(before.ratchetKey, before.index, before.transcript)
        var copy = try seal(
            .again(FirstForm(id: firstID, fingerprint: before.fingerprint), body),
            hint: EnvelopeFacts.resendable, in: active, of: peer)
        copy.firstID = firstID
        copy.fingerprint = before.fingerprint
        try noteSent(copy, id, peer)
        record.copies[place] = copy
        let name = try state.codec.name(.outgoing, id.value)
        try remove(name)
        try put(record, as: name, in: state.names.outbox)
        return .success(
            Outgoing(
                id: id,
                envelopes: [
                    Envelope(
                        address: address, registrationID: copy.registrationID, bytes: copy.bytes,
                        sealing: copy.sealing)
                ],
                failures: []))
    }

    /// Whether a session may carry a message again that was asked for: not the one it was in, and none that the peer
    /// has begun since.
    private func mayCarry(
        _ session: StoredSession?, _ before: OutgoingRecord.Copy, sentAt: UInt64
    ) -> Bool {
        guard let session, session.isUsable(at: now), session.number != before.session else { return false }
        // Just below the number that was next then: numbers start elsewhere when a device was forgotten.
        let wasThere =
            session.number < before.nextSession
            && before.nextSession - session.number <= Self.sessionNumbersInUse && session.createdAt <= sentAt
        return (wasThere || session.session.role == .initiator)
            && session.theirIdentityKey == before.identityKey
    }

    /// How far back the number of a session that is still kept counts; an older one isn't used to send again.
    private static var sessionNumbersInUse: UInt32 { 4_096 }

    func currentKey(of user: UserID) throws -> IdentityPublicKey? {
        let device = try device()
        return user == device.address.user ? device.identity.publicKey : try knownUser(user)?.identityKey
    }

    /// The message that stands at a place of one of our chains.
    private func sentMessage(at name: RecordName) throws -> MessageID? {
        guard let record = try read(name) else { return nil }
        var reader = SecretReader(record.record)
        do throws(SecretReader.Corrupt) {
            try reader.format()
            let id = MessageID(try Bytes16(from: &reader))
            try reader.finish()
            return id
        } catch {
            throw StorageError.recordCorrupt
        }
    }

    func outgoing(_ id: MessageID) throws -> OutgoingRecord? {
        guard let record = try read(try state.codec.name(.outgoing, id.value)) else { return nil }
        return try OutgoingRecord.decoded(record)
    }

    func repairRecord(_ address: Address) throws -> RepairRecord {
        guard let record = try read(try repairName(address.encoded)) else { return RepairRecord() }
        return try RepairRecord(record)
    }

    func repairName(_ key: [UInt8]) throws -> RecordName { try state.codec.name(.repair, key) }
}

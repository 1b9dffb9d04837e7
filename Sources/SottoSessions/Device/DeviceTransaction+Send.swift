internal import SottoCrypto
internal import SottoHandshake
internal import SottoIdentity
internal import SottoWire

/// Sending: sealed, written down, and only then returned.
///
/// Rules DS-12 and DS-13.
extension DeviceTransaction {
    /// Seals a message for each device that is to get it.
    ///
    /// The same draft again gives the same bytes, and seals for devices that there was no session with.
    ///
    /// - Parameter isLogged: False for messages that are never sent again on request.
    package func send(_ draft: Draft, isLogged: Bool = true) throws -> Outgoing {
        try checkLength(draft)
        let name = try state.codec.name(.outgoing, draft.id.value)
        var record: OutgoingRecord
        switch try read(name) {
        case .some(let stored): record = try OutgoingRecord.decoded(stored)
        case .none:
            record = OutgoingRecord(
                id: draft.id, createdAt: now, destination: draft.destination, kind: .message,
                content: draft.content)
        }
        guard record.kind == .message, record.destination == draft.destination,
            record.content == draft.content
        else { throw SessionError.usage(.messageIDReused(draft.id)) }
        guard record.copies.isEmpty || record.isPending else {
            throw SessionError.usage(.alreadySent(draft.id))
        }
        return try complete(&record, as: name, isLogged: isLogged)
    }

    func checkLength(_ draft: Draft) throws(SessionError) {
        guard draft.content.count <= DeviceLimits.maximumContentByteCount else {
            throw .usage(
                .contentTooLarge(
                    byteCount: draft.content.count, limit: DeviceLimits.maximumContentByteCount))
        }
    }

    /// Refuses content whose copies for all devices are more than one record of a store.
    func checkRoom(for record: OutgoingRecord, _ receivers: [Receiver]) throws {
        // Where each of so many may have the longest content there is nothing to count.
        guard record.copies.count + receivers.count > OutgoingRecord.copiesOfAnyLength else { return }
        let copies = Set(record.copies.map(\.address)).union(receivers.map(\.address))
        let limit = OutgoingRecord.maximumContentByteCount(
            copies: copies.count, inEnvelopes: try senderCertificate() != nil)
        guard record.content.count <= limit else {
            throw SessionError.usage(.contentTooLarge(byteCount: record.content.count, limit: limit))
        }
    }

    /// Seals what is missing, and writes the record if something was.
    private func complete(
        _ record: inout OutgoingRecord, as name: RecordName, isLogged: Bool
    ) throws -> Outgoing {
        let wasEmpty = record.copies.isEmpty
        var failures: [DeliveryFailure] = []
        var isChanged = false
        let receivers = try receivers(of: record.destination, failures: &failures)
        try checkRoom(for: record, receivers)
        for receiver in receivers {
            let before = changeCount
            do throws(SessionError) {
                if let index = record.copies.firstIndex(where: { $0.address == receiver.address }) {
                    guard try outdated(record.copies[index], receiver) else {
                        if try isRenewed(&record.copies[index]) { isChanged = true }
                        continue
                    }
                    record.copies.remove(at: index)
                    isChanged = true
                }
                record.copies.append(try copy(of: record, for: receiver, isLogged: isLogged))
                isChanged = true
            } catch {
                // A damaged record is about one device; what it left half done is not.
                if case .storage(let fault) = error, !fault.concernsOneRecord || changeCount != before {
                    throw error
                }
                failures.append(DeliveryFailure(address: receiver.address, error: error))
            }
        }
        guard !record.copies.isEmpty || receivers.isEmpty else {
            throw failures.first?.error ?? SessionError.usage(.unknownUser(record.destination.user))
        }
        if isChanged || wasEmpty { try put(record, as: name, in: state.names.outbox) }
        return Outgoing(id: record.id, envelopes: record.envelopes, failures: failures)
    }

    /// Seals a message in the session in use with a device, and notes its place for requests to send it again.
    private func copy(
        of record: OutgoingRecord, for receiver: Receiver, isLogged: Bool
    ) throws(SessionError) -> OutgoingRecord.Copy {
        do {
            let address = receiver.address
            guard let peer = try knownPeer(address), let active = peer.active, active.isUsable(at: now),
                active.theirIdentityKey == receiver.identityKey
            else { throw SessionError.usage(.noSession(address)) }
            let hint = isLogged ? EnvelopeFacts.resendable : EnvelopeFacts.plain
            let copy = try seal(receiver.body(of: record), hint: hint, in: active, of: peer)
            if isLogged { try noteSent(copy, record.id, peer) }
            return copy
        } catch {
            throw DeviceState.sessionError(error)
        }
    }

    /// Whether unsent bytes are to be sealed anew; their place is forgotten then.
    private func outdated(
        _ copy: OutgoingRecord.Copy, _ receiver: Receiver
    ) throws(SessionError) -> Bool {
        do {
            guard try isOutdated(copy, receiver) else { return false }
            try forgetSent(copy)
            return true
        } catch {
            throw DeviceState.sessionError(error)
        }
    }

    /// Whether unsent bytes were put into another envelope, because that one's certificate is over.
    private func isRenewed(_ copy: inout OutgoingRecord.Copy) throws(SessionError) -> Bool {
        do { return try renew(&copy) } catch { throw DeviceState.sessionError(error) }
    }

    /// A device that gets a message.
    struct Receiver {
        let address: Address
        let identityKey: IdentityPublicKey
        /// One of the own devices, which is told what was sent.
        let isCopy: Bool

        func body(of record: OutgoingRecord) -> MessageBody {
            isCopy
                ? .sentCopy(record.id, to: record.destination.user, record.content)
                : .message(record.id, record.content)
        }
    }

    /// The devices that a message goes to; refuses where trust is missing, and where a record is damaged.
    func receivers(of destination: Destination) throws -> [Receiver] {
        var failures: [DeliveryFailure] = []
        let receivers = try receivers(of: destination, failures: &failures)
        if let failure = failures.first { throw failure.error }
        return receivers
    }

    /// The same, without the own devices where the record that lists them is damaged: that is a failure under the own
    /// address.
    private func receivers(
        of destination: Destination, failures: inout [DeliveryFailure]
    ) throws -> [Receiver] {
        let device = try device()
        let own = device.address.user
        let ownKey = device.identity.publicKey
        var result: [Receiver] = []
        if destination.user != own {
            let user = try trustedUser(destination.user)
            guard let key = user.identityKey else { throw SessionError.usage(.unknownUser(destination.user)) }
            switch destination {
            case .device(let address): return [Receiver(address: address, identityKey: key, isCopy: false)]
            case .user(let id):
                for device in user.devices where device.staleSince == nil {
                    result.append(
                        Receiver(
                            address: try Address(user: id, device: device.number), identityKey: key,
                            isCopy: false))
                }
            }
            guard !result.isEmpty else { throw SessionError.usage(.unknownUser(destination.user)) }
        } else if case .device(let address) = destination {
            guard address != device.address else { throw SessionError.usage(.ownAddress) }
            return [Receiver(address: address, identityKey: ownKey, isCopy: false)]
        }
        let ownDevices: [UInt32]
        do { ownDevices = try ownUser()?.activeDevices ?? [] } catch let error as StorageError
            where error.concernsOneRecord && destination.user != own
        {
            failures.append(DeliveryFailure(address: device.address, error: .storage(error)))
            return result
        }
        for number in ownDevices where number != device.address.device {
            result.append(
                Receiver(
                    address: try Address(user: own, device: number), identityKey: ownKey,
                    isCopy: destination.user != own))
        }
        return result
    }

    /// What is known of a user that something may be sent to.
    func trustedUser(_ id: UserID) throws -> UserRecord {
        guard let user = try knownUser(id), let key = user.identityKey else {
            throw SessionError.usage(.unknownUser(id))
        }
        let asksForVerified = try device().policy == .verifiedOnly
        if let pending = user.pending, user.verifiedAt != nil || asksForVerified {
            throw SessionError.peer(
                .identityChanged(IdentityChange(user: id, known: key, received: pending.key)))
        }
        guard user.verifiedAt != nil || !asksForVerified else { throw SessionError.usage(.notVerified(id)) }
        return user
    }

    /// Whether unsent bytes are for a key or an installation that is no longer the receiver's.
    func isOutdated(_ copy: OutgoingRecord.Copy, _ receiver: Receiver) throws -> Bool {
        guard !copy.bytes.isEmpty else { return false }
        if copy.identityKey != receiver.identityKey { return true }
        guard let id = copy.registrationID, let current = try knownPeer(copy.address)?.registrationID else {
            return false
        }
        return id != current
    }

    /// Seals a body in one session.
    ///
    /// - Parameter hint: What the receiver is told, should it not be able to open the message.
    func seal(
        _ body: MessageBody, hint: UInt8 = EnvelopeFacts.implicit, in stored: StoredSession,
        of peer: PeerRecord
    ) throws -> OutgoingRecord.Copy {
        change(peer)
        stored.isChanged = true
        return try sealed(body, hint: hint, in: stored, of: peer)
    }

    /// Seals a body in one session, which the caller writes down.
    func sealed(
        _ body: MessageBody, hint: UInt8, in stored: StoredSession, of peer: PeerRecord
    ) throws -> OutgoingRecord.Copy {
        let (bytes, place, beganChain) = try stored.session.seal(body)
        if beganChain { stored.leaseEnd = 0 }
        guard let place else { throw StorageError.recordCorrupt }
        let enclosed = try enclose(
            bytes, hint: hint, for: peer.address, peer.registrationID, stored.theirIdentityKey)
        return OutgoingRecord.Copy(
            address: peer.address, registrationID: peer.registrationID,
            identityKey: stored.theirIdentityKey, ratchetKey: place.ratchetKey.key.bytes,
            index: place.index, session: stored.number, nextSession: peer.nextSessionNumber,
            transcript: stored.transcript, fingerprint: FirstForm.fingerprint(of: bytes),
            sealing: enclosed.sealing, enclosed: enclosed.enclosed,
            bytes: enclosed.bytes)
    }

    /// Writes down which message stands at a place.
    func noteSent(_ copy: OutgoingRecord.Copy, _ id: MessageID, _ peer: PeerRecord) throws {
        try put(SentPlace(id: id), as: try sentName(peer.key, copy.ratchetKey, copy.index), in: peer.group)
    }

    func forgetSent(_ copy: OutgoingRecord.Copy) throws {
        try remove(try sentName(copy.address.encoded, copy.ratchetKey, copy.index))
    }

    func sentName(_ key: [UInt8], _ ratchetKey: Bytes32, _ index: UInt32) throws -> RecordName {
        try state.codec.name(
            kind: RecordKind.sentMessage.rawValue, address: key, ratchetKey: ratchetKey, index: index)
    }
}

/// Which message stands at a place of one of our chains.
private struct SentPlace: RecordContent {
    let id: MessageID

    var encodedByteCount: Int { 1 + MessageID.byteCount }

    func append(to writer: inout SecretWriter) {
        writer.append(u8: 1)
        id.value.append(to: &writer)
    }
}

extension OutgoingRecord {
    /// Drops the bytes that the server has, for one device or all.
    mutating func forgetBytes(for address: Address?) {
        for index in copies.indices where address == nil || copies[index].address == address {
            copies[index].forgetBytes()
        }
    }

    /// What the server doesn't have yet.
    var envelopes: [Envelope] {
        var envelopes: [Envelope] = []
        envelopes.reserveCapacity(copies.count)
        for copy in copies { if let envelope = copy.envelope { envelopes.append(envelope) } }
        return envelopes
    }
}

extension OutgoingRecord.Copy {
    /// Whether it waits in an envelope that its receiver won't open when it is handed over now.
    func isExpired(at instant: UInt64) -> Bool {
        guard let enclosed, !bytes.isEmpty else { return false }
        return DeviceLimits.isOver(enclosed.goodUntil, at: instant)
    }

    /// Drops what the server has.
    mutating func forgetBytes() {
        bytes = []
        if let enclosed {
            self.enclosed = OutgoingRecord.Enclosed(
                message: [], hint: enclosed.hint, goodUntil: enclosed.goodUntil)
        }
    }

    /// The bytes for the server, unless it has them.
    var envelope: Envelope? {
        bytes.isEmpty
            ? nil
            : Envelope(address: address, registrationID: registrationID, bytes: bytes, sealing: sealing)
    }
}

package import SottoCrypto
package import SottoIdentity

/// What the layers above the sessions need of a transaction.
extension DeviceTransaction {
    /// Now, in milliseconds.
    package var instant: UInt64 { now }

    /// The device's own address.
    package var ownAddress: Address { get throws { try device().address } }

    /// The user's own identity key.
    package var ownIdentityKey: IdentityPublicKey { get throws { try device().identity.publicKey } }

    /// What the layer of groups has read; forgotten when somebody else wrote, and when a transaction failed.
    package var groupCache: AnyObject? {
        get { state.groupCache }
        set { state.groupCache = newValue }
    }

    /// A record of a group, or nothing.
    ///
    /// - Throws: ``StorageError/recordOutdated`` when it is of an earlier generation than `least`.
    package func record(
        _ kind: RecordKind, _ key: [UInt8], atLeast least: UInt64 = 0
    ) throws -> OpenedRecord? {
        let name = try state.codec.name(kind, key)
        guard let value = try rows.value(of: name) else { return nil }
        return try state.codec.open(value, as: name, atLeast: least)
    }

    /// Whether there is a record.
    package func hasRecord(_ kind: RecordKind, _ key: [UInt8]) throws -> Bool {
        try rows.value(of: try state.codec.name(kind, key)) != nil
    }

    package func put(
        _ record: some RecordContent, _ kind: RecordKind, _ key: [UInt8], in group: RecordGroup,
        generation: UInt64 = 1
    ) throws {
        try put(record, as: try state.codec.name(kind, key), in: group, generation: generation)
    }

    /// Writes a record whose content was made before.
    package func put(
        _ record: borrowing SecretBytes, _ kind: RecordKind, _ key: [UInt8], in group: RecordGroup,
        generation: UInt64 = 1
    ) throws {
        try put(record, as: try state.codec.name(kind, key), in: group, generation: generation)
    }

    /// Writes a record again in another group of records, behind all that is there.
    package func move(
        _ record: some RecordContent, _ kind: RecordKind, _ key: [UInt8], to group: RecordGroup
    ) throws {
        let name = try state.codec.name(kind, key)
        // A row keeps its group as long as it is there.
        try remove(name)
        try put(record, as: name, in: group)
    }

    package func remove(_ kind: RecordKind, _ key: [UInt8]) throws {
        try remove(try state.codec.name(kind, key))
    }

    /// A group of records, with a key.
    package func recordGroup(_ kind: RecordGroupKind, _ key: [UInt8] = []) throws -> RecordGroup {
        try state.codec.group(kind, key)
    }

    /// A page of a group of records, the oldest first.
    package func listed(
        in group: RecordGroup, after sequence: UInt64 = 0, limit: Int
    ) throws -> [StorageRow] {
        try rows.rows(in: group, after: sequence, limit: limit)
    }

    /// The record of a row.
    ///
    /// - Throws: ``StorageError/recordCorrupt``.
    package func open(_ row: StorageRow) throws -> OpenedRecord {
        try state.codec.open(row.value, as: row.name)
    }

    package func remove(_ row: StorageRow) throws { try remove(row.name) }

    package func removeRecord(named name: RecordName) throws { try remove(name) }

    package func recordName(_ kind: RecordKind, _ key: [UInt8]) throws -> RecordName {
        try state.codec.name(kind, key)
    }

    package func removeRecords(in group: RecordGroup) throws { try removeAll(in: group) }

    /// The devices of a user that a message may go to now, with the key that they share; the own other ones too.
    ///
    /// - Throws: Where trust is missing.
    package func reachableDevices(of user: UserID) throws -> (devices: [UInt32], key: IdentityPublicKey) {
        let device = try device()
        if user == device.address.user {
            let others = try ownUser()?.activeDevices.filter { $0 != device.address.device } ?? []
            return (others, device.identity.publicKey)
        }
        let known = try trustedUser(user)
        guard let key = known.identityKey else { throw SessionError.usage(.unknownUser(user)) }
        return (known.activeDevices, key)
    }

    /// Whether a key is the one in use of its user: a session under another one only opens what was on its way.
    package func isInUse(_ key: IdentityPublicKey, of user: UserID) throws -> Bool {
        try currentKey(of: user) == key
    }

    /// The installation of a device that a session can be used with; nothing where there is none.
    package func usableInstallation(
        of address: Address, under key: IdentityPublicKey
    ) throws -> RegistrationID? {
        guard let peer = try knownPeer(address), let active = peer.active, active.isUsable(at: now),
            active.theirIdentityKey == key
        else { return nil }
        return peer.registrationID
    }

    /// The installation of a device that was last heard of.
    package func installation(of address: Address) throws -> RegistrationID? {
        try knownPeer(address)?.registrationID
    }

    /// Seals something for a group in the session in use with a device, and writes it down until the server has it.
    ///
    /// - Parameters:
    ///   - first: What the message was, when it is sent there again.
    ///   - sentAt: When it was first sent: it goes again in a session that was there then, or that was begun here.
    package func sealForGroup(
        _ body: GroupBody, to address: Address, again first: FirstForm? = nil, sentAt: UInt64? = nil
    ) throws -> Outgoing {
        guard let peer = try knownPeer(address), let active = peer.active, active.isUsable(at: now) else {
            throw SessionError.usage(.noSession(address))
        }
        if let sentAt, active.createdAt > sentAt, active.session.role != .initiator {
            throw SessionError.usage(.bundleRequired(address))
        }
        let message = MessageBody.group(body)
        return try keepControl(
            try seal(first.map { .again($0, message) } ?? message, in: active, of: peer))
    }

    /// Whether a message was received in another form before: its sender sent it again.
    package func wasSentAgain(_ id: ReceivedID, by address: Address) throws -> Bool {
        guard let peer = try knownPeer(address) else { return false }
        return try wasSentAgain(id, by: peer)
    }

    /// Whether a message to a user or a device has this id.
    package func isUsed(_ id: MessageID) throws -> Bool {
        try rows.value(of: try state.codec.name(.outgoing, id.value)) != nil
    }

    /// Whether bytes of a message between devices wait for the server.
    package func isPending(_ id: MessageID) throws -> Bool {
        try rows.value(of: try state.codec.name(.outgoing, id.value)) != nil
    }

    /// What waits for the server under an id, or nothing.
    package func pending(_ id: MessageID) throws -> Outgoing? {
        guard let record = try outgoing(id), record.isPending else { return nil }
        return Outgoing(id: id, envelopes: record.envelopes, failures: [])
    }

    /// Refuses when the inbox has no room for so many bytes more.
    package func checkInbox(for byteCount: Int) throws { try inboxTotals().checkRoom(for: byteCount) }

    /// Whether a message with this id was received.
    package func wasReceived(_ id: ReceivedID) throws -> Bool {
        try rows.value(of: try state.codec.name(.received, id.value.value)) != nil
    }

    /// What is known of a message that was received: whether `fingerprint` is its.
    package func isCopy(of id: ReceivedID, _ fingerprint: UInt64) throws -> Bool? {
        guard let record = try read(try state.codec.name(.received, id.value.value)) else { return nil }
        return try ReceivedRecord.decoded(record).fingerprint == fingerprint
    }

    /// Notes that a message was received that is nothing but a copy.
    package func noteReceived(_ id: ReceivedID, fingerprint: UInt64) throws {
        try put(
            ReceivedRecord.acknowledged(at: now, fingerprint: fingerprint),
            as: try state.codec.name(.received, id.value.value), in: state.names.acknowledged)
    }

    /// Whether a message may be asked for, by the chain's name and the place.
    package func isRequestDue(to address: Address, _ chain: Bytes32, _ index: UInt32) throws -> Bool {
        try repairRecord(address).isDue(chain, index, at: now)
    }

    package func noteRequest(to address: Address, _ chain: Bytes32, _ index: UInt32) throws {
        var record = try repairRecord(address)
        record.note(chain, index, at: now)
        try put(
            record, as: try repairName(address.encoded), in: try state.codec.group(.peer, address.encoded))
    }

    /// Writes an opened message into the inbox.
    package func keepReceived(
        _ content: ReceivedContent, as id: ReceivedID, fingerprint: UInt64, from envelope: EnvelopeContent,
        _ facts: ReceivedFacts, serverTime: UInt64?
    ) throws -> Received {
        var facts = facts
        facts.envelope = envelope.facts
        return try keep(
            content, id, fingerprint: fingerprint, from: envelope.sender, envelope.identityKey, facts,
            serverTime)
    }
}

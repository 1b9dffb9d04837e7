internal import SottoCrypto
internal import SottoHandshake
internal import SottoIdentity

/// One operation's view of the store: records that are read once, changed in memory, and written at the end.
package final class DeviceTransaction {
    let state: DeviceState
    let rows: any StorageTransaction
    /// Now, in milliseconds.
    let now: UInt64
    /// Most transactions change one record, and nothing of ``more``.
    private var firstChanged: (any StoredRecord & RecordContent)?
    private var more: More?
    private var hasWritten = false
    /// Whether what was written can't have been nothing, as deleting can.
    private(set) var hasPut = false
    /// Rises with every change: says whether a part of the transaction left anything behind.
    package private(set) var changeCount = 0

    init(_ state: DeviceState, _ rows: any StorageTransaction, at instant: UInt64) {
        self.state = state
        self.rows = rows
        now = instant
    }

    /// Has `record` written at the end.
    func change(_ record: any StoredRecord & RecordContent) {
        changeCount += 1
        guard !record.isChanged else { return }
        record.isChanged = true
        if firstChanged == nil { firstChanged = record } else { makeMore().changed.append(record) }
    }

    /// What few transactions have, made when the first of it comes.
    private final class More {
        var changed: [any StoredRecord & RecordContent] = []
        var parts: [SkippedKeyPart.Place: SkippedKeyPart] = [:]
        var changedParts: [SkippedKeyPart] = []
    }

    private func makeMore() -> More {
        if let more { return more }
        let made = More()
        more = made
        return made
    }

    /// A record of skipped keys that was read in this transaction, or what `read` gives.
    func part(_ place: SkippedKeyPart.Place, _ read: () throws -> SkippedKeyPart) rethrows -> SkippedKeyPart {
        let more = makeMore()
        if let known = more.parts[place] { return known }
        let part = try read()
        more.parts[place] = part
        return part
    }

    /// Has a record of skipped keys written at the end, after a change of its keys.
    func note(_ part: SkippedKeyPart) {
        changeCount += 1
        if part.noteChange() { makeMore().changedParts.append(part) }
    }

    /// Whether nothing of a device is there.
    ///
    /// One damaged record doesn't make a store look new.
    func isEmpty() throws -> Bool {
        let names = state.names
        guard try rows.value(of: names.device) == nil else { return false }
        let groups = [
            names.deviceGroup, names.users, names.signedPrekeys, names.oneTimePrekeys, names.outbox,
            names.sentMessages, names.inbox, names.acknowledged, names.openedFirstMessages, names.groups,
            names.senderChains, names.groupOutbox, names.sentGroupMessages,
        ]
        return try groups.allSatisfy { try rows.rows(in: $0, after: 0, limit: 1).isEmpty }
    }

    func establish(_ record: DeviceRecord) {
        state.device = record
        state.senderCertificate = []
        change(record)
    }

    /// Whether a record was changed, in memory or in the store.
    var isDirty: Bool { changeCount > 0 }

    /// Writes what was changed; says whether there was anything.
    func writeChanges() throws -> Bool {
        if let more { for part in more.changedParts { try part.write(in: self) } }
        if let firstChanged { try write(firstChanged) }
        if let more { for record in more.changed { try write(record) } }
        return hasWritten
    }

    private func write(_ record: any StoredRecord & RecordContent) throws {
        try record.writeParts(in: self)
        let generation = record.generation + 1
        record.generation = generation
        try put(record, as: record.name, in: record.group, generation: generation)
        record.isChanged = false
    }

    func put(
        _ record: borrowing SecretBytes, as name: RecordName, in group: RecordGroup, generation: UInt64 = 1
    ) throws {
        noteWriting()
        hasPut = true
        try rows.put(try state.codec.close(record, as: name, generation: generation), as: name, in: group)
    }

    func put(
        _ record: some RecordContent, as name: RecordName, in group: RecordGroup, generation: UInt64 = 1
    ) throws {
        try put(as: name, in: group, generation: generation, byteCount: record.encodedByteCount) {
            record.append(to: &$0)
        }
    }

    /// Writes a record of `byteCount` bytes that `write` writes where it is to lie.
    @inline(__always)
    func put(
        as name: RecordName, in group: RecordGroup, generation: UInt64 = 1, byteCount: Int,
        _ write: (inout SecretWriter) -> Void
    ) throws {
        noteWriting()
        hasPut = true
        let value = try state.codec.close(as: name, generation: generation, byteCount: byteCount, write)
        try rows.put(value, as: name, in: group)
    }

    private func noteWriting() {
        hasWritten = true
        changeCount += 1
    }

    func remove(_ name: RecordName) throws {
        noteWriting()
        try rows.remove(name)
    }

    /// A record, or nothing where there is none.
    func read(_ name: RecordName) throws -> OpenedRecord? {
        guard let value = try rows.value(of: name) else { return nil }
        return try state.codec.open(value, as: name)
    }

    func device() throws -> DeviceRecord {
        if let device = state.device { return device }
        guard let record = try read(state.names.device) else { throw StorageError.noIdentity }
        let device = try DeviceRecord.decoded(
            record, name: state.names.device, group: state.names.deviceGroup)
        state.device = device
        return device
    }

    func prekeys() throws -> PrekeyHead {
        if let prekeys = state.prekeys { return prekeys }
        let (name, group) = (state.names.prekeys, state.names.deviceGroup)
        let prekeys: PrekeyHead
        switch try read(name) {
        case .some(let record): prekeys = try PrekeyHead.decoded(record, name: name, group: group)
        case .none:
            prekeys = PrekeyHead(name: name, group: group)
            // Whatever the server has of this address is of an earlier installation.
            prekeys.replacesAll = true
        }
        state.prekeys = prekeys
        return prekeys
    }

    func inboxTotals() throws -> InboxTotals {
        if let inbox = state.inbox { return inbox }
        let (name, group) = (state.names.inboxTotals, state.names.deviceGroup)
        let inbox: InboxTotals
        switch try read(name) {
        case .some(let record): inbox = try InboxTotals.decoded(record, name: name, group: group)
        case .none:
            inbox = InboxTotals(name: name, group: group)
            if state.codec.isForMemory { try count(into: inbox) }
        }
        state.inbox = inbox
        return inbox
    }

    /// Has the totals of the inbox written at the end; in memory they are counted when they were forgotten.
    ///
    /// There the messages are at hand, and a row more for each of them would cost as much as what it saves.
    func noteChange(of totals: InboxTotals) { if !state.codec.isForMemory { change(totals) } }

    private func count(into totals: InboxTotals) throws {
        for row in try rows.rows(in: state.names.inbox, after: 0, limit: DeviceLimits.maximumInboxCount) {
            let record = try state.codec.open(row.value, as: row.name)
            guard case .waiting(let received, _) = try ReceivedRecord.decoded(record) else { continue }
            totals.add(received.content.byteCount)
        }
    }

    /// What is known of a user, or nothing.
    func knownUser(_ user: UserID) throws -> UserRecord? {
        if let known = state.users[user] { return known }
        let name = try state.codec.name(.user, user.bytes)
        guard let record = try read(name) else { return nil }
        let known = try UserRecord.decoded(record, name: name, group: state.names.users)
        state.users[user] = known
        return known
    }

    /// What is known of the own user, or nothing.
    func ownUser() throws -> UserRecord? {
        guard !state.hasNoOwnUser else { return nil }
        let known = try knownUser(device().address.user)
        if known == nil { state.hasNoOwnUser = true }
        return known
    }

    /// What is known of a user; an empty record that is written once something is changed.
    func user(_ user: UserID) throws -> UserRecord {
        if let known = try knownUser(user) { return known }
        return try makeUser(user)
    }

    /// An empty record of a user, in place of any that there is.
    func makeUser(_ user: UserID) throws -> UserRecord {
        let made = UserRecord(
            name: try state.codec.name(.user, user.bytes), group: state.names.users, user: user)
        state.users[user] = made
        state.hasNoOwnUser = false
        return made
    }

    /// What is known of a device of a peer, or nothing.
    func knownPeer(_ address: Address) throws -> PeerRecord? {
        if let known = state.peers[address] { return known }
        let key = address.encoded
        let name = try state.codec.name(.peer, key)
        guard let record = try read(name) else { return nil }
        let known = try PeerRecord.decoded(
            record, address: address, name: name, group: try state.codec.group(.peer, key))
        state.peers[address] = known
        return known
    }

    /// What is known of a device of a peer; an empty record that is written once something is changed.
    func peer(_ address: Address) throws -> PeerRecord {
        if let known = try knownPeer(address) { return known }
        let key = address.encoded
        let made = PeerRecord(
            name: try state.codec.name(.peer, key), group: try state.codec.group(.peer, key), address: address
        )
        made.nextSessionNumber = UInt32(1 + Random.number(below: 1 << 31))
        state.peers[address] = made
        return made
    }
}

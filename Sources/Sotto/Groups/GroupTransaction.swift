internal import SottoGroups
internal import SottoIdentity
internal import SottoSessions

/// One operation's view of the records of groups, inside a device's transaction.
///
/// Rules DS-25 to DS-31.
struct GroupTransaction {
    let transaction: DeviceTransaction

    init(_ transaction: DeviceTransaction) { self.transaction = transaction }

    /// What was read of groups and may be used again as long as nobody else writes.
    final class Cache {
        var histories: [GroupID: RosterHistory] = [:]
        /// What waits in groups, and for those that aren't known, oldest first.
        var waiting: [GroupID?: [WaitingPlace]] = [:]
        /// How many groups stay in memory.
        static let limit = 64

        func keep(_ places: [WaitingPlace], in group: GroupID?) {
            if waiting.count >= Self.limit { waiting.removeAll() }
            waiting[group] = places
        }
    }

    var cache: Cache {
        if let cache = transaction.groupCache as? Cache { return cache }
        let cache = Cache()
        transaction.groupCache = cache
        return cache
    }

    /// The rosters of a group, or nothing when it isn't known.
    func history(of group: GroupID) throws -> RosterHistory? {
        if let known = cache.histories[group] { return known }
        guard let record = try transaction.record(.group, group.bytes) else { return nil }
        var bytes = record.record.exposeBytes()
        guard bytes.first == Self.format else { throw StorageError.recordCorrupt }
        bytes.removeFirst()
        let history: RosterHistory
        do { history = try RosterHistory(archive: bytes) } catch { throw StorageError.recordCorrupt }
        keep(history, of: group)
        return history
    }

    private func keep(_ history: RosterHistory, of group: GroupID) {
        if cache.histories.count >= Cache.limit { cache.histories.removeAll() }
        cache.histories[group] = history
    }

    /// The rosters of a group that must be known.
    func knownHistory(of group: GroupID) throws -> RosterHistory {
        guard let history = try history(of: group) else { throw SessionError.usage(.unknownGroup(group)) }
        return history
    }

    /// The rosters of a group that the own user is a member of.
    func joinedHistory(of group: GroupID) throws -> RosterHistory {
        let history = try knownHistory(of: group)
        guard try history.current.contains(transaction.ownAddress.user) else {
            throw SessionError.usage(.notMember(group))
        }
        return history
    }

    func put(_ history: RosterHistory, of group: GroupID) throws {
        var record = SecretWriter(byteCount: 1 + history.archive().count)
        record.append(u8: Self.format)
        record.append(history.archive())
        try transaction.put(
            record.finish(), .group, group.bytes, in: try transaction.recordGroup(.groups))
        keep(history, of: group)
    }

    /// Forgets a group and everything about it.
    func remove(_ group: GroupID) throws {
        try transaction.remove(.group, group.bytes)
        try dropChain(of: group)
        try dropOutbox(of: group)
        try dropOthers(in: group)
        try dropSent(to: group)
        try transaction.removeRecords(in: try transaction.recordGroup(.rosters, group.bytes))
        cache.histories[group] = nil
    }

    /// Forgets what others sent for a group: their keys, and messages that wait.
    func dropOthers(in group: GroupID) throws {
        try transaction.removeRecords(in: try transaction.recordGroup(.group, group.bytes))
        try transaction.removeRecords(in: try transaction.recordGroup(.waitingInGroup, group.bytes))
        cache.waiting[group] = nil
    }

    /// The first byte of each record.
    static let format: UInt8 = 1
}

internal import SottoCrypto
internal import SottoGroups
internal import SottoIdentity
internal import SottoSessions

/// Messages that came before their sender's key or roster, and keys that came before their roster.
///
/// Rule DS-30.
extension GroupTransaction {
    /// The box of a group that is known, or of all the others together.
    private func box(_ group: GroupID?) throws -> RecordGroup {
        try transaction.recordGroup(.waitingInGroup, group?.bytes ?? [])
    }

    /// Keeps something until what it needs has come; where there is no room the oldest of the device that has most goes.
    func keepWaiting(_ item: WaitingInGroup) throws {
        let box = try box(try history(of: item.group) == nil ? nil : item.group)
        guard try !transaction.hasRecord(.waitingInGroup, item.key) else { return }
        let rows = try transaction.listed(in: box, limit: GroupDeviceLimits.maximumWaiting)
        if rows.count >= GroupDeviceLimits.maximumWaiting { try makeRoom(in: rows, for: item.sender) }
        try transaction.put(item, .waitingInGroup, item.key, in: box)
    }

    private func makeRoom(in rows: [StorageRow], for sender: Address) throws {
        let senders = try rows.map { try readable($0)?.sender }
        var counts: [Address: Int] = [sender: 1]
        for case let sender? in senders { counts[sender, default: 0] += 1 }
        let most = counts.values.max()
        // A damaged one, of nobody, goes before all others.
        let index =
            senders.firstIndex(of: nil) ?? senders.firstIndex { $0.flatMap { counts[$0] } == most } ?? 0
        try transaction.remove(rows[index])
    }

    private func readable(_ row: StorageRow) throws -> WaitingInGroup? {
        do { return try WaitingInGroup(try transaction.open(row)) } catch StorageError.recordCorrupt {
            return nil
        }
    }

    /// Opens what waits in a group and can be opened now.
    ///
    /// - Parameter sender: The device whose key came; nil after a roster, when anything may open and what waited for a
    ///   group to be known is looked through too.
    func openWaiting(in group: GroupID, from sender: Address?) throws -> WaitedMessages {
        var result = WaitedMessages()
        var waiting: [Waiting] = []
        for known in sender == nil ? [group, nil] : [group] {
            let limit = GroupDeviceLimits.maximumWaiting
            for row in try transaction.listed(in: try box(known), limit: limit) {
                guard let item = try readable(row), item.group == group else { continue }
                guard sender == nil || item.sender == sender else { continue }
                waiting.append(Waiting(item: item, row: row, isOfKnownGroup: known != nil))
            }
        }
        // Keys first, whatever came first.
        for item in waiting where item.item.kind == .senderKey { try takeKey(item) }
        for item in waiting where item.item.kind == .message {
            // The rest waits for room in the inbox.
            guard try takeMessage(item, &result) else { break }
        }
        return result
    }

    /// Something that waits, and where.
    private struct Waiting {
        let item: WaitingInGroup
        let row: StorageRow
        let isOfKnownGroup: Bool
    }

    /// Takes a key that waited, once its sender is a member.
    private func takeKey(_ waiting: Waiting) throws {
        let item = waiting.item
        guard try isMember(item.sender.user, of: item.group) else { return try waitOn(waiting) }
        try transaction.remove(waiting.row)
        var key = item.bytes
        try takeKey(&key, from: item.sender, item.identityKey)
    }

    /// Takes a message that waited; false when there is no room for more in the inbox.
    private func takeMessage(_ waiting: Waiting, _ waited: inout WaitedMessages) throws -> Bool {
        let item = waiting.item
        let before = transaction.changeCount
        do {
            let result = try receive(
                item.envelope, serverTime: item.serverTime, waitingSince: item.receivedAt)
            if case .success(let received) = result { waited.opened.append(received) }
            if case .failure(.peer(.undecryptableInGroup(let message))) = result, message.isWaiting {
                try waitOn(waiting)
                return true
            }
        } catch let error as SessionError {
            switch error {
            case .storage: throw error
            case .usage: return false
            // It can't be opened after all, and was never promised.
            case .peer(.undecryptableInGroup(let message)): waited.missed.append(message)
            default: break
            }
        } catch let error as StorageError where error.concernsOneRecord {
            guard transaction.changeCount == before else { throw error }
            // Damage in what is kept about its sender concerns nobody else.
            return true
        }
        try transaction.remove(waiting.row)
        return true
    }

    /// Lets something wait on: in the group's own box, once there is one.
    private func waitOn(_ waiting: Waiting) throws {
        guard !waiting.isOfKnownGroup else { return }
        try transaction.remove(waiting.row)
        try keepWaiting(waiting.item)
    }

    /// Whether a user is a member of a group that is known.
    func isMember(_ user: UserID, of group: GroupID) throws -> Bool {
        try history(of: group)?.current.contains(user) ?? false
    }

    /// Removes what waited for 7 days in a box.
    func removeOldWaiting(in group: GroupID?) throws {
        for row in try transaction.listed(in: try box(group), limit: GroupDeviceLimits.maximumWaiting) {
            guard var item = try readable(row) else { continue }
            let now = transaction.instant
            if item.receivedAt > now {
                item.receivedAt = now
                try transaction.put(item, .waitingInGroup, item.key, in: try box(group))
            } else if now - item.receivedAt > GroupDeviceLimits.waitingLife {
                try transaction.remove(row)
            }
        }
    }
}

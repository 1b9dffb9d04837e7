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
    func openWaiting(in group: GroupID, from sender: Address?) throws -> [Received] {
        var opened: [Received] = []
        for box in sender == nil ? [try box(group), try box(nil)] : [try box(group)] {
            let rows = try transaction.listed(in: box, limit: GroupDeviceLimits.maximumWaiting)
            let items = try rows.map { ($0, try readable($0)) }
            // Keys first, whatever came first.
            for kind in [WaitingInGroup.Kind.senderKey, .message] {
                for case (let row, let item?) in items where item.kind == kind && item.group == group {
                    guard sender == nil || item.sender == sender else { continue }
                    guard try takeWaiting(item, row, &opened) else { return opened }
                }
            }
        }
        return opened
    }

    /// Takes one that waited; false when there is no room for more in the inbox.
    private func takeWaiting(
        _ item: WaitingInGroup, _ row: StorageRow, _ opened: inout [Received]
    ) throws -> Bool {
        switch item.kind {
        case .senderKey:
            try transaction.remove(row)
            var key = item.bytes
            try takeKey(&key, from: item.sender, item.identityKey)
        case .message:
            do {
                try transaction.checkInbox(for: item.bytes.count)
                try transaction.remove(row)
                // One that goes on waiting is put back, in the group's box by now.
                let result = try receive(
                    item.envelope, serverTime: item.serverTime, waitingSince: item.receivedAt)
                if case .success(let received) = result { opened.append(received) }
            } catch let error as SessionError {
                switch error {
                case .storage: throw error
                case .usage: return false
                // It can't be opened after all, and was never promised.
                default: break
                }
            }
        }
        return true
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

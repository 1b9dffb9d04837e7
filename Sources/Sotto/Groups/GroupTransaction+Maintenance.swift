internal import SottoGroups
internal import SottoSessions

/// What time does in groups.
///
/// Rule DS-18.
extension GroupTransaction {
    func maintain(_ step: GroupMaintenanceStep) throws -> GroupMaintenanceStep? {
        switch step {
        case .sentMessages(let sequence):
            return try removeOldSent(after: sequence).map { .sentMessages(after: $0) } ?? .unknownGroups
        case .unknownGroups:
            try removeOldWaiting(in: nil)
            return .groups(after: 0)
        case .groups(let sequence):
            let groups = try transaction.recordGroup(.groups)
            guard let row = try transaction.listed(in: groups, after: sequence, limit: 1).first else {
                return nil
            }
            let group: GroupID
            do { group = try groupID(of: row) } catch StorageError.recordCorrupt {
                return .groups(after: row.sequence)
            }
            try removeOldWaiting(in: group)
            // What found no room in the inbox.
            _ = try openWaiting(in: group, from: nil)
            return .memberKeys(of: group, at: row.sequence, after: 0)
        case .memberKeys(let group, let place, let sequence):
            let records = try transaction.recordGroup(.group, group.bytes)
            let page = try transaction.listed(in: records, after: sequence, limit: Self.memberRowCount)
            for row in page { try dropExpired(in: row, of: group) }
            guard let last = page.last, page.count == Self.memberRowCount else {
                return .groups(after: place)
            }
            return .memberKeys(of: group, at: place, after: last.sequence)
        }
    }

    /// Fewer than elsewhere: a row of skipped keys may have hundreds of kilobytes.
    private static var memberRowCount: Int { 64 }

    private func dropExpired(in row: StorageRow, of group: GroupID) throws {
        // Skipped keys have rows of their own, and a damaged one is left for who uses it.
        guard var keys = try? MemberKeys.decoded(try transaction.open(row)), keys.states.skippedKeyCount > 0
        else { return }
        do {
            try keys.loadSkippedKeys(of: group, in: transaction)
            _ = try keys.states.dropExpired(at: transaction.instant)
            try keys.write(of: group, in: transaction)
        } catch is MemberKeys.Damaged {}
    }

    /// Drops sent messages that nobody asked for in 14 days.
    private func removeOldSent(after sequence: UInt64) throws -> UInt64? {
        let limit = MaintenanceStep.recordCount
        let page = try transaction.listed(
            in: try transaction.recordGroup(.sentGroupMessages), after: sequence, limit: limit)
        for row in page {
            guard var record = try? OutgoingGroupRecord(try transaction.open(row)) else { continue }
            let now = transaction.instant
            if record.createdAt > now {
                record.createdAt = now
                try keep(record)
            } else if now - record.createdAt > DeviceLimits.sentMessageLife {
                try forget(record)
            } else {
                return nil
            }
        }
        return page.count == limit ? page.last?.sequence : nil
    }
}

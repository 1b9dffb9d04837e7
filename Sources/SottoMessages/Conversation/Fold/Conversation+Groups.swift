/// What the fold asks of the group, and what follows when the group turns out to be another one.
extension Conversation {
    /// Whether a person may do in the group what only admins may, at a place in the order.
    func isAdmin(_ person: Int32, at sequence: UInt64) -> Bool {
        groupLog.snapshot(at: sequence)?.isAdmin(people[person]) ?? false
    }

    /// Whether a person may pin messages, at a place in the order; as long as nothing is known of the group, all may.
    func allowsPinning(_ person: Int32, at sequence: UInt64) -> Bool {
        guard isGroup, let group = groupLog.snapshot(at: sequence) else { return true }
        return group.allows(.pinning, by: people[person])
    }

    mutating func insertGroup(_ entry: GroupEntry) {
        regroup(groupLog.insert(entry))
    }

    /// Takes a change back whose name an earlier event has.
    mutating func removeGroup(_ entry: GroupEntry) {
        if records[Int(entry.record)].isRefused { refusals.remove(entry.sequence, nil) }
        records[Int(entry.record)].isRefused = false
        regroup(groupLog.remove(entry))
    }

    mutating func insertAnchor(_ snapshot: GroupSnapshot, _ sequence: UInt64) {
        guard isGroup else { return }
        batch.result.changesConversation = true
        regroup(groupLog.insert(anchor: snapshot, sequence))
    }

    /// Notes the verdicts that changed, and judges again what was judged by the group as it was.
    private mutating func regroup(_ change: (records: [Int32], changedFrom: UInt64)) {
        for record in change.records {
            let sequence = records[Int(record)].sequence
            if let reason = groupLog.verdicts[record] {
                records[Int(record)].isRefused = true
                refuse(sequence, by: records[Int(record)].author, reason)
            } else if records[Int(record)].isRefused {
                records[Int(record)].isRefused = false
                refusals.remove(sequence, nil)
            }
            refresh(record)
        }
        guard change.changedFrom < .max else { return }
        batch.result.changesConversation = true
        guard change.changedFrom < lastConsulting else { return }
        let concerned = consulting.filter { $0.value > change.changedFrom }.keys.sorted()
        for record in concerned where !records[Int(record)].isExpired { refold(record) }
    }

    /// Notes that judging a change asks who is an admin.
    mutating func noteConsulting(_ change: Change, _ record: Int32) {
        guard isGroup else { return }
        switch change.action {
        case .pin, .delete:
            consulting[record] = max(consulting[record] ?? 0, change.sequence)
            lastConsulting = max(lastConsulting, change.sequence)
        default: break
        }
    }
}

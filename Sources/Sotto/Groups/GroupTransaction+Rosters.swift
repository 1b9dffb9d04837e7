internal import SottoCrypto
internal import SottoGroups
internal import SottoIdentity
internal import SottoSessions

/// Who is in a group.
///
/// Rule DS-25.
extension GroupTransaction {
    /// Takes a roster; what it makes readable is opened.
    ///
    /// - Parameter author: Who made it; nothing when the caller vouches for it.
    func apply(_ roster: Roster, by author: UserID?) throws -> AppliedRoster {
        let own = try transaction.ownAddress.user
        let before = try history(of: roster.group)
        var isFirst = before == nil
        let after: RosterHistory
        var change: RosterChange
        if var history = before {
            change = history.take(roster)
            if change == .unknownParent, roster.contains(own), isAhead(roster, of: history, own) {
                change = .applies
                isFirst = true
                history = RosterHistory(roster)
            }
            after = history
        } else {
            guard roster.contains(own) else { throw SessionError.usage(.notMember(roster.group)) }
            change = .applies
            after = RosterHistory(roster)
        }
        switch change {
        case .applies, .wins: break
        case .loses, .alreadyThere: return AppliedRoster(change: change)
        case .unknownParent, .contradicts: throw SessionError.usage(.rosterRefused(roster.group))
        }
        if let author, !Self.mayChange(author, roster, before, isFirst: isFirst, own) {
            throw SessionError.peer(.notMember(roster.group))
        }
        try put(after, of: roster.group)
        try keep(roster, in: after)
        guard roster.contains(own) else {
            // Who left has no use for keys, and who comes back is given new ones.
            try dropChain(of: roster.group)
            try dropOthers(in: roster.group)
            return AppliedRoster(change: change)
        }
        if let before {
            try dropKeys(of: before.current.members.filter { !roster.contains($0) }, in: roster.group)
        }
        let waited = try openWaiting(in: roster.group, from: nil, isNew: true)
        return AppliedRoster(change: change, isFirst: isFirst, waited)
    }

    /// Whether a roster is taken though what lies between isn't known: by who wasn't a member and so wasn't told, and by who missed so
    /// much that nobody can tell it any more.
    private func isAhead(_ roster: Roster, of history: RosterHistory, _ own: UserID) -> Bool {
        guard roster.revision > history.current.revision else { return false }
        return !history.current.contains(own)
            || roster.revision - history.current.revision > UInt32(GroupLimits.keptRosters)
    }

    /// Keeps a roster, for members who missed it, and forgets those that the history no longer names.
    private func keep(_ roster: Roster, in history: RosterHistory) throws {
        let records = try transaction.recordGroup(.rosters, roster.group.bytes)
        let named = Set(history.hashes)
        for (row, kept) in try keptRosters(of: roster.group)
        where kept.map({ !named.contains($0.hash) }) ?? true {
            try transaction.remove(row)
        }
        var writer = SecretWriter(byteCount: 1 + roster.bytes.count)
        writer.append(u8: Self.format)
        writer.append(roster.bytes)
        try transaction.put(
            writer.finish(), .roster, roster.group.bytes + roster.hash.bytes.bytes, in: records)
    }

    /// The rosters that are kept, oldest first.
    func rosters(of group: GroupID) throws -> [Roster] {
        try keptRosters(of: group).compactMap(\.roster).sorted { $0.revision < $1.revision }
    }

    private func keptRosters(of group: GroupID) throws -> [(row: StorageRow, roster: Roster?)] {
        let records = try transaction.recordGroup(.rosters, group.bytes)
        return try transaction.listed(in: records, limit: GroupLimits.keptRosters + 1).map { row in
            do {
                var bytes = try transaction.open(row).record.exposeBytes()
                guard bytes.first == Self.format else { return (row, nil) }
                bytes.removeFirst()
                return (row, try? Roster(bytes))
            } catch StorageError.recordCorrupt {
                return (row, nil)
            }
        }
    }

    /// Whether a roster's author is a member of its parent, and now; of one that is taken as a first one, of itself, and of the
    /// present one where the own user is in that.
    private static func mayChange(
        _ author: UserID, _ roster: Roster, _ history: RosterHistory?, isFirst: Bool, _ own: UserID
    ) -> Bool {
        guard let history, !isFirst || history.current.contains(own) else { return roster.contains(author) }
        if isFirst { return roster.contains(author) && history.current.contains(author) }
        return roster.parent.map { history.standing(of: author, under: $0) == .member } ?? false
    }

    /// Forgets the keys of members that are none any more.
    private func dropKeys(of users: [UserID], in group: GroupID) throws {
        guard !users.isEmpty else { return }
        let gone = Set(users)
        // They forget the own key too, should they come back before the next message.
        _ = try strikeHolders(in: group) { gone.contains($0.user) }
        let records = try transaction.recordGroup(.group, group.bytes)
        var last: UInt64 = 0
        while true {
            let page = try transaction.listed(in: records, after: last, limit: MaintenanceStep.recordCount)
            guard let end = page.last else { return }
            last = end.sequence
            for row in page {
                guard let address = try? MemberKeys.decoded(try transaction.open(row)).address,
                    gone.contains(address.user)
                else { continue }
                try MemberKeys.remove(group, address, in: transaction)
            }
        }
    }

    /// What is known of a group, without anything secret; nothing when it isn't known.
    func facts(of group: GroupID) throws -> GroupFacts? {
        guard let history = try history(of: group) else { return nil }
        var chainFacts: GroupFacts.Chain?
        if let own = try ownChain(of: group) {
            chainFacts = GroupFacts.Chain(
                id: own.chain.id, createdAt: own.chain.createdAt,
                messageCount: Int(own.chain.nextIteration), holderCount: own.holders.count)
        }
        return GroupFacts(
            roster: history.current,
            isMember: try history.current.contains(transaction.ownAddress.user), chain: chainFacts)
    }

    /// The groups, in the order in which they came.
    func groups(after sequence: UInt64, limit: Int) throws -> (groups: [GroupID], next: UInt64?) {
        let page = try transaction.listed(
            in: try transaction.recordGroup(.groups), after: sequence, limit: limit)
        let groups = try page.compactMap { row -> GroupID? in
            do { return try groupID(of: row) } catch StorageError.recordCorrupt { return nil }
        }
        return (groups, page.count == limit ? page.last?.sequence : nil)
    }

    func groupID(of row: StorageRow) throws -> GroupID {
        var bytes = try transaction.open(row).record.exposeBytes()
        guard bytes.first == Self.format else { throw StorageError.recordCorrupt }
        bytes.removeFirst()
        do { return try RosterHistory(archive: bytes).current.group } catch {
            throw StorageError.recordCorrupt
        }
    }
}

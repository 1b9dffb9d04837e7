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

    /// Goes through a box a few rows at a time, for they may be long, until `body` says that it is enough.
    private func eachRow(in box: RecordGroup, _ body: (StorageRow) throws -> Bool) throws {
        var last: UInt64 = 0
        while true {
            let page = try transaction.listed(in: box, after: last, limit: Self.pageRowCount)
            guard let end = page.last else { return }
            last = end.sequence
            for row in page { guard try body(row) else { return } }
        }
    }

    private static var pageRowCount: Int { 32 }

    /// Keeps something until what it needs has come; where there is no room the oldest of the device that has most goes.
    func keepWaiting(_ item: WaitingInGroup) throws {
        let known = try history(of: item.group) == nil ? nil : item.group
        guard try !transaction.hasRecord(.waitingInGroup, item.key) else { return }
        var places = try places(in: known)
        places.append(
            try WaitingPlace(name: transaction.recordName(.waitingInGroup, item.key), sender: item.sender))
        try trim(&places)
        try transaction.put(item, .waitingInGroup, item.key, in: try box(known))
        cache.keep(places, in: known)
    }

    /// What waits in a box, oldest first, and whose it is: read once, so that one more costs no look at all others.
    private func places(in known: GroupID?) throws -> [WaitingPlace] {
        if let places = cache.waiting[known] { return places }
        var places: [WaitingPlace] = []
        try eachRow(in: try box(known)) { row in
            places.append(WaitingPlace(name: row.name, sender: try readable(row)?.sender))
            return true
        }
        return places
    }

    /// Removes what is there beyond the limit.
    private func trim(_ places: inout [WaitingPlace]) throws {
        while places.count > GroupDeviceLimits.maximumWaiting {
            var counts: [Address: Int] = [:]
            for case let sender? in places.lazy.map(\.sender) { counts[sender, default: 0] += 1 }
            let most = counts.values.max()
            // A damaged one, of nobody, goes before all others.
            let index =
                places.firstIndex { $0.sender == nil }
                ?? places.firstIndex { $0.sender.flatMap { counts[$0] } == most } ?? 0
            try transaction.removeRecord(named: places.remove(at: index).name)
        }
    }

    private func readable(_ row: StorageRow) throws -> WaitingInGroup? {
        do { return try WaitingInGroup(try transaction.open(row)) } catch StorageError.recordCorrupt {
            return nil
        }
    }

    /// What became of messages that waited so far.
    private struct Outcome {
        var waited = WaitedMessages()
        /// Whether the inbox takes more, and others can wait for so long.
        var hasRoom = true
        private var reached: [UInt64: UInt32] = [:]
        private var steps: UInt64 = 0

        /// Counts what opening a message costs: the places of its chain that were not passed before.
        mutating func note(_ message: SenderKeyMessage) {
            let next = reached[message.chainID.value] ?? 0
            guard message.iteration >= next else { return }
            steps += UInt64(message.iteration - next)
            reached[message.chainID.value] = message.iteration + 1
            if steps > GroupDeviceLimits.maximumSteps { hasRoom = false }
        }
    }

    /// Opens what waits in a group and can be opened now.
    ///
    /// - Parameters:
    ///   - sender: The device whose key came; nil when anything may open.
    ///   - isNew: Whether to look through what waited for a group to be known, too: after a roster.
    func openWaiting(in group: GroupID, from sender: Address?, isNew: Bool = false) throws -> WaitedMessages {
        var outcome = Outcome()
        let boxes: [GroupID?] = isNew ? [group, nil] : [group]
        func each(_ kind: WaitingInGroup.Kind, _ body: (Waiting) throws -> Bool) throws {
            for known in boxes {
                try eachRow(in: try box(known)) { row in
                    guard let item = try readable(row), item.kind == kind, item.group == group,
                        sender == nil || item.sender == sender
                    else { return true }
                    return try body(Waiting(item: item, row: row, isOfKnownGroup: known != nil))
                }
            }
        }
        // Others read it anew: much of it goes.
        for known in boxes { cache.waiting[known] = nil }
        // Keys first, whatever came first.
        try each(.senderKey) { waiting in
            try takeKey(waiting)
            return true
        }
        try each(.message) { waiting in
            // The rest waits for room in the inbox, in the group's own box.
            if outcome.hasRoom { try takeMessage(waiting, &outcome) }
            if !outcome.hasRoom { try waitOn(waiting) }
            return outcome.hasRoom || !waiting.isOfKnownGroup
        }
        for known in boxes { cache.waiting[known] = nil }
        if isNew {
            var places = try places(in: group)
            try trim(&places)
            cache.keep(places, in: group)
        }
        return outcome.waited
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
        guard try isFellowMember(item.sender.user, of: item.group) else { return try waitOn(waiting) }
        try transaction.remove(waiting.row)
        var key = item.bytes
        try takeKey(&key, from: item.sender, item.identityKey)
    }

    /// Takes a message that waited.
    private func takeMessage(_ waiting: Waiting, _ outcome: inout Outcome) throws {
        let item = waiting.item
        let before = transaction.changeCount
        do {
            let result = try receive(
                item.envelope, serverTime: item.serverTime, waitingSince: item.receivedAt)
            if case .success(let received) = result {
                outcome.waited.opened.append(received)
                if let message = try? SenderKeyMessage(item.bytes) { outcome.note(message) }
            }
            if case .failure(.peer(.undecryptableInGroup(let message))) = result, message.isWaiting {
                outcome.waited.unopened.append(message)
                return try waitOn(waiting)
            }
        } catch let error as SessionError {
            switch error {
            case .storage: throw error
            case .usage:
                outcome.hasRoom = false
                return
            // It can't be opened after all, and was never promised.
            case .peer(.undecryptableInGroup(let message)): outcome.waited.unopened.append(message)
            default: break
            }
        } catch let error as StorageError where error.concernsOneRecord {
            guard transaction.changeCount == before else { throw error }
            // Damage in what is kept about its sender concerns nobody else.
            return try waitOn(waiting)
        }
        try transaction.remove(waiting.row)
    }

    /// Lets something wait on: in the group's own box, once there is one.
    ///
    /// Who calls counts what is there then.
    private func waitOn(_ waiting: Waiting) throws {
        guard !waiting.isOfKnownGroup else { return }
        let item = waiting.item
        try transaction.remove(waiting.row)
        try transaction.put(item, .waitingInGroup, item.key, in: try box(item.group))
    }

    /// Whether a user is a member of a group that is known.
    func isMember(_ user: UserID, of group: GroupID) throws -> Bool {
        try history(of: group)?.current.contains(user) ?? false
    }

    /// Whether a user and the own one are members of a group that is known: who left has no use for its keys.
    func isFellowMember(_ user: UserID, of group: GroupID) throws -> Bool {
        guard let roster = try history(of: group)?.current else { return false }
        return try roster.contains(user) && roster.contains(transaction.ownAddress.user)
    }

    /// Removes what waited for 7 days in a box.
    func removeOldWaiting(in group: GroupID?) throws {
        let box = try box(group)
        cache.waiting[group] = nil
        try eachRow(in: box) { row in
            guard var item = try readable(row) else { return true }
            let now = transaction.instant
            if item.receivedAt > now {
                item.receivedAt = now
                try transaction.put(item, .waitingInGroup, item.key, in: box)
            } else if now - item.receivedAt > GroupDeviceLimits.waitingLife {
                try transaction.remove(row)
            }
            return true
        }
    }
}

/// A row of what waits, and the device that it is of; of nobody when it is damaged.
struct WaitingPlace {
    let name: RecordName
    let sender: Address?
}

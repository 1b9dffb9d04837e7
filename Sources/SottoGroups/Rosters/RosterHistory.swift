public import SottoIdentity

/// The present roster of a group, and of the 15 before it what judging needs: their hashes and who was in them.
///
/// A value: whoever keeps it stores ``archive()`` together with what a change brings about.
///
/// Rules GR-5 to GR-8.
public struct RosterHistory: Hashable, Sendable {
    /// The present roster.
    public private(set) var current: Roster

    /// The hashes of the rosters before the present one, newest first: up to 15.
    public private(set) var olderHashes: [RosterHash]

    /// The parent of the oldest known roster; nothing when that is the first one of the group.
    let oldestParent: RosterHash?

    /// Everybody who is in one of these rosters, ascending, with bit n set for roster n, counted from the present
    /// one back.
    private(set) var presence: [Presence]

    struct Presence: Hashable, Sendable {
        let user: UserID
        var rosters: UInt16
    }

    /// Starts with the roster that this device got to know first: the first one of its group, or a later one.
    public init(_ first: Roster) {
        self.init(
            current: first, olderHashes: [], oldestParent: first.parent,
            presence: first.members.map { Presence(user: $0, rosters: 1) })
    }

    init(current: Roster, olderHashes: [RosterHash], oldestParent: RosterHash?, presence: [Presence]) {
        self.current = current
        self.olderHashes = olderHashes
        self.oldestParent = oldestParent
        self.presence = presence
    }

    /// The hashes of all known rosters, newest first: 1 to 16.
    public var hashes: [RosterHash] { [current.hash] + olderHashes }

    /// What `roster` is to this history; nothing changes.
    ///
    /// Whether its author may change the group is for the caller to say: the author must be a member of the
    /// parent, and now.
    public func judge(_ roster: Roster) -> RosterChange {
        guard roster.group == current.group else { return .contradicts }
        if place(of: roster.hash) != nil { return .alreadyThere }
        guard roster.parent != current.hash else { return roster.follows(current) ? .applies : .contradicts }
        // A group has one first roster. The one that is there stays, or anybody could begin it anew.
        guard let parent = roster.parent else { return .loses }
        guard let place = siblingPlace(parent) else { return .unknownParent }
        guard roster.revision == current.revision - UInt32(place) else { return .contradicts }
        return roster.hash < hash(at: place) ? .wins(undone: place + 1) : .loses
    }

    /// Takes a roster if it applies or wins; the result says what it is, and otherwise nothing changes.
    public mutating func take(_ roster: Roster) -> RosterChange {
        let change = judge(roster)
        switch change {
        case .applies: push(roster, undoing: 0)
        case .wins(let undone): push(roster, undoing: undone)
        case .loses, .alreadyThere, .unknownParent, .contradicts: break
        }
        return change
    }

    /// Whether messages of `user` under the roster with this hash open.
    public func standing(of user: UserID, under hash: RosterHash) -> SenderStanding {
        guard let place = place(of: hash) else { return .unknownRoster }
        let rosters = rosters(of: user)
        return rosters & 1 == 1 && rosters >> UInt16(place) & 1 == 1 ? .member : .notMember
    }

    private func rosters(of user: UserID) -> UInt16 {
        var low = 0
        var high = presence.count
        while low < high {
            let middle = (low + high) / 2
            if UserID.precedes(presence[middle].user, user) { low = middle + 1 } else { high = middle }
        }
        return low < presence.count && presence[low].user == user ? presence[low].rosters : 0
    }

    private func place(of hash: RosterHash) -> Int? {
        if hash == current.hash { return 0 }
        return olderHashes.firstIndex(of: hash).map { $0 + 1 }
    }

    private func hash(at place: Int) -> RosterHash { place == 0 ? current.hash : olderHashes[place - 1] }

    /// The place of the known roster that has this parent.
    private func siblingPlace(_ parent: RosterHash) -> Int? {
        if let place = olderHashes.firstIndex(of: parent) { return place }
        return parent == oldestParent ? olderHashes.count : nil
    }

    /// Puts `roster` on top after the newest `undone` rosters are taken off.
    private mutating func push(_ roster: Roster, undoing undone: Int) {
        var hashes = Array(hashes.dropFirst(undone))
        var oldestParent = oldestParent
        if hashes.count == GroupLimits.keptRosters { oldestParent = hashes.removeLast() }
        // Bits of rosters beyond the last 16 fall off at the top.
        var merged: [Presence] = []
        merged.reserveCapacity(presence.count + 1)
        var old = presence[...]
        for user in roster.members {
            while let next = old.first, UserID.precedes(next.user, user) {
                merged.keep(next.user, next.shifted(by: undone))
                old.removeFirst()
            }
            var rosters: UInt16 = 0
            if let next = old.first, next.user == user {
                rosters = next.shifted(by: undone)
                old.removeFirst()
            }
            merged.keep(user, rosters | 1)
        }
        for next in old { merged.keep(next.user, next.shifted(by: undone)) }
        self = RosterHistory(
            current: roster, olderHashes: hashes, oldestParent: oldestParent, presence: merged)
    }
}

extension [RosterHistory.Presence] {
    fileprivate mutating func keep(_ user: UserID, _ rosters: UInt16) {
        if rosters != 0 { append(RosterHistory.Presence(user: user, rosters: rosters)) }
    }
}

extension RosterHistory.Presence {
    /// The bits with `undone` rosters taken off the top and room for one more.
    fileprivate func shifted(by undone: Int) -> UInt16 { (rosters >> UInt16(undone)) << 1 }
}

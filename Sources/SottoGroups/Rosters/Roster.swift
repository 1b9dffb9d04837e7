public import SottoIdentity
internal import SottoWire

/// Who is in a group at one revision, and what else its members agree on.
///
///     suite 1 ‖ kind 11 ‖ group id (16) ‖ u32 revision ‖ parent's hash (32)
///           ‖ u16 count ‖ count × (u8 length ‖ user) ‖ u32 length ‖ details
///
/// One roster has one form: members ascend by their bytes and none is there twice. Each names the one that it
/// changes by its hash; the first one of a group has revision 0 and 32 zero bytes there. Nobody signs a roster: it is as
/// good as the session or the signed group message that it came by.
///
/// Rules GR-1 to GR-4.
public struct Roster: Hashable, Sendable {
    /// The group.
    public let group: GroupID
    /// How many changes were made before: 0 for the first one.
    public let revision: UInt32
    /// The roster that this one changes; nothing for the first one.
    public let parent: RosterHash?
    /// The members, ascending by their bytes: 1 to 1,000.
    public let members: [UserID]
    /// What the members agree on beside, for whoever keeps it: up to 4,096 bytes.
    public let details: [UInt8]
    /// The roster's bytes, up to 61,440.
    public let bytes: [UInt8]
    /// The hash of ``bytes``.
    public let hash: RosterHash

    /// Makes the first roster of a group.
    ///
    /// - Parameters:
    ///   - group: The group, a new one.
    ///   - members: In any order; who is there twice counts once.
    ///   - details: Opaque bytes that the hash covers.
    /// - Throws: ``RosterError/memberCount(_:)``, ``RosterError/detailsTooLarge(_:)``,
    ///   ``RosterError/rosterTooLarge(_:)``.
    public init(
        group: GroupID, members: some Sequence<UserID>, details: [UInt8] = []
    ) throws(RosterError) {
        try self.init(
            group: group, revision: 0, parent: nil, sorted: Self.sorted(members), details: details)
    }

    /// The roster that changes this one.
    ///
    /// - Throws: As for the first one, and ``RosterError/revisionsExhausted`` at 2^32 − 1.
    public func changed(
        members: some Sequence<UserID>, details: [UInt8]
    ) throws(RosterError) -> Roster {
        let (next, overflow) = revision.addingReportingOverflow(1)
        guard !overflow else { throw .revisionsExhausted }
        return try Roster(
            group: group, revision: next, parent: hash, sorted: Self.sorted(members), details: details)
    }

    /// Whether this one changes `other`: its group, its hash as the parent, the next revision.
    ///
    /// Rule GR-4.
    public func follows(_ other: Roster) -> Bool {
        group == other.group && parent == other.hash && revision > 0 && revision - 1 == other.revision
    }

    /// Whether this user is a member.
    public func contains(_ user: UserID) -> Bool { members.contains(sorted: user) }

    private init(
        group: GroupID, revision: UInt32, parent: RosterHash?, sorted members: [UserID], details: [UInt8]
    ) throws(RosterError) {
        guard (1...GroupLimits.maximumMembers).contains(members.count) else {
            throw .memberCount(members.count)
        }
        guard details.count <= GroupLimits.maximumDetailsByteCount else {
            throw .detailsTooLarge(details.count)
        }
        let bytes = Self.encode(group, revision, parent, members, details)
        guard bytes.count <= GroupLimits.maximumRosterByteCount else { throw .rosterTooLarge(bytes.count) }
        self.init(
            group: group, revision: revision, parent: parent, members: members, details: details,
            bytes: bytes)
    }

    init(
        group: GroupID, revision: UInt32, parent: RosterHash?, members: [UserID], details: [UInt8],
        bytes: [UInt8]
    ) {
        self.group = group
        self.revision = revision
        self.parent = parent
        self.members = members
        self.details = details
        self.bytes = bytes
        hash = RosterHash(of: bytes)
    }

    private static func sorted(_ members: some Sequence<UserID>) -> [UserID] {
        var result: [UserID] = []
        for member in members.sorted(by: UserID.precedes) where result.last != member {
            result.append(member)
        }
        return result
    }
}

extension UserID {
    static func precedes(_ left: UserID, _ right: UserID) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension [UserID] {
    /// Where `user` stands in these ascending users, or nothing.
    func place(sorted user: UserID) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if UserID.precedes(self[middle], user) { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == user ? low : nil
    }

    func contains(sorted user: UserID) -> Bool { place(sorted: user) != nil }
}

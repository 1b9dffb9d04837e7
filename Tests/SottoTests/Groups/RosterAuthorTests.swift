import Sotto
import Testing

/// Whose rosters a device takes.
///
/// Rules DS-25, GR-5, GR-7.
@Suite("A roster's author")
struct RosterAuthorTests {
    @Test("is a member of the roster that it changes, or it isn't taken")
    func member() throws {
        let group = try GroupNetwork(["alice", "bob", "carol"])
        let bob = try group["bob"]
        let next = try group.roster.changed(members: ["alice", "bob"], details: [])
        #expect(throws: SessionError.peer(.notMember(group.group))) { try bob.apply(next, by: "mallory") }
        #expect(try bob.group(group.group)?.roster == group.roster)
        #expect(try bob.apply(next, by: "carol").change == .applies)
        #expect(try bob.apply(next, by: "mallory").change == .alreadyThere)
    }

    @Test("who came later can't change what was before")
    func later() throws {
        let network = TestNetwork()
        let group = try GroupNetwork(["alice", "bob"], network: network)
        let bob = try group["bob"]
        let taken = try group.roster.changed(members: ["alice", "bob", "mallory"], details: [])
        try bob.apply(taken, by: "alice")
        // One with a lower hash would take its place.
        let lower = try #require(
            try (0..<64).lazy.map { try group.roster.changed(members: ["bob", "mallory"], details: [$0]) }
                .first { $0.hash < taken.hash })
        #expect(throws: SessionError.peer(.notMember(group.group))) { try bob.apply(lower, by: "mallory") }
        #expect(try bob.apply(lower, by: "alice").change == .wins(undone: 1))
    }

    @Test("who was removed changes nothing more")
    func removed() throws {
        let group = try GroupNetwork(["alice", "bob", "carol"])
        let bob = try group["bob"]
        let next = try group.roster.changed(members: ["alice", "bob"], details: [])
        try bob.apply(next, by: "alice")
        let back = try next.changed(members: ["alice", "bob", "carol"], details: [])
        #expect(throws: SessionError.peer(.notMember(group.group))) { try bob.apply(back, by: "carol") }
    }

    @Test("is in a new group")
    func new() throws {
        let network = TestNetwork()
        let bob = try network.device("bob")
        let roster = try Roster(group: .random(), members: ["alice", "bob"])
        #expect(throws: SessionError.peer(.notMember(roster.group))) { try bob.apply(roster, by: "mallory") }
        #expect(try bob.group(roster.group) == nil)
        #expect(try bob.apply(roster, by: "alice").change == .applies)
    }
}

import Sotto
import Testing

/// A user who was away from a group while its members changed.
///
/// Rule DS-25.
@Suite("Who comes back to a group")
struct GroupReturnTests {
    @Test(
        "takes the roster that has them, though nobody told them of the changes before", arguments: [1, 20])
    func missed(changes: Int) throws {
        var group = try GroupNetwork(["alice", "bob", "carol"])
        let (alice, bob, carol) = (try group["alice"], try group["bob"], try group["carol"])
        try group.talk("all", from: alice)
        try group.change(to: ["alice", "bob"])
        for number in 0..<changes {
            try group.change(
                to: number % 2 == 0 ? ["alice", "bob", "dave"] : ["alice", "bob"], informed: [alice, bob])
        }
        try group.change(to: ["alice", "bob", "carol"])
        #expect(try carol.group(group.group)?.isMember == true)
        #expect(try carol.group(group.group)?.roster == group.roster)
        for device in [alice, carol] { #expect(try group.talk("again", from: device).count == 2) }
    }

    @Test("takes no earlier roster, and a member none that follows nothing")
    func refused() throws {
        var group = try GroupNetwork(["alice", "bob", "carol"])
        let (bob, carol) = (try group["bob"], try group["carol"])
        let other = try Roster(group: group.group, members: ["bob", "carol"]).changed(
            members: ["bob", "carol"], details: [1])
        let later = try other.changed(members: ["bob", "carol"], details: [2])
        try group.change(to: ["alice", "bob"])
        try group.change(to: ["alice", "bob", "dave"], informed: [bob])
        #expect(throws: SessionError.usage(.rosterRefused(group.group))) { try bob.apply(later) }
        #expect(throws: SessionError.usage(.rosterRefused(group.group))) { try carol.apply(other) }
        #expect(try carol.apply(later).change == .applies)
    }
}

import Testing

@testable import Sotto
@testable import SottoSessions

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
        let taken = try carol.apply(later)
        #expect(taken.change == .applies)
        // Whoever knows the group can have made it.
        #expect(taken.isFirst)
        #expect(try !carol.apply(try later.changed(members: ["carol"], details: [])).isFirst)
    }

    @Test("keeps no key that comes meanwhile, takes no message, asks for none, and uses what waited then")
    func late() throws {
        var group = try GroupNetwork(["alice", "bob", "carol"])
        let network = group.network
        let (alice, bob, carol) = (try group["alice"], try group["bob"], try group["carol"])
        // Alice hasn't heard that Bob left.
        let members = group.roster
        try group.change(to: ["alice", "carol"], informed: [bob])
        let outgoing = try alice.send(Array("late".utf8), toGroup: group.group)
        _ = try bob.receive(try outgoing.key(for: bob), from: nil)
        #expect(try bob.rowCount(.group, group.group) == 0)
        let waiting = try #require(bob.undecryptableInGroup(try outgoing.part(for: bob)))
        #expect(waiting.isWaiting && !waiting.isRequestDue)
        #expect(throws: SessionError.peer(.notMember(group.group))) { try bob.requestResend(of: waiting) }
        let alone = try alice.control(.message(.random(), in: group.group, [1]), to: bob)
        guard case .peer(.inEnvelope(_, .notMember(group.group))) = bob.refusal(of: alone, from: nil) else {
            Issue.record("a message came to who left")
            return
        }
        #expect(try bob.groupTexts() == [])
        // Bob is a member again.
        try bob.apply(try group.roster.changed(members: members.members, details: []))
        #expect(try bob.groupTexts() == ["late"])
        _ = (network, carol)
    }
}

import Sotto
import SottoServer
import Testing

/// Groups as devices have them.
///
/// Rules DS-25 to DS-29.
@Suite("A group")
struct GroupConversationTests {
    @Test("talks: each message is one envelope, and opens at all other members")
    func talks() throws {
        let group = try GroupNetwork(["alice", "bob", "carol"])
        for (sender, others) in [("alice", ["bob", "carol"]), ("bob", ["alice", "carol"])] {
            let device = try group[UserID(sender)]
            let received = try group.talk("hello", from: device)
            #expect(Set(received.keys.map { "\($0.user)" }) == Set(others))
            #expect(received.values.allSatisfy { $0.groupText == "hello" && $0.sender == device.address })
        }
    }

    @Test("gives the key to each device once, and after that sends nothing but the envelope")
    func distributesOnce() throws {
        let group = try GroupNetwork(["alice", "bob", "carol"])
        let alice = try group["alice"]
        let first = try group.send("one", from: alice)
        #expect(first.distributions.count == 2)
        // While they are on their way they aren't repeated.
        #expect(try group.send("two", from: alice).distributions.isEmpty)
        try group.network.deliver(first, from: alice)
        #expect(try group.send("three", from: alice).distributions.isEmpty)
    }

    @Test("has the messages of a device's own user at the user's other devices")
    func ownDevices() throws {
        let network = TestNetwork()
        let group = try GroupNetwork(["alice", "bob"], network: network)
        let alice = try group["alice"]
        let tablet = try network.sealedDevice("alice", 2, linkedTo: alice)
        try tablet.apply(group.roster)
        try network.start(alice, with: tablet)
        let received = try group.talk("from the phone", from: alice)
        #expect(received[tablet.address]?.groupText == "from the phone")
        #expect(received.count == 2)
    }

    @Test("gives the same bytes again for the same id, and refuses other content")
    func idempotent() throws {
        let group = try GroupNetwork(["alice", "bob"])
        let alice = try group["alice"]
        let id = MessageID.random()
        let first = try alice.send([1], id: id, toGroup: group.group)
        let again = try alice.send([1], id: id, toGroup: group.group)
        #expect(again.envelope == first.envelope)
        #expect(try alice.groupOutbox().map(\.envelope) == [first.envelope])
        #expect(throws: SessionError.usage(.messageIDReused(id))) {
            try alice.send([2], id: id, toGroup: group.group)
        }
        try alice.markSent(id)
        #expect(throws: SessionError.usage(.alreadySent(id))) {
            try alice.send([1], id: id, toGroup: group.group)
        }
        #expect(try alice.groupOutbox().isEmpty)
    }

    @Test(
        "gives the keys that weren't handed over again with a message that is asked for again, and only those"
    )
    func repeatedKeys() throws {
        let group = try GroupNetwork(["alice", "bob", "carol"])
        let alice = try group["alice"]
        let id = MessageID.random()
        let first = try alice.send([1], id: id, toGroup: group.group)
        #expect(try alice.send([1], id: id, toGroup: group.group) == first)
        try alice.markSent(first.distributions[0].id)
        let again = try alice.send([1], id: id, toGroup: group.group)
        #expect(again.distributions == [first.distributions[1]])
        #expect(try alice.send([2], toGroup: group.group).distributions.isEmpty)
    }

    @Test("gives its rosters to a member who missed changes, who then has all of them")
    func missedChanges() throws {
        var group = try GroupNetwork(["alice", "bob", "carol"])
        let (alice, bob) = (try group["alice"], try group["bob"])
        for number in 0..<20 {
            try group.change(
                to: number % 2 == 0 ? ["alice", "bob"] : ["alice", "bob", "carol"], informed: [alice])
            if number == 5 {
                for roster in try alice.rosters(of: group.group) { try bob.apply(roster) }
            }
        }
        let rosters = try alice.rosters(of: group.group)
        #expect(rosters.count == GroupLimits.keptRosters)
        #expect(rosters.last == group.roster)
        #expect(throws: SessionError.usage(.rosterRefused(group.group))) { try bob.apply(group.roster) }
        for roster in rosters { try bob.apply(roster) }
        #expect(try bob.group(group.group)?.roster == group.roster)
        let outgoing = try group.send("found again", from: bob)
        for distribution in outgoing.distributions { try group.network.deliver(distribution, from: bob) }
        let results = try group.network.results(of: outgoing, from: bob)
        #expect(try results[alice.address]?.get().groupText == "found again")
    }

    @Test("is refused without a certificate, without a roster, and to who isn't a member")
    func refusals() throws {
        var group = try GroupNetwork(["alice", "bob"])
        let alice = try group["alice"]
        let other = GroupID.random()
        #expect(throws: SessionError.usage(.unknownGroup(other))) { try alice.send([1], toGroup: other) }
        try alice.removeSenderCertificate()
        #expect(throws: SessionError.usage(.certificateRequired)) {
            try alice.send([1], toGroup: group.group)
        }
        try group.network.certify(alice)
        try group.change(to: ["bob"])
        #expect(throws: SessionError.usage(.notMember(group.group))) {
            try alice.send([1], toGroup: group.group)
        }
    }

    @Test(
        "gets a message that the server refused for one device's sake again, without that device and under another key"
    )
    func staleRecipient() throws {
        let network = TestNetwork()
        let group = try GroupNetwork(["alice", "bob"], network: network)
        let (alice, bob) = (try group["alice"], try group["bob"])
        let tablet = try network.sealedDevice("bob", 2, linkedTo: bob)
        try tablet.apply(group.roster)
        try network.start(alice, with: tablet)
        #expect(try group.talk("both", from: alice).count == 2)
        let id = MessageID.random()
        let refused = try alice.send(Array("x".utf8), id: id, toGroup: group.group)
        #expect(refused.envelope?.recipients == [bob.address, tablet.address])
        _ = try alice.apply(DeviceReport(user: "bob", extra: [2]))
        let again = try alice.send(Array("x".utf8), id: id, toGroup: group.group)
        #expect(again.envelope?.recipients == [bob.address])
        #expect(try network.deliver(again, from: alice)[bob.address]?.groupText == "x")
        #expect(try alice.groupOutbox().isEmpty)
    }

    @Test(
        "puts a message that waited into another envelope when its certificate is over, and hands none out without one"
    )
    func renewed() throws {
        let network = TestNetwork()
        let group = try GroupNetwork(["alice", "bob"], network: network)
        let (alice, bob) = (try group["alice"], try group["bob"])
        let first = try group.send("waited", from: alice)
        for distribution in first.distributions { try network.deliver(distribution, from: alice) }
        network.clock.advance(by: 7 * 86_400_000)
        #expect(try alice.groupOutbox().isEmpty)
        try network.certify(alice)
        let waiting = try alice.groupOutbox()
        #expect(waiting.map(\.id) == [first.id])
        #expect(waiting.first?.envelope != first.envelope)
        #expect(try alice.groupOutbox() == waiting)
        let results = try network.results(of: try #require(waiting.first), from: alice)
        #expect(try results[bob.address]?.get().groupText == "waited")
    }

    @Test(
        "takes a present roster of a member when more changes were missed than anybody can tell, and of nobody else"
    )
    func farAhead() throws {
        var group = try GroupNetwork(["alice", "bob"])
        let (alice, bob) = (try group["alice"], try group["bob"])
        for number in 0...GroupLimits.keptRosters {
            if number == GroupLimits.keptRosters {
                #expect(throws: SessionError.usage(.rosterRefused(group.group))) {
                    try bob.apply(group.roster, by: "alice")
                }
            }
            try group.change(
                to: number % 2 == 0 ? ["alice", "bob", "carol"] : ["alice", "bob"], informed: [alice])
        }
        #expect(throws: SessionError.peer(.notMember(group.group))) {
            try bob.apply(group.roster, by: "mallory")
        }
        #expect(throws: SessionError.peer(.notMember(group.group))) {
            try bob.apply(group.roster, by: "carol")
        }
        #expect(try bob.apply(group.roster, by: "alice").change == .applies)
        #expect(try bob.group(group.group)?.roster == group.roster)
    }

    @Test("is forgotten with what waits for the server")
    func forgotten() throws {
        let group = try GroupNetwork(["alice", "bob"])
        let alice = try group["alice"]
        _ = try group.send("never handed over", from: alice)
        try alice.forget(group.group)
        #expect(try alice.groupOutbox().isEmpty)
        #expect(try alice.group(group.group) == nil)
    }

    @Test("goes on when one member can't be reached, who gets the key with the next message after")
    func unreachable() throws {
        let network = TestNetwork()
        var group = try GroupNetwork(["alice", "bob", "carol"], network: network)
        let alice = try group["alice"]
        let dave = try network.sealedDevice("dave")
        try group.change(to: ["alice", "bob", "carol", "dave"])
        let first = try group.send("one", from: alice)
        #expect(first.failures.map(\.user) == ["dave"])
        #expect(first.envelope?.recipients.count == 2)
        #expect(try alice.group(group.group)?.chain?.holderCount == 2)
        try network.deliver(first, from: alice)
        try network.meet(alice, dave)
        let second = try group.send("two", from: alice)
        #expect(second.failures.isEmpty)
        #expect(second.distributions.map { $0.envelopes[0].address } == [dave.address])
        #expect(try network.deliver(second, from: alice)[dave.address]?.groupText == "two")
    }

    @Test("keeps its records over a restart")
    func restart() throws {
        let network = TestNetwork()
        let storage = InMemoryStorage()
        let alice = try network.device("alice", in: storage)
        try network.certify(alice)
        let bob = try network.sealedDevice("bob")
        try network.meet(alice, bob)
        let roster = try Roster(group: .random(), members: ["alice", "bob"])
        for device in [alice, bob] { try device.apply(roster) }
        try network.deliver(try alice.send([1], toGroup: roster.group), from: alice)
        try network.deliver(try bob.send([2], toGroup: roster.group), from: bob)
        let again = try network.reopen(storage)
        let outgoing = try again.send([3], toGroup: roster.group)
        #expect(outgoing.distributions.isEmpty)
        #expect(try network.deliver(outgoing, from: again).count == 1)
        #expect(try network.deliver(try bob.send([4], toGroup: roster.group), from: bob).count == 1)
        #expect(try again.groups().groups == [roster.group])
    }

    @Test("takes no id that a message to a user has")
    func idOfAnotherMessage() throws {
        let group = try GroupNetwork(["alice", "bob"])
        let alice = try group["alice"]
        let id = MessageID.random()
        _ = try alice.send([1], id: id, to: .user("bob"))
        #expect(throws: SessionError.usage(.messageIDReused(id))) {
            try alice.send([1], id: id, toGroup: group.group)
        }
    }
}

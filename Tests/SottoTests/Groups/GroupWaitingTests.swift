import SottoGroups
import Testing

@testable import Sotto

/// What waits for a key or a roster.
///
/// Rules DS-29, DS-30.
@Suite("A group message that came before what it needs")
struct GroupWaitingTests {
    let network = TestNetwork()

    @Test("waits for its key, opens when that comes, and is in the inbox")
    func keyLater() throws {
        let group = try GroupNetwork(["alice", "bob"], network: network)
        let (alice, bob) = (try group["alice"], try group["bob"])
        let outgoing = try group.send("before its key", from: alice)
        let waiting = try #require(bob.undecryptableInGroup(try outgoing.part(for: bob)))
        #expect(waiting.reason == .needsSenderKey)
        #expect(waiting.isWaiting && waiting.isRequestDue)
        #expect(waiting.sender == alice.address && waiting.place.group == group.group)
        #expect(try bob.groupTexts() == [])
        let key = try bob.receive(try outgoing.key(for: bob), from: nil)
        #expect(key.content == .senderKey(of: group.group))
        #expect(key.facts.opened.map(\.groupText) == ["before its key"])
        #expect(try bob.groupTexts() == ["before its key"])
        #expect(try bob.inbox().last?.id == key.facts.opened.first?.id)
        #expect(
            try bob.receive(try group.send("after", from: alice).part(for: bob), from: nil).groupText
                == "after")
    }

    @Test(
        "waits with its key for the group to be known, whichever of the two came first",
        arguments: [true, false])
    func unknownGroup(isKeyFirst: Bool) throws {
        let alice = try network.sealedDevice("alice")
        let bob = try network.sealedDevice("bob")
        try network.meet(alice, bob)
        let roster = try Roster(group: .random(), members: ["alice", "bob"])
        try alice.apply(roster)
        let outgoing = try alice.send(Array("welcome".utf8), toGroup: roster.group)
        if isKeyFirst { _ = try bob.receive(try outgoing.key(for: bob), from: nil) }
        let waiting = try #require(bob.undecryptableInGroup(try outgoing.part(for: bob)))
        #expect(waiting.reason == .needsRoster && waiting.isWaiting)
        if !isKeyFirst {
            #expect(try bob.receive(try outgoing.key(for: bob), from: nil).facts.opened.isEmpty)
        }
        #expect(try bob.group(roster.group) == nil)
        #expect(try bob.apply(roster).opened.map(\.groupText) == ["welcome"])
        #expect(try bob.groupTexts() == ["welcome"])
    }

    @Test("waits for the roster that it was sent under")
    func newerRoster() throws {
        var group = try GroupNetwork(["alice", "bob", "carol"], network: network)
        let (alice, bob, carol) = (try group["alice"], try group["bob"], try group["carol"])
        try group.talk("known", from: alice)
        try group.change(to: ["alice", "bob", "carol", "dave"], informed: [alice, carol])
        let outgoing = try group.send("under the new roster", from: alice)
        let waiting = try #require(bob.undecryptableInGroup(try outgoing.part(for: bob)))
        #expect(waiting.reason == .needsRoster && waiting.isWaiting)
        #expect(try bob.apply(group.roster).opened.map(\.groupText) == ["under the new roster"])
    }

    @Test("waits with its key until its sender is a member, however many other changes come before that")
    func keyBeforeMembership() throws {
        var group = try GroupNetwork(["alice", "bob"], network: network)
        let (alice, bob) = (try group["alice"], try group["bob"])
        let dave = try network.sealedDevice("dave")
        for other in [alice, bob] { try network.meet(other, dave) }
        try group.change(to: ["alice", "bob", "erin"], informed: [alice])
        let first = group.roster
        try group.change(to: ["alice", "bob", "dave", "erin"], informed: [alice, dave])
        let outgoing = try group.send("from the new one", from: dave)
        let key = try bob.receive(try outgoing.key(for: bob), from: nil)
        #expect(key.content == .senderKey(of: group.group))
        #expect(bob.undecryptableInGroup(try outgoing.part(for: bob))?.isWaiting == true)
        #expect(try bob.apply(first).opened.isEmpty)
        #expect(try bob.apply(group.roster).opened.map(\.groupText) == ["from the new one"])
        #expect(
            try bob.receive(try group.send("again", from: dave).part(for: bob), from: nil).groupText
                == "again")
    }

    @Test("waits once however often it comes, and is a duplicate once it was opened")
    func duplicates() throws {
        let group = try GroupNetwork(["alice", "bob"], network: network)
        let (alice, bob) = (try group["alice"], try group["bob"])
        let outgoing = try group.send("once", from: alice)
        let part = try outgoing.part(for: bob)
        for _ in 0..<3 { #expect(bob.undecryptableInGroup(part)?.isWaiting == true) }
        let opened = try bob.receive(try outgoing.key(for: bob), from: nil).facts.opened
        #expect(opened.map(\.groupText) == ["once"])
        #expect(bob.refusal(of: part, from: nil)?.duplicate == opened.first?.id)
        #expect(try bob.groupTexts() == ["once"])
    }

    struct Wait: Sendable {
        /// How far the clock is ahead when the message comes, in days.
        let ahead: Int64
        /// How long it waits beyond 7 days, in milliseconds.
        let more: Int64
    }

    @Test(
        "waits for 7 days, also when the clock was ahead as it came",
        arguments: [0, 3].flatMap { ahead in [0, 1].map { Wait(ahead: ahead, more: $0) } })
    func sevenDays(wait: Wait) throws {
        let day: Int64 = 86_400_000
        let group = try GroupNetwork(["alice", "bob"], network: network)
        let (alice, bob) = (try group["alice"], try group["bob"])
        let sentAt = network.clock.now
        let outgoing = try group.send("late", from: alice)
        network.clock.advance(by: wait.ahead * day)
        #expect(bob.undecryptableInGroup(try outgoing.part(for: bob), serverTime: sentAt)?.isWaiting == true)
        network.clock.advance(by: -wait.ahead * day)
        try bob.maintain()
        network.clock.advance(by: 7 * day + wait.more)
        try bob.maintain()
        let key = try bob.receive(try outgoing.key(for: bob), from: nil, serverTime: sentAt)
        #expect(key.facts.opened.map(\.groupText) == (wait.more == 0 ? ["late"] : []))
    }

    @Test("is dropped when its key comes and doesn't open it, and can then be asked for")
    func notAfterAll() throws {
        let group = try GroupNetwork(["alice", "bob"], network: network)
        let (alice, bob) = (try group["alice"], try group["bob"])
        let outgoing = try group.send("too early", from: alice)
        let part = try outgoing.part(for: bob)
        let waiting = try #require(bob.undecryptableInGroup(part))
        // The key that Alice gives now begins behind the message.
        let request = try network.deliver(try bob.requestResend(of: waiting), from: bob)[0]
        guard case .groupResendRequest(let asked) = request.content else { throw Device.OtherContent() }
        let key = try #require(try alice.resend(asked).last)
        let facts = try network.deliver(key, from: alice)[0].facts
        #expect(facts.opened == [])
        #expect(facts.unopened.map(\.place) == [waiting.place])
        let lost = try #require(bob.undecryptableInGroup(part))
        #expect(lost.reason == .messageKeyDropped)
        #expect(!lost.isWaiting)
        #expect(
            try bob.receive(try group.send("next", from: alice).part(for: bob), from: nil).groupText == "next"
        )
    }

    @Test("isn't asked for before its sender is a member, whose answer would count for nothing, and is then")
    func askedBeforeRoster() throws {
        let alice = try network.sealedDevice("alice")
        let bob = try network.sealedDevice("bob")
        try network.meet(alice, bob)
        let roster = try Roster(group: .random(), members: ["alice", "bob"])
        try alice.apply(roster)
        // Its key is lost on the way.
        let outgoing = try alice.send(Array("welcome".utf8), toGroup: roster.group)
        for distribution in outgoing.distributions { try alice.markSent(distribution.id) }
        let waiting = try #require(bob.undecryptableInGroup(try outgoing.part(for: bob)))
        try alice.markSent(outgoing.id)
        #expect(!waiting.isRequestDue)
        #expect(throws: SessionError.peer(.notMember(roster.group))) { try bob.requestResend(of: waiting) }
        let applied = try bob.apply(roster)
        #expect(applied.opened.isEmpty)
        let message = try #require(applied.unopened.first)
        #expect(message.reason == .needsSenderKey && message.isWaiting && message.isRequestDue)
        let asked = try network.deliver(try bob.requestResend(of: message), from: bob)[0].content
        guard case .groupResendRequest(let request) = asked else { throw Device.OtherContent() }
        for answer in try alice.resend(request) { try network.deliver(answer, from: alice) }
        #expect(try bob.groupTexts() == ["welcome"])
    }

    @Test("of a group that becomes known while the inbox is full opens by the daily work too")
    func inboxFullForRoster() throws {
        let alice = try network.sealedDevice("alice")
        let bob = try network.sealedDevice("bob")
        try network.meet(alice, bob)
        let roster = try Roster(group: .random(), members: ["alice", "bob"])
        try alice.apply(roster)
        let sent = try (0..<3).map {
            try alice.send([UInt8](repeating: $0, count: 10_000), toGroup: roster.group)
        }
        _ = try bob.receive(try sent[0].key(for: bob), from: nil)
        for outgoing in sent { #expect(bob.undecryptableInGroup(try outgoing.part(for: bob)) != nil) }
        let taken = try bob.leaveRoom(15_000)
        #expect(try bob.apply(roster).opened.count == 1)
        try bob.giveRoom(taken)
        try bob.maintain()
        #expect(try bob.groupTexts().count == 3)
    }

    @Test("waits while the inbox is full, and opens by the daily work when there is room")
    func inboxFull() throws {
        let group = try GroupNetwork(["alice", "bob"], network: network)
        let (alice, bob) = (try group["alice"], try group["bob"])
        let sent = try (0..<3).map {
            try alice.send([UInt8](repeating: $0, count: 10_000), toGroup: group.group)
        }
        for outgoing in sent { #expect(bob.undecryptableInGroup(try outgoing.part(for: bob)) != nil) }
        let taken = try bob.leaveRoom(15_000)
        #expect(try bob.receive(try sent[0].key(for: bob), from: nil).facts.opened.count == 1)
        #expect(try bob.groupTexts().count == 1)
        // Nothing more opens before there is room.
        try bob.maintain()
        #expect(try bob.groupTexts().count == 1)
        try bob.giveRoom(taken)
        try bob.maintain()
        #expect(try bob.groupTexts().map { Array($0.utf8.prefix(1)) } == [[0], [1], [2]])
        #expect(bob.refusal(of: try sent[2].part(for: bob), from: nil)?.duplicate != nil)
    }
}

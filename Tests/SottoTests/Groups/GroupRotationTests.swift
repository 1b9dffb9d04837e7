import Sotto
import Testing

/// When the own key in a group becomes another one.
///
/// Rules DS-26, GR-21.
@Suite("The own key in a group")
struct GroupRotationTests {
    private func chain(_ device: Device, _ group: GroupNetwork) throws -> SenderChainID? {
        try device.group(group.group)?.chain?.id
    }

    @Test(
        "is another one after a member was removed, and the removed member's device opens nothing that follows"
    )
    func removal() throws {
        var group = try GroupNetwork(["alice", "bob", "carol"])
        let (alice, carol) = (try group["alice"], try group["carol"])
        try group.talk("all", from: alice)
        let before = try chain(alice, group)
        try group.change(to: ["alice", "bob"], informed: [alice, try group["bob"]])
        let outgoing = try group.send("without carol", from: alice)
        #expect(try chain(alice, group) != before)
        #expect(outgoing.distributions.map { "\($0.envelopes[0].address.user)" } == ["bob"])
        #expect(outgoing.envelope?.recipients.contains(carol.address) == false)
        #expect(try group.network.deliver(outgoing, from: alice).count == 1)
    }

    @Test("is gone when the own user left, and another one when they come back")
    func leaving() throws {
        var group = try GroupNetwork(["alice", "bob"])
        let alice = try group["alice"]
        try group.talk("one", from: alice)
        let before = try chain(alice, group)
        try group.change(to: ["bob"])
        #expect(try chain(alice, group) == nil)
        try group.change(to: ["alice", "bob"])
        #expect(try group.talk("back", from: alice).count == 1)
        #expect(try chain(alice, group) != before)
    }

    @Test("is another one after a member's device was removed")
    func deviceRemoved() throws {
        let network = TestNetwork()
        let group = try GroupNetwork(["alice", "bob"], network: network)
        let (alice, bob) = (try group["alice"], try group["bob"])
        let tablet = try network.sealedDevice("bob", 2, linkedTo: bob)
        try tablet.apply(group.roster)
        try network.start(alice, with: tablet)
        #expect(try group.talk("one", from: alice).count == 2)
        let before = try chain(alice, group)
        #expect(try group.talk("two", from: alice).count == 2)
        #expect(try chain(alice, group) == before)
        _ = try alice.apply(DeviceReport(user: "bob", extra: [2]))
        #expect(try group.talk("three", from: alice).count == 1)
        #expect(try chain(alice, group) != before)
    }

    @Test("is another one after a member's identity changed")
    func identityChanged() throws {
        let network = TestNetwork()
        let group = try GroupNetwork(["alice", "bob"], network: network)
        let alice = try group["alice"]
        try group.talk("one", from: alice)
        let before = try chain(alice, group)
        let phone = try network.sealedDevice("bob")
        try phone.apply(group.roster)
        _ = try? network.start(alice, with: phone)
        try alice.accept(phone.identityKey, for: "bob")
        try network.start(alice, with: phone)
        #expect(try group.talk("to the new phone", from: alice).count == 1)
        #expect(try chain(alice, group) != before)
    }

    @Test("is another one after 1,000 messages")
    func messages() throws {
        let group = try GroupNetwork(["alice", "bob"])
        let alice = try group["alice"]
        try group.talk("one", from: alice)
        let before = try chain(alice, group)
        for _ in 1..<1_000 { try alice.markSent(try group.send("x", from: alice).id) }
        #expect(try chain(alice, group) == before)
        let next = try group.send("y", from: alice)
        #expect(try chain(alice, group) != before)
        #expect(next.distributions.count == 1)
    }

    @Test("is another one after 14 days, and on demand")
    func ageAndDemand() throws {
        let network = TestNetwork()
        let group = try GroupNetwork(["alice", "bob"], network: network)
        let alice = try group["alice"]
        try group.talk("one", from: alice)
        let first = try chain(alice, group)
        network.clock.advance(by: 13 * 86_400_000)
        try network.certify(alice)
        try group.talk("two", from: alice)
        #expect(try chain(alice, group) == first)
        network.clock.advance(by: 1 * 86_400_000)
        try group.talk("three", from: alice)
        let second = try chain(alice, group)
        #expect(second != first)
        try alice.rotateSenderKey(of: group.group)
        #expect(try group.talk("four", from: alice).count == 1)
        #expect(try chain(alice, group) != second)
    }

    @Test("is dropped by a restore")
    func restored() throws {
        let group = try GroupNetwork(["alice", "bob"])
        let alice = try group["alice"]
        _ = try group.send("one", from: alice)
        try alice.restored()
        #expect(try alice.group(group.group)?.chain == nil)
        #expect(try alice.groupOutbox().isEmpty)
    }

    @Test("is kept five times by its receivers, and the newest works")
    func manyRotations() throws {
        let group = try GroupNetwork(["alice", "bob"])
        let alice = try group["alice"]
        let first = try group.send("the first", from: alice)
        for distribution in first.distributions { try group.network.deliver(distribution, from: alice) }
        for number in 1...20 {
            try alice.rotateSenderKey(of: group.group)
            #expect(try group.talk("\(number)", from: alice).values.map(\.groupText) == ["\(number)"])
        }
        let late = try #require(try group.network.results(of: first, from: alice).values.first)
        #expect(late.undecryptable?.reason == .needsSenderKey)
    }
}

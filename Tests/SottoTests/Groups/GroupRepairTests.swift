import SottoGroups
import Testing

@testable import Sotto
@testable import SottoSessions

/// A key that was lost on its way to one member, and everything that may happen to the request for it.
///
/// Rule DS-31.
@Suite("A request for a group message")
struct GroupRepairTests {
    let network = TestNetwork()
    let group: GroupNetwork
    let alice: Device
    let erin: Device
    /// A message of Alice whose key didn't come to Erin.
    let outgoing: GroupOutgoing
    let lost: UndecryptableGroupMessage

    init() throws {
        let group = try GroupNetwork(["alice", "bob", "carol", "dave", "erin"], network: network)
        self.group = group
        alice = try group["alice"]
        erin = try group["erin"]
        outgoing = try group.send("hello", from: alice)
        try network.deliverKeys(of: outgoing, from: alice, except: erin)
        let results = try network.results(of: outgoing, from: alice)
        lost = try #require(results[erin.address]?.undecryptable)
        #expect(results.values.count { (try? $0.get()) != nil } == 3)
    }

    private func ask(_ message: UndecryptableGroupMessage, by device: Device) throws -> ReceivedContent {
        let asked = try device.requestResend(of: message)
        #expect(asked.envelopes.map(\.address) == [alice.address])
        #expect(asked.envelopes.map(\.sealing) == [.sealed])
        return try network.deliver(asked, from: device)[0].content
    }

    private func request(_ content: ReceivedContent) throws -> GroupResendRequest {
        guard case .groupResendRequest(let request) = content else {
            Issue.record("\(content)")
            throw Device.OtherContent()
        }
        return request
    }

    private var holderCount: Int? { get throws { try alice.group(group.group)?.chain?.holderCount } }

    @Test(
        "takes the device off the list first; key and message go to it alone, in either order",
        arguments: [true, false])
    func answered(isKeyFirst: Bool) throws {
        #expect(try holderCount == 4)
        let request = try request(try ask(lost, by: erin))
        #expect(
            request == GroupResendRequest(group: group.group, address: erin.address, message: outgoing.id))
        #expect(try holderCount == 3)
        let answer = try alice.resend(request)
        #expect(answer.flatMap(\.envelopes).map(\.address) == [erin.address, erin.address])
        #expect(try alice.outbox().map(\.id) == answer.map(\.id))
        #expect(try holderCount == 4)
        for part in isKeyFirst ? answer.reversed() : answer { try network.deliver(part, from: alice) }
        #expect(try erin.groupTexts() == ["hello"])
        // The first form has come before, and comes once more.
        let id = try #require(try erin.inbox().last?.id)
        let copy = erin.refusal(of: try outgoing.part(for: erin), from: nil)?.duplicate
        #expect(copy != nil)
        #expect(id != copy)
        #expect(try erin.groupTexts() == ["hello"])
        let next = try group.send("next", from: alice)
        #expect(next.distributions.isEmpty)
        #expect(try network.deliver(next, from: alice).count == 4)
    }

    @Test("whose message opens meanwhile gets a copy, which is a duplicate")
    func keyArrivesLate() throws {
        let request = try request(try ask(lost, by: erin))
        let late = try erin.receive(try outgoing.key(for: erin), from: nil)
        #expect(late.facts.opened.map(\.groupText) == ["hello"])
        let answer = try alice.resend(request)
        let message = try #require(answer.first)
        #expect(
            erin.refusal(of: message.envelopes[0].bytes, from: nil)?.duplicate == late.facts.opened.first?.id)
        #expect(answer.count == 2)
        for key in answer.dropFirst() { try network.deliver(key, from: alice) }
        #expect(try erin.groupTexts() == ["hello"])
        #expect(try network.deliver(try group.send("next", from: alice), from: alice).count == 4)
    }

    @Test("for what was never sent to the device gives the key, once, and no message")
    func neverSent() throws {
        let bob = try group["bob"]
        func bogus(_ index: UInt32) -> UndecryptableGroupMessage {
            let chain = lost.place.chain
            return UndecryptableGroupMessage(
                sender: alice.address, place: GroupPlace(group: group.group, chain: chain, index: index),
                reason: .notAuthentic, isWaiting: false, isRequestDue: true, envelope: lost.envelope)
        }
        let request = try request(try ask(bogus(99), by: bob))
        #expect(request.message == nil)
        #expect(try ask(bogus(98), by: bob) == .spentResendRequest)
        let answer = try alice.resend(request)
        #expect(
            try answer.flatMap { try network.deliver($0, from: alice) }.map(\.content) == [
                .senderKey(of: group.group)
            ])
        #expect(try alice.resend(request) == [])
        let other = GroupResendRequest(group: group.group, address: bob.address, message: .random())
        #expect(throws: SessionError.usage(.unknownMessage(other.message ?? .random()))) {
            try alice.resend(other)
        }
        #expect(try alice.outbox().isEmpty)
    }

    @Test("that comes twice is spent, and no message is given twice")
    func twice() throws {
        let first = try request(try ask(lost, by: erin))
        network.clock.advance(by: 3_600_000)
        #expect(erin.undecryptableInGroup(try outgoing.part(for: erin))?.isRequestDue == true)
        #expect(try ask(lost, by: erin) == .spentResendRequest)
        let answer = try alice.resend(first)
        #expect(answer.count == 2)
        #expect(throws: SessionError.usage(.unknownMessage(outgoing.id))) { try alice.resend(first) }
        // The answer was lost: the key can be asked for again, the message can't.
        network.clock.advance(by: 3_600_000)
        #expect(try request(try ask(lost, by: erin)).message == nil)
    }

    @Test("of who isn't a member any more gets nothing, also one that was taken before")
    func removed() throws {
        let asked = try erin.requestResend(of: lost)
        let early = try request(try network.deliver(asked, from: erin)[0].content)
        network.clock.advance(by: 3_600_000)
        try alice.apply(try group.roster.changed(members: ["alice", "bob", "carol", "dave"], details: []))
        #expect(throws: SessionError.peer(.notMember(group.group))) { try alice.resend(early) }
        #expect(try ask(lost, by: erin) == .spentResendRequest)
        #expect(try alice.outbox().isEmpty)
    }

    @Test("gets nothing once the device has another identity or installation", arguments: [true, false])
    func otherDevice(isOtherIdentity: Bool) throws {
        let request = try request(try ask(lost, by: erin))
        let before = try alice.group(group.group)?.chain?.id
        let now: Device
        if isOtherIdentity {
            now = try network.sealedDevice("erin")
            try now.apply(group.roster)
            _ = try? network.start(alice, with: now)
            try alice.accept(now.identityKey, for: "erin")
        } else {
            now = erin
            try now.restored()
            try network.server.publish(now)
        }
        try network.start(alice, with: now)
        #expect(throws: SessionError.usage(.unknownMessage(outgoing.id))) { try alice.resend(request) }
        #expect(try alice.outbox().isEmpty)
        // Who had the key may still have it.
        let next = try group.send("next", from: alice)
        #expect(try alice.group(group.group)?.chain?.id != before)
        try network.deliverKeys(of: next, from: alice)
        #expect(try now.receive(try next.part(for: now), from: nil).groupText == "next")
    }

    @Test("doesn't take a device off the list for good: who is removed then has no key for what follows")
    func struckAndRemoved() throws {
        // Bob has the key and says that he hasn't.
        let bob = try group["bob"]
        let before = try alice.group(group.group)?.chain?.id
        let place = GroupPlace(group: group.group, chain: lost.place.chain, index: 7)
        let request = try bob.control(.resendRequest(place), to: alice)
        _ = try alice.receive(request, from: nil)
        try alice.apply(try group.roster.changed(members: ["alice", "carol", "dave", "erin"], details: []))
        let next = try group.send("without bob", from: alice)
        #expect(try alice.group(group.group)?.chain?.id != before)
        #expect(!next.distributions.flatMap(\.envelopes).map(\.address).contains(bob.address))
        // A server that gives Bob what it has gives him nothing.
        let carol = try group["carol"]
        let inner = try carol.content(of: try next.part(for: carol), network).message
        let forwarded = try network.envelope(around: inner, in: group.group.bytes, of: alice, for: bob)
        #expect(bob.undecryptableInGroup(forwarded)?.reason == .needsSenderKey)
    }

    @Test("goes once in an hour and three times in all for one message")
    func limitOfMessage() throws {
        let part = try outgoing.part(for: erin)
        for number in 0..<3 {
            #expect(erin.undecryptableInGroup(part)?.isRequestDue == true, "request \(number)")
            _ = try erin.requestResend(of: lost)
            #expect(erin.undecryptableInGroup(part)?.isRequestDue == false)
            #expect(throws: SessionError.usage(.repairLimit(alice.address))) {
                try erin.requestResend(of: lost)
            }
            network.clock.advance(by: 3_600_000)
        }
        #expect(erin.undecryptableInGroup(part)?.isRequestDue == false)
    }

    @Test("goes five times in an hour to one device")
    func limitOfDevice() throws {
        var waiting = [lost]
        for number in 0..<5 {
            let part = try group.send("\(number)", from: alice).part(for: erin)
            waiting.append(try #require(erin.undecryptableInGroup(part)))
        }
        for message in waiting.prefix(5) { _ = try erin.requestResend(of: message) }
        #expect(throws: SessionError.usage(.repairLimit(alice.address))) {
            try erin.requestResend(of: waiting[5])
        }
        network.clock.advance(by: 3_600_000)
        _ = try erin.requestResend(of: waiting[5])
    }
}

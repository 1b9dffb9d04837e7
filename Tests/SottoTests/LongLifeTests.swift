import Sotto
import TestSupport
import Testing

/// Rules DR-7, DS-4 to DS-7, SM-10, SM-11.
@Suite("A long conversation")
struct LongLifeTests {
    let network = TestNetwork()
    let storage = InMemoryStorage()
    let alice: Device
    let bob: Device

    init() throws {
        alice = try network.device("alice")
        bob = try network.device("bob", in: storage)
        try network.meet(alice, bob)
    }

    func take(_ sent: Outgoing, _ device: Device, from sender: Device) throws -> Received {
        let received = try device.receive(sent.envelopes[0].bytes, from: sender.address)
        try device.acknowledge(received.id)
        return received
    }

    @Test("keeps its record within 600 bytes, whatever was said")
    func recordSize() throws {
        for round in 0..<300 {
            _ = try take(try alice.send([1], to: .user("bob")), bob, from: alice)
            _ = try take(try bob.send([2], to: .user("alice")), alice, from: bob)
            if round % 50 == 0 { try network.start(alice, with: bob) }
        }
        let facts = try #require(try bob.diagnostics(for: alice.address))
        #expect(facts.sessions.count == 6)
        #expect(facts.recordByteCount <= 600)
        #expect(facts.active?.recordByteCount == 349)
    }

    @Test("keeps at most 2,000 keys of what never came, drops the oldest first and says which")
    func skippedKeys() throws {
        var lost: [LostMessages] = []
        var held: [Outgoing] = []
        for turn in 0..<750 {
            for _ in 0..<3 {
                let sent = try alice.send([UInt8(turn & 0xFF)], to: .user("bob"))
                try alice.markSent(sent.id)
                held.append(sent)
            }
            let received = try take(try alice.send([1], to: .user("bob")), bob, from: alice)
            lost += received.facts.lost
            _ = try take(try bob.send([2], to: .user("alice")), alice, from: bob)
            network.clock.advance(by: 1)
        }
        #expect(try bob.diagnostics(for: alice.address)?.active?.skippedKeyCount == 2_000)
        #expect(lost.reduce(0) { $0 + $1.indices.count } == 250)
        for (number, sent) in held.enumerated() {
            let message = bob.undecryptable(sent.envelopes[0].bytes, from: alice.address)
            #expect(
                (message?.fault == .messageKeyDropped || message?.fault == .notAuthentic) == (number < 250),
                "\(number)")
        }
        #expect(try bob.diagnostics(for: alice.address)?.active?.skippedKeyCount == 0)
    }

    @Test("is stored whole after each operation: 500 messages with the store opened anew each time")
    func reopened() throws {
        var random = SeededGenerator(seed: 17)
        var waiting: [(Outgoing, isToBob: Bool)] = []
        for number in 0..<500 {
            let device = try network.reopen(storage)
            if waiting.isEmpty || Bool.random(using: &random) {
                let isToBob = Bool.random(using: &random)
                let content = [UInt8(number & 0xFF)]
                waiting.append(
                    (
                        isToBob
                            ? try alice.send(content, to: .user("bob"))
                            : try device.send(content, to: .user("alice")), isToBob
                    ))
            } else {
                let (sent, isToBob) = waiting.remove(at: Int.random(in: 0..<waiting.count, using: &random))
                _ = isToBob ? try take(sent, device, from: alice) : try take(sent, alice, from: device)
            }
        }
    }

    @Test(
        "sends in the session that opened something last, also after a restart and with a clock that is wrong"
    )
    func lastDecrypted() throws {
        let old = try #require(try bob.diagnostics(for: alice.address)?.active).transcript
        let inOld = try alice.send([1], to: .user("bob"))
        network.clock.advance(by: -5 * Int64(day))
        try network.start(alice, with: bob)
        try network.talk("new", from: alice, to: "bob")
        let new = try #require(try bob.diagnostics(for: alice.address)?.active).transcript
        #expect(new != old)
        let reopened = try network.reopen(storage)
        _ = try reopened.receive(inOld.envelopes[0].bytes, from: alice.address)
        #expect(try reopened.diagnostics(for: alice.address)?.active?.transcript == old)
        let again = try network.reopen(storage)
        #expect(try again.diagnostics(for: alice.address)?.active?.transcript == old)
        try network.talk("newest", from: alice, to: "bob")
        #expect(try again.diagnostics(for: alice.address)?.active?.transcript == new)
    }

    @Test("takes a gap of 25,000 and refuses one more with both numbers, and can be repaired then")
    func gap() throws {
        for _ in 0..<25_001 {
            let sent = try alice.sendLeased([Draft([1], to: .user("bob"))])[0].get()
            try alice.markSent(sent.id)
        }
        let far = try alice.send([1], to: .user("bob"))
        let message = try #require(bob.undecryptable(far.envelopes[0].bytes, from: alice.address))
        #expect(message.fault == .gapTooLarge(gap: 25_001, limit: 25_000))
        let request = try bob.requestResend(
            of: message, withBundle: try network.server.bundle(of: alice.address))
        guard case .resendRequest(let wanted) = try network.deliver(request, from: bob)[0].content else {
            Issue.record("no request")
            return
        }
        try alice.markSent(far.id)
        let again = try alice.resend(wanted, withBundle: try network.server.bundle(of: bob.address))
        #expect(try network.deliver(again, from: alice).map(\.content) == [.message(far.id, [1])])
    }

    @Test("touches only one part of the skipped keys for a message that was skipped")
    func onePart() throws {
        let counting = CountingStorage(InMemoryStorage())
        let carol = try network.device("carol", in: counting)
        try network.start(alice, with: carol)
        let sent = try (0..<400).map { _ in try alice.send([1], to: .user("carol")) }
        _ = try take(sent[399], carol, from: alice)
        counting.reset()
        _ = try carol.receive(sent[100].envelopes[0].bytes, from: alice.address)
        // Skipped keys read, the message's id looked up; peer, skipped keys, message and totals written.
        #expect(counting.reads <= 3)
        #expect(counting.writes == 4)
        #expect(counting.commits == 1)
    }
}

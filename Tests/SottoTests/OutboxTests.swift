import Sotto
import TestSupport
import Testing

/// Rules DS-9, DS-11 to DS-14, DS-18.
@Suite("Outbox and inbox")
struct OutboxTests {
    let network = TestNetwork()
    let storage = InMemoryStorage()
    let alice: Device
    let bob: Device

    init() throws {
        alice = try network.device("alice", in: storage)
        bob = try network.device("bob")
        try network.start(alice, with: bob)
    }

    @Test("give the same bytes for the same message, and the chain moves by one")
    func retry() throws {
        let first = try alice.send([1], to: .user("bob"))
        for _ in 0..<2_000 {
            #expect(try alice.send([1], id: first.id, to: .user("bob")) == first)
        }
        #expect(try alice.diagnostics(for: bob.address)?.active?.nextSendingIndex == 1)
        let reopened = try network.reopen(storage)
        #expect(try reopened.send([1], id: first.id, to: .user("bob")) == first)
        #expect(try reopened.outbox() == [first])
    }

    @Test("refuse an id for other content, for somebody else, and once the server has the message")
    func reuse() throws {
        let sent = try alice.send([1], to: .user("bob"))
        #expect(throws: SessionError.usage(.messageIDReused(sent.id))) {
            try alice.send([2], id: sent.id, to: .user("bob"))
        }
        #expect(throws: SessionError.usage(.messageIDReused(sent.id))) {
            try alice.send([1], id: sent.id, to: .device(bob.address))
        }
        try alice.markSent(sent.id)
        #expect(throws: SessionError.usage(.alreadySent(sent.id))) {
            try alice.send([1], id: sent.id, to: .user("bob"))
        }
        #expect(try alice.outbox().isEmpty)
    }

    @Test("take contents of 0 to 65,000 bytes")
    func sizes() throws {
        for count in [0, 1, 64_999, 65_000] {
            let content = [UInt8](repeating: 7, count: count)
            let sent = try alice.send(content, to: .user("bob"))
            #expect(try network.deliver(sent, from: alice).map(\.content) == [.message(sent.id, content)])
        }
        #expect(throws: SessionError.usage(.contentTooLarge(byteCount: 65_001, limit: 65_000))) {
            try alice.send([UInt8](repeating: 7, count: 65_001), to: .user("bob"))
        }
    }

    @Test("hide lengths: contents of up to 142 bytes have one length")
    func oneLength() throws {
        var lengths: Set<Int> = []
        // So few that the index stays one byte.
        for count in [0, 1, 2, 50, 100, 141, 142] {
            lengths.insert(
                try alice.send([UInt8](repeating: 0, count: count), to: .user("bob")).envelopes[0].bytes.count
            )
        }
        #expect(lengths.count == 1)
        let reply = try alice.heartbeat(to: bob.address)
        #expect(lengths.contains(reply.envelopes[0].bytes.count))
    }

    @Test("name the user that nothing is known of, and the device that there is no session with")
    func unknown() throws {
        #expect(throws: SessionError.usage(.unknownUser("carol"))) { try alice.send([1], to: .user("carol")) }
        let address = try Address(user: "bob", device: 2)
        #expect(throws: SessionError.usage(.noSession(address))) { try alice.send([1], to: .device(address)) }
        #expect(throws: SessionError.usage(.ownAddress)) { try alice.send([1], to: .device(alice.address)) }
        #expect(try alice.outbox().isEmpty)
    }

    @Test("keep what was received until it is acknowledged, over a restart")
    func inbox() throws {
        try network.talk("hello", from: alice, to: "bob")
        let sent = try bob.send(Array("hi".utf8), to: .user("alice"))
        let received = try alice.receive(sent.envelopes[0].bytes, from: bob.address, serverTime: 42)
        #expect(received.serverTime == 42)
        let reopened = try network.reopen(storage)
        #expect(try reopened.inbox() == [received])
        #expect(
            reopened.refusal(of: sent.envelopes[0].bytes, from: bob.address) == .peer(.duplicate(received.id))
        )
        try reopened.acknowledge(received.id)
        try reopened.acknowledge(received.id)
        #expect(try reopened.inbox().isEmpty)
        #expect(try reopened.diagnostics().inboxCount == 0)
        #expect(
            reopened.refusal(of: sent.envelopes[0].bytes, from: bob.address) == .peer(.duplicate(received.id))
        )
    }

    @Test("know a copy for 30 days; of an older one only that its key is gone")
    func memory() throws {
        let sent = try alice.send([1], to: .user("bob"))
        let received = try network.deliver(sent, from: alice)[0]
        try bob.acknowledge(received.id)
        network.clock.advance(by: 30 * Int64(day))
        try bob.maintain()
        #expect(
            bob.refusal(of: sent.envelopes[0].bytes, from: alice.address) == .peer(.duplicate(received.id)))
        network.clock.advance(by: 1)
        try bob.maintain()
        #expect(
            bob.undecryptable(sent.envelopes[0].bytes, from: alice.address)?.fault == .messageKeyDropped)
    }

    @Test("stop opening when the inbox is full, and lose nothing by that")
    func full() throws {
        let content = [UInt8](repeating: 1, count: 65_000)
        var sent: [Outgoing] = []
        for _ in 0..<1_035 {
            let outgoing = try alice.send(content, to: .user("bob"))
            try alice.markSent(outgoing.id)
            sent.append(outgoing)
        }
        var refused: [Outgoing] = []
        for outgoing in sent {
            let error = bob.refusal(of: outgoing.envelopes[0].bytes, from: alice.address)
            if error == .usage(.inboxFull) { refused.append(outgoing) } else { #expect(error == nil) }
        }
        #expect(!refused.isEmpty)
        #expect(try bob.diagnostics().inboxByteCount <= DeviceLimits.maximumInboxByteCount)
        try bob.acknowledge(try bob.inbox(limit: 100).map(\.id))
        for outgoing in refused {
            #expect(
                try bob.receive(outgoing.envelopes[0].bytes, from: alice.address).content
                    == .message(outgoing.id, content))
        }
    }

    @Test("forget a sent message after 14 days, or when all devices have it")
    func sentMessages() throws {
        let sent = try alice.send([1], to: .user("bob"))
        try alice.markSent(sent.id)
        #expect(throws: SessionError.usage(.alreadySent(sent.id))) {
            try alice.send([1], id: sent.id, to: .user("bob"))
        }
        try alice.noteDelivered(sent.id, to: bob.address)
        let other = try alice.send([1], to: .user("bob"))
        try alice.markSent(other.id)
        network.clock.advance(by: 14 * Int64(day))
        try alice.maintain()
        #expect(throws: SessionError.usage(.alreadySent(other.id))) {
            try alice.send([1], id: other.id, to: .user("bob"))
        }
        network.clock.advance(by: 1)
        try alice.maintain()
        // Nothing is known of the id any more; the session is too old for another message.
        #expect(throws: SessionError.usage(.noSession(bob.address))) {
            try alice.send([1], id: other.id, to: .user("bob"))
        }
    }

    @Test("don't use a session that wasn't answered for 10 days")
    func unanswered() throws {
        _ = try alice.send([1], to: .user("bob"))
        network.clock.advance(by: 10 * Int64(day))
        _ = try alice.send([2], to: .user("bob"))
        network.clock.advance(by: 1)
        #expect(throws: SessionError.usage(.noSession(bob.address))) { try alice.send([3], to: .user("bob")) }
    }

    @Test("advise one empty message for a chain of 51 that nobody answered, once for each ratchet key")
    func heartbeat() throws {
        try network.talk("hello", from: alice, to: "bob")
        try network.talk("hi", from: bob, to: "alice")
        for round in 0..<2 {
            var advised: [Int] = []
            for number in 1...60 where try network.talk("x", from: alice, to: "bob")[0].facts.isHeartbeatDue {
                advised.append(number)
            }
            #expect(advised == [51], "round \(round)")
            let sent = try bob.heartbeat(to: alice.address)
            #expect(try network.deliver(sent, from: bob).map(\.content) == [.heartbeat])
            #expect(try alice.inbox().filter { $0.content == .heartbeat }.isEmpty)
        }
    }

    @Test("do many messages in one transaction, each with a result of its own")
    func batches() throws {
        let drafts = (0..<20).map { number in
            Draft([UInt8(number)], to: number == 7 ? .user("nobody") : .user("bob"))
        }
        let results = alice.send(drafts)
        #expect(results.enumerated().filter { (try? $1.get()) == nil }.map(\.offset) == [7])
        var incoming = try results.filter { (try? $0.get()) != nil }.map {
            Incoming(try $0.get().envelopes[0].bytes, from: alice.address)
        }
        incoming.insert(Incoming([1, 2, 3], from: alice.address), at: 3)
        let received = bob.receive(incoming)
        #expect(received.enumerated().filter { (try? $1.get()) == nil }.map(\.offset) == [3])
        #expect(try bob.inbox().count == 19)
    }

    @Test("seal nothing anew for a device that has the message while another one's bytes wait")
    func deliveredToOne() throws {
        let other = try network.device("bob", 2, linkedTo: bob)
        try network.start(alice, with: other)
        let sent = try alice.send([1], to: .user("bob"))
        try alice.noteDelivered(sent.id, to: bob.address)
        let waiting = sent.envelopes.filter { $0.address == other.address }
        #expect(try alice.send([1], id: sent.id, to: .user("bob")).envelopes == waiting)
        #expect(try alice.outbox().map(\.envelopes) == [waiting])
        try alice.markSent(sent.id)
        #expect(throws: SessionError.usage(.alreadySent(sent.id))) {
            try alice.send([1], id: sent.id, to: .user("bob"))
        }
        // Both have it: nothing is kept of it.
        try alice.noteDelivered(sent.id, to: other.address)
        #expect(try alice.send([2], id: sent.id, to: .user("bob")).envelopes.count == 2)
    }
}

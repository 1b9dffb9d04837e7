import Sotto
import TestSupport
import Testing

/// Rules DS-14, DR-19, ST-12.
@Suite("Leased sending")
struct LeaseTests {
    let network = TestNetwork()
    let storage = InMemoryStorage()
    let alice: Device
    let bob: Device

    init() throws {
        alice = try network.device("alice", in: storage)
        bob = try network.device("bob")
        try network.meet(alice, bob)
    }

    func commits() throws -> UInt64 { try storage.transaction(.reading) { try $0.changeNumber() } }

    func send(_ number: Int, _ device: Device) throws -> Outgoing {
        try #require(try device.sendLeased([Draft([UInt8(number & 0xFF)], to: .user("bob"))]).first).get()
    }

    @Test("takes one commit for 256 messages, all of which open")
    func oneCommit() throws {
        _ = try send(0, alice)
        let before = try commits()
        let sent = try (0..<255).map { try send($0, alice) }
        let commits = try commits() - before
        #expect(commits <= 1)
        for (number, outgoing) in sent.enumerated() {
            let received = try bob.receive(outgoing.envelopes[0].bytes, from: alice.address)
            #expect(received.content == .message(outgoing.id, [UInt8(number)]))
        }
    }

    @Test("uses no place twice when the process ends in the middle, and the receiver sees a gap")
    func crash() throws {
        let sent = try (0..<10).map { try send($0, alice) }
        let reopened = try network.reopen(storage)
        let after = try reopened.send([99], to: .user("bob"))
        let next = try reopened.diagnostics(for: bob.address)?.active?.nextSendingIndex
        #expect(next == 258)
        for outgoing in [after] + sent {
            _ = try bob.receive(outgoing.envelopes[0].bytes, from: alice.address)
        }
        let reply = try bob.send([1], to: .user("alice"))
        _ = try reopened.receive(reply.envelopes[0].bytes, from: bob.address)
        #expect(try network.talk("on", from: reopened, to: "bob").map(\.text) == ["on"])
    }

    @Test("ends with a new chain: the receiver sees no gap then")
    func turn() throws {
        for number in 0..<10 {
            _ = try bob.receive(try send(number, alice).envelopes[0].bytes, from: alice.address)
        }
        try network.talk("turn", from: bob, to: "alice")
        _ = try bob.receive(try send(11, alice).envelopes[0].bytes, from: alice.address)
        #expect(try bob.diagnostics(for: alice.address)?.active?.skippedKeyCount == 0)
    }

    @Test("gives the same bytes for a message that is asked for again, and refuses other content")
    func again() throws {
        let draft = Draft([1], to: .user("bob"))
        let first = try alice.sendLeased([draft])[0].get()
        let second = try alice.sendLeased([draft])[0].get()
        #expect(first == second)
        #expect(throws: SessionError.usage(.messageIDReused(draft.id))) {
            try alice.sendLeased([Draft([2], id: draft.id, to: .user("bob"))])[0].get()
        }
    }

    @Test("writes what is left when asked, and nothing of what the server took")
    func flush() throws {
        _ = try send(0, alice)
        let sent = try (1..<6).map { try send($0, alice) }
        for outgoing in sent.prefix(3) { try alice.markSent(outgoing.id) }
        try alice.flush()
        let reopened = try network.reopen(storage)
        #expect(Set(try reopened.outbox().map(\.id)).isSuperset(of: sent.suffix(2).map(\.id)))
        #expect(try reopened.outbox().count == 3)
    }

    @Test("forgets a message whose bytes the server has for each of its devices")
    func sentOneByOne() throws {
        let other = try network.device("bob", 2, linkedTo: bob)
        try network.start(alice, with: other)
        let sent = try send(1, alice)
        #expect(sent.envelopes.count == 2)
        try alice.markSent(sent.id, to: bob.address)
        try alice.flush()
        #expect(try alice.outbox().map { $0.envelopes.map(\.address) } == [[other.address]])
        try alice.markSent(sent.id, to: other.address)
        try alice.flush()
        #expect(try alice.outbox().isEmpty)
    }

    @Test("isn't sent again on request")
    func notLogged() throws {
        let sent = try send(1, alice)
        var bytes = sent.envelopes[0].bytes
        bytes[bytes.count - 1] ^= 1
        let message = try #require(bob.undecryptable(bytes, from: alice.address))
        let request = try bob.requestResend(
            of: message, withBundle: try network.server.bundle(of: alice.address))
        #expect(try network.deliver(request, from: bob)[0].content == .spentResendRequest)
    }

    @Test("mixes with other sending and with receiving")
    func mixed() throws {
        var random = SeededGenerator(seed: 5)
        for number in 0..<200 {
            let sent: Outgoing
            switch Int.random(in: 0..<4, using: &random) {
            case 0: sent = try alice.send([UInt8(number)], to: .user("bob"))
            case 1:
                try network.talk("x", from: bob, to: "alice")
                continue
            default: sent = try send(number, alice)
            }
            let received = try bob.receive(sent.envelopes[0].bytes, from: alice.address)
            #expect(received.content == .message(sent.id, [UInt8(number)]))
        }
        #expect(try bob.diagnostics(for: alice.address)?.active?.skippedKeyCount == 0)
    }
}

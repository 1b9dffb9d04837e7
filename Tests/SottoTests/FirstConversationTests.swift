import Sotto
import Testing

@Suite("Two devices")
struct FirstConversationTests {
    let two: TwoDevices
    var alice: Device { two.alice }
    var bob: Device { two.bob }

    init() throws { two = try TwoDevices() }

    @Test("talk to each other")
    func talk() throws {
        try two.start(alice, bob)
        let hello = try alice.send(Array("hello".utf8), to: .user("bob"))
        let first = try bob.receive(hello.envelopes[0].bytes, from: alice.address)
        #expect(first.content == .message(hello.id, Array("hello".utf8)))
        #expect(first.sender == alice.address)
        #expect(first.senderIdentityKey == alice.identityKey)
        let reply = try bob.send(Array("hi".utf8), to: .user("alice"))
        let second = try alice.receive(reply.envelopes[0].bytes, from: bob.address)
        #expect(second.content == .message(reply.id, Array("hi".utf8)))
        #expect(throws: SessionError.peer(.duplicate(first.id))) {
            try bob.receive(hello.envelopes[0].bytes, from: alice.address)
        }
        try bob.acknowledge(first.id)
        #expect(throws: SessionError.peer(.duplicate(first.id))) {
            try bob.receive(hello.envelopes[0].bytes, from: alice.address)
        }
        #expect(try bob.inbox().isEmpty)
    }

    @Test("talk in both directions, turn after turn")
    func turns() throws {
        try two.start(alice, bob)
        for round in 0..<5 {
            try two.send(alice, bob, "hello \(round)")
            try two.send(bob, alice, "reply \(round)")
        }
    }

    @Test("open messages in any order")
    func anyOrder() throws {
        try two.start(alice, bob)
        let sent = try (0..<100).map { try alice.send([UInt8($0)], to: .user("bob")) }
        for outgoing in sent.reversed() {
            let received = try bob.receive(outgoing.envelopes[0].bytes, from: alice.address)
            #expect(received.content == .message(outgoing.id, [UInt8(sent.firstIndex(of: outgoing) ?? 0)]))
        }
        #expect(try bob.diagnostics(for: alice.address)?.active?.skippedKeyCount == 0)
    }
}

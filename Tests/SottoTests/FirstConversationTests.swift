import Sotto
import TestSupport
import Testing

@Suite("Two devices")
struct FirstConversationTests {
    let clock = TestClock()
    let server = TestServer()
    let alice: Device
    let bob: Device

    init() throws {
        alice = try Device.inMemory(
            as: Address(user: "alice", device: 1), trusting: .onFirstUse, clock: clock.clock)
        bob = try Device.inMemory(
            as: Address(user: "bob", device: 1), trusting: .onFirstUse, clock: clock.clock)
        for device in [alice, bob] { try server.publish(device) }
    }

    @Test("talk to each other")
    func talk() throws {
        try alice.start(withBundle: try server.bundle(of: bob.address), of: bob.address)
        let hello = try alice.send(Array("hello".utf8), to: .user("bob"))
        let first = try bob.receive(hello.envelopes[0].bytes, from: alice.address)
        #expect(first.content == .message(hello.id, Array("hello".utf8)))
        #expect(first.sender == alice.address)
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

    @Test("open messages in any order")
    func anyOrder() throws {
        try alice.start(withBundle: try server.bundle(of: bob.address), of: bob.address)
        let sent = try (0..<100).map { try alice.send([UInt8($0)], to: .user("bob")) }
        for outgoing in sent.reversed() {
            let received = try bob.receive(outgoing.envelopes[0].bytes, from: alice.address)
            #expect(received.content == .message(outgoing.id, [UInt8(sent.firstIndex(of: outgoing) ?? 0)]))
        }
        #expect(try bob.diagnostics(for: alice.address)?.active?.skippedKeyCount == 0)
    }
}

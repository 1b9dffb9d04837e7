import Sotto
import Testing

/// Rules DS-32, DS-33.
@Suite("A device sends and receives content")
struct ContentOfDevicesTests {
    let devices: TwoDevices

    init() throws {
        devices = try TwoDevices()
        try devices.start(devices.alice, devices.bob)
    }

    private func deliver(_ content: Content) throws -> Received {
        let outgoing = try devices.alice.send(content, to: .device(devices.bob.address))
        return try devices.bob.receive(outgoing.envelopes[0].bytes, from: devices.alice.address)
    }

    @Test("What arrives is what was sent, by the session's user")
    func arrives() throws {
        let content = devices.alice.compose(.text("hello"))
        let received = try deliver(content)
        let event = try #require(
            try received.conversationEvent(sequence: 7, of: devices.bob.address.user))
        let expected = MessageEvent(
            author: PersonID(devices.alice.address.user), device: 1,
            conversation: .direct(PersonID(devices.alice.address.user)), content: content)
        #expect(event.sequence == 7)
        #expect(event.body == .message(expected))
    }

    @Test("The message has the content's id")
    func oneID() throws {
        let content = devices.alice.compose(.text("hello"))
        let outgoing = try devices.alice.send(content, to: .user("bob"))
        #expect(outgoing.id == content.id)
    }

    @Test("Content that may not be sent is refused, and nothing is in the outbox")
    func refused() throws {
        let content = devices.alice.compose(.text(""))
        #expect(throws: ContentSendError.content(.missing(field: "TextContent.body"))) {
            try devices.alice.send(content, to: .user("bob"))
        }
        #expect(try devices.alice.outbox().isEmpty)
    }

    @Test("What a session refuses says so, with its recovery")
    func sessionFault() throws {
        let content = devices.alice.compose(.text("hello"))
        let fault = SessionError.usage(.unknownUser("carol"))
        #expect(throws: ContentSendError.session(fault)) {
            try devices.alice.send(content, to: .user("carol"))
        }
        #expect(ContentSendError.session(fault).recovery == fault.recovery)
    }

    @Test("Content with another id than its message is refused")
    func otherID() throws {
        let content = devices.alice.compose(.text("hello"))
        let outgoing = try devices.alice.send(try content.encoded(), to: .device(devices.bob.address))
        let received = try devices.bob.receive(
            outgoing.envelopes[0].bytes, from: devices.alice.address)
        #expect(throws: ContentError.invalid(field: "Content.id")) {
            try received.conversationEvent(sequence: 1, of: devices.bob.address.user)
        }
    }

    @Test("Bytes that are no content are refused, and stay in the inbox")
    func noContent() throws {
        let bytes = try devices.alice.seal([0xFF], to: devices.bob.address)
        let received = try devices.bob.receive(bytes, from: devices.alice.address)
        #expect(throws: ContentError.malformed) {
            try received.conversationEvent(sequence: 1, of: devices.bob.address.user)
        }
        #expect(try devices.bob.inbox().map(\.id) == [received.id])
    }

    @Test("What another device of mine sent is an event of the conversation it went to, by me")
    func copy() throws {
        let (phone, tablet) = try devices.linkedDevices("carol")
        try devices.start(phone, devices.bob)
        try devices.start(phone, tablet)
        let content = phone.compose(.text("hello"))
        let outgoing = try phone.send(content, to: .user("bob"))
        let copy = try #require(outgoing.envelopes.first { $0.address == tablet.address })
        let received = try tablet.receive(copy.bytes, from: phone.address)
        let event = try #require(try received.conversationEvent(sequence: 1, of: tablet.address.user))
        guard case .message(let message) = event.body else {
            Issue.record("no message")
            return
        }
        #expect(message.author == PersonID(phone.address.user))
        #expect(message.conversation == .direct(PersonID(devices.bob.address.user)))
        #expect(message.content == content)
    }

    @Test("A heartbeat is no event")
    func heartbeat() throws {
        let outgoing = try devices.alice.heartbeat(to: devices.bob.address)
        let received = try devices.bob.receive(
            outgoing.envelopes[0].bytes, from: devices.alice.address)
        #expect(try received.conversationEvent(sequence: 1, of: devices.bob.address.user) == nil)
    }
}

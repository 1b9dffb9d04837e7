import Sotto
import Testing

/// Rules PD-5 to PD-9.
@Suite("A push that a device opens")
struct OpeningPushTests {
    var desk: PushDesk

    init() throws { desk = try PushDesk() }

    @Test("tells who sent what, and leaves the message in the inbox")
    mutating func opened() throws {
        let outgoing = try desk.send(.text("are we still on for tonight?"))
        let result = desk.open(try desk.input(outgoing))
        let value = try #require(result.decision.value)
        #expect(value.title == "Alice")
        #expect(value.body == "are we still on for tonight?")
        #expect(value.level == .active)
        #expect(value.thread == ConversationID.direct(PushDesk.person("alice")).threadText)
        #expect(value.communication?.sender == PushDesk.person("alice"))
        #expect(result.failure == nil)
        #expect(try desk.bob.inbox().map(\.id) == [try #require(result.received)])
    }

    @Test("is the same from JSON, from the value alone, and in its binary form")
    mutating func forms() throws {
        let outgoing = try desk.send(.text("hello"))
        let json = try desk.push(outgoing).payload.bytes
        let decoded = try DecodedPush(json: json)
        let text = String(decoding: json, as: UTF8.self)
        let value = try #require(text.split(separator: "\"sotto\":\"").last?.dropLast(2))
        var bodies: [String] = []
        for input in [PushInput.json(json), .value(String(value)), .binary(decoded.encoded)] {
            desk.memory = NotificationMemory()
            bodies.append(desk.open(input).decision.words)
        }
        #expect(Set(bodies).count == 1)
        #expect(bodies[0].contains("hello"))
    }

    @Test("of a preview tells what the message says, and the message that comes later is told no more")
    mutating func preview() throws {
        let kind = ContentKind.text(TextContent(body: "Dear Bob,\n" + String(repeating: "語", count: 1_000)))
        let outgoing = try desk.send(kind)
        let result = desk.open(try desk.input(outgoing))
        let value = try #require(result.decision.value)
        #expect(value.body.hasPrefix("Dear Bob, 語語"))
        #expect(value.body.hasSuffix("語…"))
        #expect(
            value.id
                == NotificationID(
                    .message, MessageName(author: PushDesk.person("alice"), id: outgoing.message.id)))
        let whole = desk.open(.binary(try Self.raw(outgoing.message.envelopes[0].bytes)))
        #expect(whole.decision.reason == .alreadyShown)
        #expect(try desk.bob.inbox().count == 2)
    }

    @Test(
        "makes one row of the message and its preview, whichever the app gets first",
        arguments: [true, false])
    func oneRow(isPreviewFirst: Bool) throws {
        let outgoing = try desk.send(PushDesk.text(4_000)) { $0.timer = ExpiryTimer(seconds: 60, version: 1) }
        let preview = try #require(outgoing.preview)
        let both = isPreviewFirst ? [preview, outgoing.message] : [outgoing.message, preview]
        var conversation = Conversation(id: .direct(PushDesk.person("alice")), me: PushDesk.me)
        for (index, outgoing) in both.enumerated() {
            let received = try desk.bob.receive(outgoing.envelopes[0].bytes, from: nil)
            let event = try #require(
                try received.conversationEvent(sequence: UInt64(index + 1), of: desk.bob.address.user))
            _ = conversation.apply([event])
            if case .message(let message) = event.body { #expect(message.content.timer?.seconds == 60) }
        }
        #expect(conversation.rowCount == 1)
    }

    @Test("of what may be looked at once, or is in invisible ink, tells no word, inline or as a preview")
    mutating func concealed() throws {
        let word = "xyzzy"
        let pointer = AttachmentPointer(
            id: [1], key: [UInt8](repeating: 1, count: 32), digest: [UInt8](repeating: 2, count: 32))
        for byteCount in [0, 3_800] {
            let long = word + String(repeating: "a", count: byteCount)
            let photo = MediaContent(attachment: pointer, form: .photo, caption: long, isViewOnce: true)
            let outgoing = try desk.send(.media(photo))
            let result = desk.open(try desk.input(outgoing))
            #expect((outgoing.preview != nil) == (byteCount > 0))
            #expect(result.decision.value?.title == "Alice")
            #expect(!result.decision.words.contains(word))
            let ink = desk.open(
                try desk.input(try desk.send(.text(TextContent(body: long))) { $0.effect = .invisibleInk }))
            #expect(ink.decision.value?.title == "Alice")
            #expect(!ink.decision.words.contains(word))
        }
    }

    @Test("again is silent while it is remembered, the same while it is in the inbox, and silent then")
    mutating func idempotent() throws {
        let input = try desk.input(try desk.send(.text("hello")))
        let first = desk.open(input)
        let received = try #require(first.received)
        #expect(desk.open(input).decision.reason == .alreadyShown)
        desk.memory = NotificationMemory()
        #expect(desk.open(input) == first)
        #expect(try desk.bob.inbox().count == 1)
        try desk.bob.acknowledge(received)
        desk.memory = NotificationMemory()
        let last = desk.open(input)
        #expect(last.decision == .silence(.alreadyShown, withdraws: []))
        #expect(last.failure == nil)
    }

    @Test("that the app received before tells it from the inbox")
    mutating func received() throws {
        let outgoing = try desk.send(.text("hello"))
        let received = try desk.bob.receive(outgoing.message.envelopes[0].bytes, from: nil)
        let result = desk.open(try desk.input(outgoing))
        #expect(result.decision.value?.body == "hello")
        #expect(result.received == received.id)
        #expect(result.failure == nil)
    }

    @Test("that has to be fetched shows the neutral text and says by what")
    mutating func fetch() throws {
        let content = try PushContent(envelope: nil, fetchID: [7, 8])
        let result = desk.open(.binary(try RawPushEncoder().encode(content).payload.bytes))
        #expect(result.decision.value?.body == PushDesk.neutral)
        #expect(result.fetchID == [7, 8])
        #expect(result.failure == nil)
    }

    @Test("without anything for its reader is silent, and no failure")
    mutating func silent() throws {
        let heartbeat = try desk.alice.heartbeat(to: desk.bob.address)
        let result = desk.open(.binary(try Self.raw(heartbeat.envelopes[0].bytes)))
        #expect(result.decision == .silence(.neverShown, withdraws: []))
        #expect(result.failure == nil)
        #expect(result.received == nil)
        let receipt = ContentKind.receipt(ReceiptContent(kind: .read, ids: [.random()]))
        #expect(desk.open(try desk.input(try desk.send(receipt))).decision.reason == .neverShown)
    }

    @Test("with something in it that is no content shows the neutral text, and stays in the inbox")
    mutating func noContent() throws {
        let sent = try desk.alice.send(Array("{\"secret\":1}".utf8), to: .user("bob"))
        let result = desk.open(.binary(try Self.raw(sent.envelopes[0].bytes)))
        #expect(result.decision.words.contains("secret") == false)
        #expect(result.decision.value?.body == PushDesk.neutral)
        guard case .content = result.failure else {
            Issue.record("\(String(describing: result.failure))")
            return
        }
        #expect(try desk.bob.inbox().map(\.id) == [try #require(result.received)])
    }

    @Test("whose sender isn't named by an envelope can't be told from garbage by what is shown")
    mutating func unsealed() throws {
        // In a session that was answered nothing in a message says whose it is.
        let hello = try desk.send(.text("hello"))
        _ = try desk.bob.receive(hello.message.envelopes[0].bytes, from: nil)
        let answer = try desk.bob.send(desk.bob.compose(.text("hi")), to: .user("alice"))
        _ = try desk.alice.receive(answer.envelopes[0].bytes, from: nil)
        try desk.alice.removeSenderCertificate()
        let outgoing = try desk.send(.text("hello"))
        let result = desk.open(try desk.input(outgoing))
        #expect(result.decision.words == desk.open(.value("garbage")).decision.words)
        #expect(result.failure == .session(.usage(.hintRequired)))
    }

    static func raw(_ envelope: [UInt8]) throws -> [UInt8] {
        try RawPushEncoder().encode(try PushContent(envelope: envelope, fetchID: [1])).payload.bytes
    }
}

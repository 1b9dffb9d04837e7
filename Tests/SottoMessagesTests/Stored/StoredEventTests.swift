import MessageSamples
import SottoMessages
import Testing

/// Rules CV-50 to CV-54.
@Suite("Stored events")
struct StoredEventTests {
    @Test(
        "come back as they were, of all kinds and all facts", arguments: [UInt64.random(in: 0...9_999), 1, 2])
    func roundTrip(_ seed: UInt64) throws {
        print("seed of the events: \(seed)")
        var random = RandomEvents(seed: seed)
        for event in random.events() {
            let bytes = try event.encoded()
            let back = try ConversationEvent(decoding: bytes)
            #expect(back == event)
            #expect(try back.encoded() == bytes)
        }
    }

    @Test("cost few bytes beside their content")
    func size() throws {
        let content = ContentSamples.plain(.text(TextContent(body: "hello")))
        let event = ConversationEvent(
            sequence: 100, receivedAt: ContentSamples.now,
            body: .message(
                MessageEvent(author: Cast.sam, device: 1, conversation: .direct(Cast.sam), content: content)))
        #expect(try event.encoded().count <= content.encoded().count + 24)
    }

    @Test("keep content of a newer version byte for byte")
    func newer() throws {
        let content = ContentSamples.full(.unknown(number: 500, bytes: [8, 1]))
        let event = ConversationEvent(
            sequence: 1, receivedAt: ContentSamples.now,
            body: .message(
                MessageEvent(author: Cast.sam, device: 1, conversation: Cast.family, content: content)))
        let back = try ConversationEvent(decoding: event.encoded())
        guard case .message(let message) = back.body else {
            Issue.record("a fact")
            return
        }
        #expect(try message.content.encoded() == content.encoded())
    }

    @Test(
        "are refused when cut, changed, too long or not of one form",
        arguments: [UInt64.random(in: 0...9_999)])
    func hostile(_ seed: UInt64) throws {
        print("seed of the changes: \(seed)")
        var random = RandomEvents(seed: seed)
        for event in random.events() {
            let bytes = try event.encoded()
            for _ in 0..<20 {
                var changed = bytes
                changed[random.next(changed.count)] = random.byte()
                // Whatever is taken is an event that can be stored.
                if let read = try? ConversationEvent(decoding: changed) {
                    #expect((try? ConversationEvent(decoding: read.encoded())) == read)
                }
            }
            #expect(throws: ContentError.self) { try ConversationEvent(decoding: Array(bytes.dropLast())) }
        }
        #expect(throws: ContentError.tooLarge) {
            try ConversationEvent(decoding: [UInt8](repeating: 0, count: StoredLimits.eventByteCount + 1))
        }
        #expect(throws: ContentError.missing(field: "StoredEvent.sequence")) {
            try ConversationEvent(decoding: [])
        }
        #expect(throws: ContentError.missing(field: "StoredEvent.message")) {
            try ConversationEvent(decoding: [8, 1])
        }
    }

    static let strange: [([UInt8], ContentError)] = [
        // A fact with a field that no version has.
        ([8, 1, 0x22, 5, 8, 16, 0xF8, 1, 1], .invalid(field: "StoredFact.unknown")),
        // A form that isn't known.
        ([8, 1, 0x22, 2, 8, 99], .invalid(field: "StoredFact.form")),
        // "Cleared" with a place in the order.
        ([8, 1, 0x22, 4, 8, 16, 0x20, 1], .invalid(field: "StoredFact.form")),
        // A fact about nobody.
        ([8, 1, 0x22, 2, 8, 10], .missing(field: "StoredFact.user")),
        // A reason that isn't known.
        ([8, 1, 0x22, 4, 8, 3, 0x28, 77], .invalid(field: "StoredFact.form")),
        // A fact and a message.
        ([8, 1, 0x1A, 0, 0x22, 2, 8, 16], .missing(field: "StoredMessage.author")),
        // A message of nothing.
        ([8, 1, 0x1A, 3, 0x0A, 1, 7], .missing(field: "StoredMessage.content")),
        // An unknown field beside.
        ([8, 1, 0x22, 2, 8, 16, 0x28, 1], .invalid(field: "StoredEvent.unknown")),
    ]

    @Test("have nothing that doesn't belong to what happened", arguments: strange)
    func strict(_ bytes: [UInt8], _ error: ContentError) {
        #expect(throws: error) { try ConversationEvent(decoding: bytes) }
    }

    @Test("aren't written when a field is out of its limits")
    func limits() {
        func encode(_ body: ConversationEvent.Body, at sequence: UInt64 = 1) throws -> [UInt8] {
            try ConversationEvent(sequence: sequence, receivedAt: ContentSamples.now, body: body).encoded()
        }
        #expect(throws: ContentError.missing(field: "StoredEvent.sequence")) {
            try encode(.local(.cleared), at: 0)
        }
        let name = MessageName(author: Cast.sam, id: ContentSamples.id)
        #expect(throws: ContentError.tooMany(field: "StoredFact.names")) {
            try encode(.local(.deleted([MessageName](repeating: name, count: StoredLimits.names + 1))))
        }
        let content = ContentSamples.plain(.text(TextContent(body: "a")))
        #expect(throws: ContentError.missing(field: "StoredMessage.group")) {
            try encode(
                .message(
                    MessageEvent(author: Cast.sam, device: 1, conversation: .group([]), content: content)))
        }
        #expect(throws: ContentError.missing(field: "TextContent.body")) {
            let empty = ContentSamples.plain(.text(TextContent(body: "")))
            return try encode(
                .message(
                    MessageEvent(author: Cast.sam, device: 1, conversation: Cast.family, content: empty)))
        }
    }

    @Test("are declared in Swift as the lock of the schemas says")
    func declared() throws {
        var collector = FieldCollector()
        for message in StoredSchemas.all { try collector.collect(message) }
        let locked = try SchemaLock.fields("events").filter { !$0.isKind }.map(\.line)
        let own = collector.lines.filter { $0.hasPrefix("Stored") }
        #expect(own == Set(locked))
    }

    @Test("fold to the same conversation as before they were stored")
    func fold() throws {
        var script = Script(with: Cast.sam)
        let first = script.text("are we on?", by: Cast.sam)
        script.send(
            .reaction(ReactionContent(target: script.reference(to: first), emoji: .like)), by: Cast.me)
        script.add(.local(.read(through: 2)))
        script.text("yes", by: Cast.sam)
        let stored = try script.events.map { try ConversationEvent(decoding: $0.encoded()) }
        var conversation = Conversation(id: script.conversation.id, me: Cast.me)
        _ = conversation.apply(stored)
        let context = SummaryContext(names: Cast.names, now: script.now)
        #expect(conversation.summary(context) == script.conversation.summary(context))
    }

    @Test("can be made of all content that was taken, even when a sender wrote it shorter")
    func longest() throws {
        let vote = PollVoteContent(
            poll: MessageRef(author: .sender, id: MessageID(high: 1, low: 1)), options: [1])
        let content = Content(
            id: MessageID(high: 1, low: 2), sentAt: ContentSamples.now, kind: .pollVote(vote))
        var bytes = try content.encoded()
        // The only option, as a number that isn't packed: a byte less.
        let count = bytes.count
        let option = try #require((0..<count - 2).last { Array(bytes[$0..<$0 + 3]) == [0x12, 1, 1] })
        let length = try #require((0..<option).first { Int(bytes[$0]) == count - $0 - 1 && bytes[$0] > 8 })
        bytes.replaceSubrange(option..<option + 3, with: [0x10, 1])
        bytes[length] -= 1
        // A field of a newer version fills it up.
        let rest = ContentLimits.byteCount - bytes.count - 5
        bytes += [0xE2, 0x03, UInt8(rest & 0x7F) | 0x80, UInt8(rest >> 7 & 0x7F) | 0x80, UInt8(rest >> 14)]
        bytes += [UInt8](repeating: 7, count: rest)
        #expect(bytes.count == ContentLimits.byteCount)
        let taken = try Content(decoding: bytes)
        #expect(throws: ContentError.tooLarge) { try taken.encoded() }
        let event = ConversationEvent(
            sequence: 1, receivedAt: ContentSamples.now,
            body: .message(
                MessageEvent(author: Cast.sam, device: 1, conversation: Cast.family, content: taken)))
        #expect(try ConversationEvent(decoding: event.encoded()) == event)
    }
}

import Sotto
import SottoServer
import TestSupport
import Testing

/// Rules PD-1 to PD-4.
@Suite("A message that is sent for a push")
struct SendingForPushTests {
    let desk: PushDesk

    init() throws { desk = try PushDesk() }

    @Test("has no preview when its envelope fits into every push")
    func short() throws {
        let outgoing = try desk.send(.text("hello"))
        #expect(outgoing.preview == nil)
        #expect(outgoing.pushes.map(\.envelope) == outgoing.message.envelopes.map(\.bytes))
        #expect(try desk.push(outgoing).choice.form == .inline)
    }

    @Test("has a preview in the same session when its envelope is too long")
    func long() throws {
        let outgoing = try desk.send(PushDesk.text(4_000))
        let preview = try #require(outgoing.preview)
        #expect(outgoing.pushes.map(\.preview) == preview.envelopes.map(\.bytes))
        let push = try desk.push(outgoing)
        #expect(push.choice.form == .preview)
        #expect(push.payload.bytes.count <= 4_095)
        // The push service sees it in the bucket that most short messages have.
        #expect(preview.envelopes[0].bytes.count < 1_700)
        #expect(try desk.alice.diagnostics(for: desk.bob.address)?.sessions.count == 1)
    }

    @Test("has a preview that fits into every push, in a first message with a KEM ciphertext too")
    func largestPreview() throws {
        let body = String(repeating: "語", count: 2_000)
        let mentions = (0..<8).map {
            Mention(range: TextRange(start: $0 * 3, count: 3), user: [UInt8](repeating: UInt8($0), count: 16))
        }
        let outgoing = try desk.send(.text(TextContent(body: body, mentions: mentions))) {
            $0.timer = ExpiryTimer(seconds: 600, version: 9)
            $0.reply = ReplyQuote(
                target: MessageRef(author: .user([UInt8](repeating: 9, count: 16)), id: .random()))
        }
        let preview = try #require(outgoing.pushes.first?.preview)
        // An id, a length, and a ciphertext of 1,088 bytes (SM-2).
        #expect(preview.count + 4 + 2 + 1_088 <= PushLimits.certainEnvelopeByteCount)
    }

    @Test("gives the same bytes of both when it is asked for again, and one preview in the outbox")
    func again() throws {
        let content = desk.alice.compose(PushDesk.text(4_000))
        let first = try desk.alice.sendForPush(content, to: .user("bob"))
        #expect(try desk.alice.sendForPush(content, to: .user("bob")) == first)
        #expect(try desk.alice.outbox().map(\.id) == [content.id, .preview(of: content.id)])
    }

    @Test("has its preview made when it was cut short before")
    func cutShort() throws {
        let content = desk.alice.compose(PushDesk.text(4_000))
        let message = try desk.alice.send(content, to: .user("bob"))
        let outgoing = try desk.alice.sendForPush(content, to: .user("bob"))
        #expect(outgoing.message == message)
        #expect(outgoing.preview?.id == .preview(of: content.id))
    }

    @Test("names its preview by a hash of its id")
    func name() throws {
        let id = MessageID(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F)
        #expect(MessageID.preview(of: id).description == "9137a6fb77a807169ed5c69bffe70fdb")
    }

    @Test("pushes nothing to the sender's own devices, which get both")
    func own() throws {
        let tablet = try desk.network.device("alice", 2, linkedTo: desk.alice)
        try desk.network.start(desk.alice, with: tablet)
        let outgoing = try desk.send(PushDesk.text(4_000))
        #expect(outgoing.message.envelopes.count == 2)
        #expect(outgoing.preview?.envelopes.count == 2)
        #expect(outgoing.pushes.map(\.address) == [desk.bob.address])
    }

    @Test("has no preview when nobody is told of such a message at once")
    func silent() throws {
        let padding = [UInt8](repeating: 0, count: 4_000)
        let outgoing = try desk.send(.null(NullContent(padding: padding)))
        #expect(outgoing.preview == nil)
        #expect(try desk.push(outgoing).choice.form == .fetch)
    }

    @Test("to a group has a preview when a device's part is too long, exactly", arguments: [2, 9])
    func group(memberCount: Int) throws {
        let users = try (0..<memberCount).map { try UserID("user-\($0)") }
        let group = try GroupNetwork(users)
        let sender = try group[users[0]]
        // The keys of the chain go out first.
        try group.talk("hello", from: sender)
        for byteCount in [100, 2_000, 2_400, 2_700, 4_000] {
            let content = sender.compose(PushDesk.text(byteCount))
            let outgoing = try sender.sendForPush(content, toGroup: group.group)
            let parts = try SplitEnvelope(try #require(outgoing.message.envelope).bytes)
            let longest = parts.map(\.bytes.count).max() ?? 0
            #expect(
                (outgoing.preview != nil) == (longest > PushLimits.certainEnvelopeByteCount), "\(byteCount)")
            let received = try group.network.deliver(outgoing.message, from: sender)
            #expect(received.count == memberCount - 1)
            guard let preview = outgoing.preview else { continue }
            for (_, received) in try group.network.deliver(preview, from: sender) {
                let event = try #require(try received.conversationEvent(sequence: 1, of: users[1]))
                guard case .message(let message) = event.body,
                    case .preview(let preview) = message.content.kind
                else {
                    Issue.record("no preview")
                    return
                }
                #expect(preview.message == content.id)
            }
        }
    }

    @Test(
        "goes in whole at the last byte that fits, and as its preview one further, whatever the characters",
        arguments: [UInt64](repeating: 0, count: 12).map { _ in UInt64.random(in: 0...9_999) })
    func budgets(_ seed: UInt64) throws {
        print("seed of the text: \(seed)")
        var generator = SeededGenerator(seed: seed)
        let characters: [Character] = ["a", "é", "語", "👍🏽", "👨‍👩‍👧‍👦", "🇩🇪", "한"]
        let body = String(
            (0..<Int.random(in: 600...1_500, using: &generator)).map { _ in
                characters[Int(generator.next() % UInt64(characters.count))]
            })
        let outgoing = try desk.send(.text(TextContent(body: body)))
        let device = try #require(outgoing.pushes.first)
        let content = try device.content(fetchID: [1], serverTime: desk.network.clock.now)
        // Head with a server time, and the envelope.
        let needed = 4 + 8 + device.envelope.count
        for budget in [needed - 1, needed, needed + 1] where budget <= PushLimits.maximumByteCount {
            let push = try RawPushEncoder(budget: PushBudget(byteCount: budget)).encode(content)
            #expect(push.payload.bytes.count <= budget, "seed \(seed)")
            #expect((push.choice.form == .inline) == (budget >= needed), "seed \(seed)")
            var desk = desk
            let result = desk.open(.binary(push.payload.bytes))
            guard push.choice.form != .fetch else { continue }
            // The same notification whichever of the two came.
            let value = try #require(result.decision.value)
            #expect(value.title == "Alice", "seed \(seed)")
            #expect(value.body.utf8.count <= 256, "seed \(seed)")
            let shown = value.body.hasSuffix("…") ? value.body.dropLast() : value.body[...]
            #expect(Array(shown) == Array(body.prefix(shown.count)), "seed \(seed)")
        }
    }
}

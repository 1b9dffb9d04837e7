import MessageSamples
import SottoMessages
import Testing

/// Rules CV-30, CV-34, CV-35, CV-37, CV-39 and CV-41.
@Suite("Rows")
struct RowTests {
    @Test("show a text after its edits, with all its forms")
    func edits() throws {
        var chat = RowChat()
        let name = chat.say("helo")
        #expect(chat.row(name)?.edits == [])
        chat.wait(1_000)
        chat.edit(name, to: "hello")
        let row = try #require(chat.row(name))
        #expect(row.body == .text(TextContent(body: "hello")))
        #expect(row.isEdited)
        #expect(row.edits.map(\.kind) == ["helo", "hello"].map { .text(TextContent(body: $0)) })
        #expect(row.edits.map(\.sentAt.milliseconds) == [RowChat.start, RowChat.start + 1_000])
    }

    @Test("tell who deleted a message, and nothing of it")
    func deleted() throws {
        var chat = RowChat()
        let name = chat.say("secret") { $0.forwardHops = 2 }
        chat.react(.love, to: name, by: RowChat.me)
        chat.edit(name, to: "more secret")
        chat.delete(name, by: RowChat.alice)
        let row = try #require(chat.row(name))
        #expect(row.body == .deleted(by: RowChat.alice, isMine: false))
        #expect(row.reactions.isEmpty && row.edits.isEmpty && row.forwardHops == 0)
        #expect(row.actions.all == [.deleteForMe])
        #expect(!"\(row)".contains("secret"))
    }

    @Test("stand for a kind that isn't known")
    func unsupported() {
        var chat = RowChat()
        let name = chat.send(.unknown(number: 500, bytes: [1]))
        #expect(chat.row(name)?.body == .unsupported(kindNumber: 500))
    }

    @Test("stand for what may be opened once, without the media once it was")
    func viewOnce() throws {
        var chat = RowChat()
        let name = chat.send(.media(ContentSamples.media))
        let row = try #require(chat.row(name))
        #expect(
            row.body
                == .viewOnce(RowViewOnce(noun: .photo, isOpened: false, media: [ContentSamples.media])))
        #expect(row.actions.contains(.open) && !row.actions.contains(.forward))
        let mine = chat.send(.media(ContentSamples.media), by: RowChat.me)
        #expect(
            chat.row(mine)?.body == .viewOnce(RowViewOnce(noun: .photo, isOpened: false, media: [])))
    }

    @Test("have the effects that this version knows, and no others")
    func effects() {
        var chat = RowChat()
        let known = chat.say("a") { $0.effect = .spotlight }
        let unknown = chat.say("b") { $0.effect = MessageEffect(rawValue: 11) }
        let plain = chat.say("c")
        #expect([known, unknown, plain].map { chat.row($0)?.effect } == [.spotlight, nil, nil])
    }

    @Test("draw 1 to 3 emoji large")
    func soloEmoji() {
        var chat = RowChat()
        let names = ["👍🏽", "🇫🇷👨‍👩‍👧❤️", "1", "👍👍👍👍", "ok 👍"].map { chat.say($0) }
        #expect(names.map { chat.row($0)?.soloEmojiCount } == [1, 3, nil, nil, nil])
    }

    @Test("group reactions by what they look like, in the order in which each came first")
    func reactions() throws {
        var chat = RowChat(groupWith: .sotto)
        let name = chat.say("a")
        chat.react(.love, to: name, by: RowChat.alice)
        chat.wait(5)
        chat.react(.like, to: name, by: RowChat.bob)
        chat.wait(5)
        chat.react(Emoji("\u{2764}\u{FE0F}"), to: name, by: RowChat.me)
        let row = try #require(chat.row(name))
        #expect(row.reactions.map(\.look) == [.emoji(.love), .emoji(.like)])
        #expect(row.reactions.map(\.includesMe) == [true, false])
        #expect(row.reactions[0].reactions.map(\.person) == [RowChat.alice, RowChat.me])
        #expect(row.reactions[0].reactions.map(\.isMine) == [false, true])
        #expect(row.reactions[1].reactions.map(\.receivedAt.milliseconds) == [RowChat.start + 5])
        // Another reaction replaces the one before, and takes its turn behind the others.
        chat.react(.like, to: name, by: RowChat.alice)
        #expect(chat.row(name)?.reactions.map(\.count) == [2, 1])
        #expect(chat.row(name)?.reactions.map(\.look) == [.emoji(.like), .emoji(.love)])
    }

    @Test("quote what is answered: told while it isn't here, its own once it is, after edits")
    func replies() {
        var chat = RowChat()
        let missing = MessageName(author: RowChat.alice, id: MessageID(high: 77, low: 2))
        let answer = chat.say("yes", by: RowChat.me) { $0.reply = RowChat.quote(missing, "are  we\non?") }
        #expect(chat.row(answer)?.reply?.quote == .quoted(.message, snippet: "are we on?"))
        #expect(chat.row(answer)?.reply?.target == missing)
        #expect(chat.say("are we on for tonight?") == missing)
        #expect(chat.row(answer)?.reply?.quote == .loaded(.message, snippet: "are we on for tonight?"))
        chat.edit(missing, to: "are we off?")
        #expect(chat.row(answer)?.reply?.quote == .loaded(.message, snippet: "are we off?"))
    }

    @Test("quote nothing that was deleted, for all or for me, has expired or may be opened once")
    func goneReplies() {
        var chat = RowChat()
        let deleted = chat.say("a")
        let hidden = chat.say("b")
        let expired = chat.say("c") { $0.timer = ExpiryTimer(seconds: 30, version: 1) }
        let once = chat.send(.media(ContentSamples.media))
        let answers = [deleted, hidden, expired, once].map { name in
            chat.say("re", by: RowChat.me) { $0.reply = RowChat.quote(name) }
        }
        #expect(answers.map { chat.row($0)?.reply?.quote == .gone } == [false, false, false, true])
        chat.delete(deleted, by: RowChat.alice)
        chat.tell(.deleted([hidden]))
        chat.tell(.read(through: chat.sequence))
        _ = chat.conversation.advance(to: Instant(milliseconds: chat.now + 30_000))
        #expect(answers.map { chat.row($0)?.reply?.quote } == [.gone, .gone, .gone, .gone])
    }

    @Test("count what stands in their thread, once each, and list it")
    func threads() {
        var chat = RowChat(groupWith: .sotto)
        let root = chat.say("root")
        let first = chat.say("1", by: RowChat.bob) { $0.reply = RowChat.quote(root, root: root) }
        chat.say("aside", by: RowChat.bob) { $0.reply = RowChat.quote(root) }
        let second = chat.say("2", by: RowChat.me) { $0.reply = RowChat.quote(first, root: root) }
        #expect(chat.row(root)?.threadCount == 2)
        #expect(chat.row(first)?.threadRoot == root)
        #expect(chat.row(first)?.threadCount == 0)
        let rows = chat.conversation.threadRows(root, in: chat.context())
        #expect(rows.map(\.name) == [root, first, second])
        #expect(rows.map(\.layout.position) == [.single, .single, .single])
        chat.tell(.deleted([first]))
        #expect(chat.row(root)?.threadCount == 1)
    }

    @Test("drain with their timer", arguments: [(0, 1.0, 30), (7_500, 0.75, 23), (29_999, 1 / 30_000.0, 1)])
    func timer(_ passed: UInt64, _ fraction: Double, _ seconds: UInt64) throws {
        var chat = RowChat()
        let name = chat.say("a") { $0.timer = ExpiryTimer(seconds: 30, version: 1) }
        let waiting = try #require(chat.row(name)?.timer)
        #expect(waiting.expiresAt == nil && waiting.fractionLeft == 1 && waiting.secondsLeft == 30)
        chat.tell(.read(through: chat.sequence))
        let context = chat.context(at: chat.now + passed)
        let timer = try #require(chat.conversation.row(name, in: context)?.timer)
        #expect(timer.fractionLeft == fraction)
        #expect(timer.secondsLeft == seconds)
        #expect(timer.expiresAt == Instant(milliseconds: RowChat.start + 30_000))
    }

    @Test("are found by name and by index, and windows stay inside")
    func windows() {
        var chat = RowChat()
        let names = (0..<20).map { chat.say("\($0)") }
        #expect(names.map { chat.conversation.index(of: $0) } == Array(0..<20))
        #expect(chat.conversation.window(around: names[10], before: 3, after: 4) == 7..<15)
        #expect(chat.conversation.window(around: names[1], before: 3, after: .max) == 0..<20)
        #expect(chat.conversation.window(aroundUnreadAfter: 5, before: 2, after: 2) == 3..<8)
        #expect(chat.conversation.firstUnread(after: 5) == names[5])
        chat.tell(.read(through: chat.sequence))
        #expect(chat.conversation.firstUnread() == nil)
        #expect(chat.conversation.window(aroundUnreadAfter: nil, before: 2, after: 2) == 17..<20)
        #expect(chat.conversation.lastRows(3, in: chat.context()).map(\.name) == Array(names[17...]))
        #expect(chat.conversation.rows(18..<90, in: chat.context()).count == 2)
        #expect(RowChat().conversation.window(aroundUnreadAfter: nil, before: 2, after: 2).isEmpty)
        chat.tell(.deleted([names[3]]))
        #expect(chat.conversation.index(of: names[3]) == nil)
        #expect(chat.conversation.index(of: names[4]) == 3)
    }

    @Test("come out the same when asked for from a conversation that got its events in another order")
    func anyOrder() {
        var generator = SeededNumbers(9)
        let events = RowEvents.mixed(count: 120)
        let context = RowChat().context(at: RowChat.start + 10_000_000)
        var straight = Conversation(id: .direct(RowChat.alice), me: RowChat.me)
        _ = straight.apply(events)
        let expected = straight.rows(0..<straight.rowCount, in: context)
        for _ in 0..<20 {
            var shuffled = events
            for index in shuffled.indices.reversed() {
                shuffled.swapAt(index, Int(generator.next(below: UInt64(index + 1))))
            }
            var conversation = Conversation(id: .direct(RowChat.alice), me: RowChat.me)
            _ = conversation.apply(shuffled)
            #expect(conversation.rows(0..<conversation.rowCount, in: context) == expected)
        }
    }

    @Test("count their threads as the threads' rows do, whatever came and went", arguments: [3, 5, 8])
    func threadCounts(_ seed: UInt64) {
        let chat = RowChat()
        var conversation = chat.conversation
        for event in RowEvents.mixed(count: 300, seed: seed).reversed() { _ = conversation.apply([event]) }
        for _ in 0..<2 {
            let rows = conversation.rows(0..<conversation.rowCount, in: chat.context())
            for row in rows where row.threadCount > 0 || !row.actions.all.isEmpty {
                if case .deleted = row.body { continue }
                if case .notice = row.body { continue }
                #expect(row.threadCount == conversation.threadCount(row.name))
            }
            #expect(rows.contains { $0.threadCount > 3 })
            _ = conversation.advance(to: Instant(milliseconds: .max))
        }
    }
}

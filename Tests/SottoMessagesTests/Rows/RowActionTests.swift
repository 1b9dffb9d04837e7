import MessageSamples
import SottoMessages
import Testing

/// Rule CV-40.
@Suite("What the reader may do with a row")
struct RowActionTests {
    @Test("depends on who wrote it")
    func author() {
        var chat = RowChat()
        let theirs = chat.say("hello")
        let mine = chat.sayMine("hello")
        #expect(
            chat.row(theirs)?.actions.all
                == [.reply, .copy, .forward, .pin, .translate, .deleteForMe, .info, .react, .report])
        #expect(
            chat.row(mine)?.actions.all
                == [
                    .reply, .copy, .forward, .pin, .edit, .deleteForMe, .deleteForEveryone, .info, .react,
                ])
    }

    @Test("ends with the windows of the profile, to the millisecond")
    func windows() throws {
        var chat = RowChat()
        let name = chat.sayMine("hello")
        func may(_ action: ActionPhrase, after span: UInt64) throws -> Bool {
            let context = chat.context(at: RowChat.start + span)
            return try #require(chat.conversation.row(name, in: context)).actions.contains(action)
        }
        #expect(try may(.edit, after: 900_000))
        #expect(try !may(.edit, after: 900_001))
        #expect(try may(.deleteForEveryone, after: 86_400_000))
        #expect(try !may(.deleteForEveryone, after: 86_400_001))
    }

    @Test("has no more edits than the profile")
    func editCount() {
        var chat = RowChat(profile: .iMessage)
        let name = chat.sayMine("0")
        for index in 1...4 { chat.edit(name, to: "\(index)") }
        #expect(chat.row(name)?.actions.contains(.edit) == true)
        chat.edit(name, to: "5")
        #expect(chat.row(name)?.actions.contains(.edit) == false)
    }

    @Test("is to try again what failed, and not to change what nobody has")
    func failed() {
        var chat = RowChat()
        let name = chat.say("hello", by: RowChat.me)
        #expect(chat.row(name)?.actions.all == [.copy, .forward, .deleteForMe, .info])
        chat.tell(.failed(name.id, .network))
        #expect(
            chat.row(name)?.actions.all
                == [.copy, .forward, .deleteForMe, .info, .retry, .sendAsTextMessage])
    }

    @Test("leaves out what a text message can't carry")
    func fallback() {
        var chat = RowChat()
        let name = chat.say("hello", transport: .fallback)
        #expect(
            chat.row(name)?.actions.all
                == [.reply, .copy, .forward, .translate, .deleteForMe, .info, .report])
    }

    @Test("keeps what may be opened once from going on")
    func viewOnce() {
        var chat = RowChat()
        let name = chat.send(.media(ContentSamples.media))
        #expect(
            chat.row(name)?.actions.all == [.reply, .deleteForMe, .info, .react, .report, .open])
    }

    @Test("fits the kind")
    func kinds() {
        var chat = RowChat()
        let voice = chat.send(.voice(ContentSamples.voice))
        let emoji = chat.say("👍")
        let spoiler = chat.send(
            .text(
                TextContent(
                    body: "it dies",
                    styles: [StyleRange(range: TextRange(start: 3, count: 4), style: .spoiler)])))
        let ink = chat.say("psst") { $0.effect = .invisibleInk }
        let timed = chat.say("soon gone") { $0.timer = ExpiryTimer(seconds: 30, version: 1) }
        let unknown = chat.send(.unknown(number: 500, bytes: []))
        func may(_ action: ActionPhrase) -> [Bool?] {
            [voice, emoji, spoiler, ink, timed, unknown].map { chat.row($0)?.actions.contains(action) }
        }
        #expect(may(.play) == [true, false, false, false, false, false])
        #expect(may(.translate) == [false, false, true, true, true, false])
        #expect(may(.reveal) == [false, false, true, true, false, false])
        #expect(may(.saveInChat) == [false, false, false, false, true, false])
        #expect(may(.forward) == [true, true, true, true, true, false])
    }

    @Test("is neither to answer nor to react where I blocked the other side")
    func blocked() {
        var chat = RowChat()
        let name = chat.say("hello")
        chat.tell(.blocked(RowChat.alice, true))
        #expect(
            chat.row(name)?.actions.all == [.copy, .forward, .translate, .deleteForMe, .info, .report])
    }
}

import SottoMessages
import Testing

/// Rules CN-6, CN-12, CV-2, CV-22, CV-35 and CV-42.
@Suite("What is sent in a conversation")
struct ComposingTests {
    @Test("names mine and the other side's messages so that both sides know them")
    func direct() {
        var chat = RowChat()
        let mine = chat.sayMine("a")
        let other = chat.say("b")
        #expect(chat.conversation.reference(to: mine) == MessageRef(author: .sender, id: mine.id))
        #expect(chat.conversation.reference(to: other) == MessageRef(author: .recipient, id: other.id))
    }

    @Test("names a member with a long name by the newest roster that has it")
    func group() {
        var chat = RowChat(groupWith: .sotto)
        let long = RowChat.person("somebody-with-a-long-name")
        let name = MessageName(author: long, id: MessageID(high: 1, low: 1))
        #expect(chat.conversation.reference(to: name).author == .user(long.bytes))
        chat.conversation.rosters = [1: [long, RowChat.me], 2: [RowChat.me, long], 3: [RowChat.me]]
        #expect(chat.conversation.reference(to: name).author == .member(position: 1, rosterRevision: 2))
        let short = MessageName(author: RowChat.bob, id: name.id)
        #expect(chat.conversation.reference(to: short).author == .user(RowChat.bob.bytes))
    }

    @Test("quotes the line that is shown of a message, and nothing that is concealed or gone")
    func quotes() {
        var chat = RowChat()
        let plain = chat.say("hello")
        let hidden = chat.say("secret") { $0.effect = .invisibleInk }
        let gone = chat.say("secret")
        chat.delete(gone, by: RowChat.alice)
        let quote = chat.conversation.quote(of: plain)
        #expect(quote.snippet == "hello" && quote.kindNumber == 64)
        #expect(chat.conversation.quote(of: hidden).snippet.isEmpty)
        let rest = chat.conversation.quote(of: gone)
        #expect(rest.snippet.isEmpty && rest.kindNumber == 0)
        #expect(rest.target == chat.conversation.reference(to: gone))
    }

    @Test("answers inside a thread stay in it")
    func threads() {
        var chat = RowChat()
        let root = chat.say("root")
        let inside = chat.say("inside") { $0.reply = RowChat.quote(root, root: root) }
        let thread = chat.conversation.quote(of: inside).threadRoot
        #expect(thread == chat.conversation.reference(to: root))
    }

    @Test("carries the timer that counts, and the next change of it counts over that")
    func timer() {
        var chat = RowChat()
        #expect(chat.conversation.messageTimer == nil)
        let change = chat.conversation.timerChange(seconds: 60)
        chat.send(.timerChange(change))
        #expect(chat.conversation.messageTimer == change.timer)
        #expect(chat.conversation.timerChange(seconds: 0).version == change.version + 1)
        chat.send(.timerChange(chat.conversation.timerChange(seconds: 0)))
        #expect(chat.conversation.messageTimer == nil)
    }

    @Test("tells what is unread, the oldest first, for a receipt")
    func unread() {
        var chat = RowChat()
        chat.say("read")
        chat.tell(.read(through: chat.sequence))
        chat.sayMine("mine")
        let unread = [chat.say("a"), chat.say("b")]
        #expect(chat.conversation.unreadMessages() == unread)
        #expect(chat.conversation.unreadMessages(limit: 1) == [unread[0]])
        #expect(chat.conversation.unreadMessages(limit: -1).isEmpty)
        #expect(chat.conversation.unreadMessages(limit: .max) == unread)
        chat.tell(.read(through: chat.sequence))
        #expect(chat.conversation.unreadMessages().isEmpty)
    }

    @Test("takes the bars of a voice message as they are drawn")
    func voice() {
        let bars = (0..<64).map { UInt8($0 % 32) }
        let voice = VoiceContent(
            attachment: AttachmentPointer(id: [], key: [], digest: []), duration: TimeSpan(seconds: 1),
            bars: bars)
        #expect(voice.bars == bars && voice.barCount == 64)
    }
}

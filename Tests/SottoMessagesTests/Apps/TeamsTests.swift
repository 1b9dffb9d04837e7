import SottoMessages
import Testing

/// Rules CN-21, CN-24, CV-17 and CV-25.
@Suite("What Teams is known for")
struct TeamsTests {
    @Test("a call that starts from a chat is a row of it")
    func call() throws {
        var chat = RowChat(groupWith: .sotto)
        chat.say("Shall we talk?")
        let id = MessageID(high: 9, low: 9)
        _ = try chat.deliver(
            .call(CallContent(call: id, event: .groupOpened, participants: [RowChat.alice.bytes])))
        guard case .call(let call) = chat.rows().last?.body else {
            Issue.record("no call")
            return
        }
        #expect(chat.rows().count == 2)
        #expect(call.isGroup)
        #expect(call.participants == [RowChat.alice])
        _ = try chat.deliver(.call(CallContent(call: id, event: .groupClosed)))
        #expect(chat.rows().count == 2)
    }

    @Test("a conversation begins with suggested starters, until one is sent")
    func starters() throws {
        var chat = RowChat()
        _ = try chat.deliver(
            .suggestions(SuggestionsContent(form: .starters, texts: ["Say hello", "Plan a meeting"])))
        #expect(chat.conversation.suggestions?.form == .starters)
        #expect(chat.rows().isEmpty)
        chat.sayMine("Say hello")
        #expect(chat.conversation.suggestions == nil)
    }
}

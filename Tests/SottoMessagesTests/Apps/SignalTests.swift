import MessageSamples
import SottoMessages
import Testing

/// Rules CV-5, CV-9, CV-27 and CV-43.
@Suite("What Signal is known for")
struct SignalTests {
    @Test(
        "messages disappear as long after reading as was chosen, or as anybody likes",
        arguments: ConversationProfile.signal.timerChoices + [77])
    func timers(_ seconds: UInt32) throws {
        var chat = RowChat(profile: .signal)
        _ = try chat.deliver(.timerChange(TimerChangeContent(seconds: seconds, version: 1)))
        #expect(chat.conversation.timer.seconds == seconds)
        let name = chat.say("soon gone") { $0.timer = ExpiryTimer(seconds: seconds, version: 1) }
        chat.pass(seconds: UInt64(seconds))
        #expect(chat.row(name) != nil)
        chat.tell(.read(through: chat.sequence))
        chat.pass(seconds: UInt64(seconds) - 1)
        #expect(chat.row(name) != nil)
        chat.pass(seconds: 1)
        #expect(chat.row(name) == nil)
    }

    @Test("timers go from 30 seconds to a week, and to any other time")
    func choices() {
        #expect(ConversationProfile.signal.timerChoices == [30, 300, 3_600, 28_800, 86_400, 604_800])
        #expect(ConversationProfile.signal.offersCustomTimer)
    }

    @Test("the info of a message tells whether its sender was sealed", arguments: [false, true])
    func sealed(_ isSealed: Bool) throws {
        var chat = RowChat()
        let content = Content(
            id: ContentSamples.id, sentAt: Instant(milliseconds: RowChat.start), kind: .text("hello"))
        let event = MessageEvent(
            author: RowChat.alice, device: 1, conversation: chat.conversation.id, isSealed: isSealed,
            content: content)
        _ = chat.apply(.message(event))
        let info = chat.conversation.info(of: MessageName(author: RowChat.alice, id: content.id))
        #expect(try #require(info).isSealed == isSealed)
    }

    @Test("a new safety number is told in the conversation, and takes the verified mark away")
    func safetyNumber() {
        var chat = RowChat()
        #expect(chat.conversation.security == .unverified)
        chat.tell(.verified(RowChat.alice, true))
        #expect(chat.conversation.security == .verified)
        chat.tell(.identityChanged(RowChat.alice))
        #expect(chat.rows().last?.body == .notice(.safetyNumberChanged(name: "Alice")))
        #expect(chat.conversation.security == .changedSinceVerified)
        #expect(chat.conversation.security.asksToVerify)
    }
}

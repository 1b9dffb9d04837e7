import MessageSamples
import SottoMessages
import Testing

/// Rules CN-12, CV-5 and CV-43.
@Suite("What WhatsApp is known for")
struct WhatsAppTests {
    @Test("has voice notes with a length and bars, which are told as played")
    func voice() throws {
        var chat = RowChat(profile: .whatsApp)
        let name = try chat.deliver(.voice(ContentSamples.voice), by: RowChat.me)
        chat.tell(.sent(name.id))
        chat.receipt(.played, name)
        guard case .voice(let voice) = chat.row(name)?.body else {
            Issue.record("no voice note")
            return
        }
        #expect(voice.bars.count == 64)
        #expect(voice.duration == TimeSpan(seconds: 12))
        let told = chat.conversation.info(of: name)?.recipients.first?.played
        #expect(told == .at(Instant(milliseconds: chat.now)))
    }

    @Test("tells for each recipient how far a message came, and when")
    func info() throws {
        var chat = RowChat(groupWith: .whatsApp)
        let name = chat.sayMine("hello", recipients: [RowChat.alice, RowChat.bob])
        chat.wait(1_000)
        chat.receipt(.delivered, name, by: RowChat.alice)
        chat.receipt(.delivered, name, by: RowChat.bob)
        chat.wait(1_000)
        chat.receipt(.read, name, by: RowChat.alice)
        let info = try #require(chat.conversation.info(of: name))
        let at = { Instant(milliseconds: RowChat.start + $0) }
        #expect(info.recipients.map(\.person) == [RowChat.alice, RowChat.bob])
        #expect(info.recipients.map(\.delivered) == [.at(at(1_000)), .at(at(1_000))])
        #expect(info.recipients.map(\.read) == [.at(at(2_000)), .no])
        #expect(info.state == .delivered)
    }

    @Test("edits for a quarter of an hour", arguments: [(900_000 as UInt64, "b"), (900_001, "a")])
    func edits(_ age: UInt64, _ text: String) {
        var chat = RowChat(profile: .whatsApp)
        let name = chat.say("a")
        chat.wait(age)
        chat.edit(name, to: "b")
        #expect(chat.row(name)?.body == .text(TextContent(body: text)))
    }
}

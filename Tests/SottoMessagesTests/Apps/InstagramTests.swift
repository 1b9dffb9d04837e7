import SottoMessages
import Testing

/// Rules CN-13, CN-18 and CV-37.
@Suite("What Instagram is known for")
struct InstagramTests {
    @Test("has reactions that are emphasized, beside plain ones of the same emoji")
    func superReaction() throws {
        var chat = RowChat()
        let name = chat.sayMine("hello")
        for (person, isEmphasized) in [(RowChat.alice, true), (RowChat.me, false)] {
            let reaction = ReactionContent(
                target: RowChat.reference(name), emoji: .love, isEmphasized: isEmphasized)
            _ = try chat.deliver(.reaction(reaction), by: person)
        }
        let group = try #require(chat.row(name)?.reactions.first)
        #expect(group.look == .emoji(.love))
        #expect(group.reactions.map(\.isEmphasized) == [true, false])
    }

    @Test("has notes, which are gone when they end")
    func notes() throws {
        var chat = RowChat()
        let note = NoteContent(
            form: .status, text: "off to the sea",
            expiresAt: Instant(milliseconds: RowChat.start + 86_400_000))
        let name = try chat.deliver(.note(note))
        #expect(chat.row(name)?.body == .note(note))
        chat.pass(seconds: 86_399)
        #expect(chat.rows().count == 1)
        chat.pass(seconds: 1)
        #expect(chat.rows().isEmpty)
    }
}

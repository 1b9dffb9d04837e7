import SottoMessages
import Testing

/// Rules CN-19, CN-24 and CV-25.
@Suite("What Luma and Beside are known for")
struct LumaTests {
    @Test("a group begins with an emoji and a colour", arguments: [ThemeColor.mint, .brown])
    func group(_ color: ThemeColor) throws {
        var chat = RowChat(groupWith: .sotto)
        _ = try chat.deliver(
            .groupUpdate(
                GroupUpdateContent(
                    revision: 1, rosterHash: [UInt8](repeating: 1, count: 32), action: .create,
                    name: "Picnic", avatar: GroupAvatar(emoji: Emoji("🧺")), color: color,
                    users: [RowChat.alice, RowChat.me].map(\.bytes))))
        let group = try #require(chat.conversation.group)
        #expect(group.name == "Picnic")
        #expect(group.avatar?.emoji == Emoji("🧺"))
        #expect(group.color == color)
    }

    @Test("up to three replies are suggested to a message")
    func suggestions() throws {
        var chat = RowChat()
        let name = chat.say("Are you coming?")
        let offered = SuggestionsContent(
            form: .replies, texts: ["Yes", "No", "Later"], target: RowChat.reference(name))
        _ = try chat.deliver(.suggestions(offered))
        #expect(chat.conversation.suggestions?.texts == ["Yes", "No", "Later"])
        #expect(chat.conversation.suggestions?.target == name)
        #expect(throws: ContentError.tooMany(field: "SuggestionsContent.texts")) {
            try ContentKind.suggestions(
                SuggestionsContent(form: .replies, texts: ["1", "2", "3", "4"])
            ).overTheWire()
        }
    }
}

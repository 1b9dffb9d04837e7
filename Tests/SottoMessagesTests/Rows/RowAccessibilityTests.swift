import MessageSamples
import SottoMessages
import Testing

/// Rule CV-44.
@Suite("What is said of rows")
struct RowAccessibilityTests {
    private func label(_ chat: RowChat, _ name: MessageName) -> String? {
        chat.row(name)?.accessibility(in: chat.context()).label
    }

    @Test("names who said what")
    func said() {
        var chat = RowChat()
        let theirs = chat.say("Are we on?")
        let mine = chat.sayMine("Yes")
        #expect(label(chat, theirs) == "Alice said Are we on?")
        #expect(label(chat, mine) == "You said Yes")
        let answer = chat.say("Fine") { $0.reply = RowChat.quote(mine) }
        #expect(label(chat, answer) == "Alice said Fine, in reply to “Yes”")
        chat.edit(theirs, to: "Are we off?")
        #expect(label(chat, theirs) == "Alice said Are we off?, edited")
    }

    @Test("names what was sent, for each kind")
    func kinds() {
        var chat = RowChat()
        var photo = ContentSamples.media
        photo.isViewOnce = false
        let poll = PollContent(question: "When?", options: ["now", "never"])
        let kinds: [(ContentKind, String)] = [
            (.media(photo), "Alice sent a photo, hill"),
            (.media(ContentSamples.media), "Alice sent a view-once photo"),
            (.album(AlbumContent(items: [photo, photo])), "Alice sent 2 photos"),
            (.voice(ContentSamples.voice), "Alice sent a voice message, 12 seconds"),
            (.poll(poll), "Alice sent a poll, When?"),
            (.contact(ContactContent(name: "Sam")), "Alice sent a contact, Sam"),
            (
                .gif(GifContent(attachment: ContentSamples.pointer, altText: "a cat nods")),
                "Alice sent a GIF, a cat nods"
            ),
            (
                .sticker(
                    StickerContent(packID: [1], packKey: [2], emoji: .laugh, format: .tgs, size: .giant)),
                "Alice sent a sticker, 😂"
            ),
            (
                .note(
                    NoteContent(
                        form: .status, text: TextContent(body: "at sea"),
                        expiresAt: Instant(milliseconds: RowChat.start + 1_000))), "Alice sent a note, at sea"
            ),
            (
                .location(LocationContent(point: ContentSamples.point, name: "Opera House")),
                "Alice sent a location, Opera House"
            ),
            (.unknown(number: 500, bytes: []), "Alice sent a message that isn't supported yet"),
            (
                .appExtension(AppExtensionContent(app: "a", type: ExtensionType("b"), fallback: "A move")),
                "Alice sent a message, A move"
            ),
        ]
        for (kind, text) in kinds {
            let name = chat.send(kind)
            #expect(label(chat, name) == text)
        }
        let gone = chat.say("a")
        chat.delete(gone, by: RowChat.alice)
        #expect(label(chat, gone) == "Alice deleted a message")
    }

    @Test("tells how far a message is, and who reacted how")
    func valueAndReactions() throws {
        var chat = RowChat(groupWith: .sotto)
        let name = chat.sayMine("Hello", recipients: [RowChat.alice])
        func spoken() throws -> RowAccessibility {
            try #require(chat.row(name)).accessibility(in: chat.context())
        }
        #expect(try spoken().value == "Sent")
        chat.receipt(.delivered, name)
        #expect(try spoken().value == "Delivered")
        chat.receipt(.read, name)
        #expect(try spoken().value == "Read")
        chat.react(.love, to: name, by: RowChat.alice)
        chat.react(.love, to: name, by: RowChat.me)
        #expect(
            try spoken().reactions == ["Alice reacted ❤️ to “Hello”", "You reacted ❤️ to “Hello”"])
        #expect(try spoken().actions.contains("React"))
    }

    @Test("tells when a message disappears")
    func timer() {
        var chat = RowChat()
        let name = chat.say("Hello") { $0.timer = ExpiryTimer(seconds: 30, version: 1) }
        chat.tell(.read(through: chat.sequence))
        #expect(chat.row(name)?.accessibility(in: chat.context()).value == "disappears in 30 seconds")
    }
}

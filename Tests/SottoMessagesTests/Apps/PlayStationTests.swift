import MessageSamples
import SottoMessages
import Testing

/// Rules CN-16 and CN-22.
@Suite("What PlayStation is known for")
struct PlayStationTests {
    @Test("a sticker may be giant")
    func giant() throws {
        var chat = RowChat()
        let sticker = StickerContent(format: .png, size: .giant, image: ContentSamples.pointer)
        let name = try chat.deliver(.sticker(sticker))
        guard case .sticker(let shown) = chat.row(name)?.body else {
            Issue.record("no sticker")
            return
        }
        #expect(shown.size == .giant)
    }

    @Test("a conversation is bound to a game by the session that it tells")
    func game() throws {
        var chat = RowChat(groupWith: .sotto)
        let session = GameSessionBody(game: "kart", session: [4, 2], state: [1], title: "Kart, round 2")
        let content = try AppExtensionContent(
            app: "kart", gameSession: session, fallback: "A game of Kart")
        let name = try chat.deliver(.appExtension(content))
        guard case .appExtension(let shown) = chat.row(name)?.body else {
            Issue.record("no game")
            return
        }
        #expect(shown.gameSession == session)
        #expect(EnglishStrings().preview(.game(title: session.title)).contains("Kart, round 2"))
    }
}

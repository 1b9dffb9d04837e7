import MessageSamples
import SottoMessages
import Testing

/// Rules CN-13, CN-16, CV-37 and CV-40.
@Suite("What LINE is known for")
struct LineTests {
    private let sticker = StickerContent(
        packID: [7, 7], packKey: ContentSamples.hash, number: 12, emoji: .laugh, format: .png, size: .normal)

    @Test("has stickers of packs, which are named by pack and number")
    func packs() throws {
        var chat = RowChat()
        let name = try chat.deliver(.sticker(sticker))
        #expect(chat.row(name)?.body == .sticker(sticker))
        var keyless = sticker
        keyless.packKey = []
        #expect(throws: ContentError.missing(field: "StickerContent.pack_key")) {
            try ContentKind.sticker(keyless).overTheWire()
        }
    }

    @Test("has stamps as reactions, the same ones counted together")
    func stamps() throws {
        var chat = RowChat()
        let name = chat.sayMine("hello")
        let stamp = ReactionContent(target: RowChat.reference(name), image: ContentSamples.pointer)
        for person in [RowChat.alice, RowChat.me] { _ = try chat.deliver(.reaction(stamp), by: person) }
        let groups = try #require(chat.row(name)?.reactions)
        #expect(groups.map(\.look) == [.image(ContentSamples.pointer)])
        #expect(groups.map(\.count) == [2])
    }

    @Test("offers under a long press what fits a sticker")
    func longPress() throws {
        var chat = RowChat()
        let name = try chat.deliver(.sticker(sticker))
        let actions = try #require(chat.row(name)).actions
        for action in [ActionPhrase.reply, .forward, .pin, .react, .deleteForMe, .report] {
            #expect(actions.contains(action), "\(action)")
        }
        for action in [ActionPhrase.copy, .edit, .translate, .deleteForEveryone] {
            #expect(!actions.contains(action), "\(action)")
        }
    }
}

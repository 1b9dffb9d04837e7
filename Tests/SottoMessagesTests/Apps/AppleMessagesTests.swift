import MessageSamples
import SottoMessages
import Testing

/// Rules CN-8, CN-16, CN-22 and CV-40.
@Suite("What Apple Messages is known for")
struct AppleMessagesTests {
    @Test("has six tapbacks, one of each person on a message")
    func tapbacks() throws {
        var chat = RowChat()
        let name = chat.sayMine("hello")
        for emoji in Emoji.tapbacks {
            let reaction = ReactionContent(target: RowChat.reference(name), emoji: emoji)
            _ = try chat.deliver(.reaction(reaction))
            #expect(chat.row(name)?.reactions.map(\.look) == [.emoji(emoji)])
        }
        #expect(Emoji.tapbacks.map(\.display) == ["❤️", "👍", "👎", "😂", "‼️", "❓"])
    }

    @Test("has emoji made from words, with words for who can't show them")
    func genmoji() throws {
        var chat = RowChat()
        var sticker = StickerContent(
            format: .png, size: .normal, image: ContentSamples.pointer, isGenerated: true,
            fallback: "a squirrel DJ")
        let name = try chat.deliver(.sticker(sticker))
        #expect(chat.row(name)?.body == .sticker(sticker))
        sticker.fallback = ""
        #expect(throws: ContentError.missing(field: "StickerContent.fallback")) {
            try ContentKind.sticker(sticker).overTheWire()
        }
    }

    @Test("invites to a part of an app that needs no installing")
    func appClip() throws {
        var chat = RowChat()
        let invite = InviteBody(form: .appClip, url: "https://cafe.example/order", title: "Order")
        let content = try AppExtensionContent(app: "cafe", invite: invite, fallback: "Order at the café")
        let name = try chat.deliver(.appExtension(content))
        guard case .appExtension(let shown) = chat.row(name)?.body else {
            Issue.record("no extension")
            return
        }
        #expect(shown.invite == invite)
        #expect(shown.fallback == "Order at the café")
    }

    @Test(
        "takes a message back within two minutes", arguments: [(120_000 as UInt64, true), (120_001, false)])
    func unsend(_ age: UInt64, _ isAllowed: Bool) {
        var chat = RowChat(profile: .iMessage)
        let name = chat.sayMine("oops")
        chat.wait(age)
        #expect(chat.row(name)?.actions.contains(.deleteForEveryone) == isAllowed)
        chat.delete(name, by: RowChat.me)
        #expect((chat.row(name)?.body == .deleted(by: RowChat.me, isMine: true)) == isAllowed)
    }
}

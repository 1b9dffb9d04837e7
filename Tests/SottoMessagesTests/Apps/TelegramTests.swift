import MessageSamples
import SottoMessages
import Testing

/// Rules CN-13, CN-16, CV-5, CV-9, MR-10 and MR-11.
@Suite("What Telegram is known for")
struct TelegramTests {
    @Test(
        "deletes messages a day, a week or 31 days after they were sent",
        arguments: ConversationProfile.telegram.timerChoices)
    func autoDelete(_ seconds: UInt32) {
        var chat = RowChat(profile: .telegram)
        chat.say("soon gone") { $0.timer = ExpiryTimer(seconds: seconds, version: 1) }
        chat.pass(seconds: UInt64(seconds) - 1)
        #expect(chat.rows().count == 1)
        chat.pass(seconds: 1)
        #expect(chat.rows().isEmpty)
    }

    @Test("offers 24 hours, 7 days and 31 days, and nothing else")
    func choices() {
        let hour: UInt32 = 3_600
        #expect(ConversationProfile.telegram.timerChoices == [24 * hour, 7 * 24 * hour, 31 * 24 * hour])
        #expect(!ConversationProfile.telegram.offersCustomTimer)
    }

    @Test("has reactions with emoji of a pack, which aren't those of another")
    func customEmoji() throws {
        var chat = RowChat()
        let name = chat.sayMine("hello")
        let emoji = [CustomEmoji(packID: [1], number: 3), CustomEmoji(packID: [2], number: 3)]
        for (custom, person) in zip(emoji, [RowChat.alice, RowChat.me]) {
            let reaction = ReactionContent(target: RowChat.reference(name), custom: custom)
            _ = try chat.deliver(.reaction(reaction), by: person)
        }
        #expect(chat.row(name)?.reactions.map(\.look) == emoji.map { .custom($0) })
    }

    @Test("has animated stickers", arguments: [StickerFormat.tgs, .lottie, .apng, .webP])
    func animatedStickers(_ format: StickerFormat) throws {
        var chat = RowChat()
        let sticker = StickerContent(
            packID: [1], packKey: ContentSamples.hash, number: 4, emoji: .love, format: format, size: .normal)
        let name = try chat.deliver(.sticker(sticker))
        #expect(chat.row(name)?.body == .sticker(sticker))
    }

    @Test("shows the moment last seen to whom its owner allows, and roughly to others")
    func lastSeen() {
        let clock = ReaderClock(timeZone: .utc, style: .twentyFourHour)
        let now = Instant(milliseconds: RowChat.start)
        let seen = Instant(milliseconds: RowChat.start - 3_600_000)
        var settings = PrivacySettings<String>.newUser
        settings.lastSeen = Audience(.contacts)
        let isHidden = settings.lastSeen.neverShare(with: "boss")
        let isShared = settings.lastSeen.alwaysShare(with: "neighbour")
        #expect(isHidden && isShared)
        func text(_ person: String, isContact: Bool) -> String {
            let isExact = settings.sharesLastSeen(with: person, isContact: isContact)
            let phrase = clock.lastSeen(at: seen, isOnline: false, now: now, isExact: isExact)
            return EnglishStrings().time(.lastSeen(phrase))
        }
        #expect(text("friend", isContact: true) == "last seen today at 07:00")
        #expect(text("boss", isContact: true) == "last seen recently")
        #expect(text("neighbour", isContact: false) == "last seen today at 07:00")
        #expect(text("stranger", isContact: false) == "last seen recently")
    }
}

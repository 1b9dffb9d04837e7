import MessageSamples
import SottoMessages
import TestSupport

/// A device that is told things at chosen times of 2027-01-15 and the days after, UTC.
struct Desk {
    static let midnight: UInt64 = 1_799_971_200_000

    var preferences = NotificationPreferences()
    var situation: NotificationSituation
    var memory = NotificationMemory()
    /// Seconds since midnight.
    var second: UInt64 = 12 * 3_600
    private var generator = SeededGenerator(seed: 3)

    init() {
        situation = NotificationSituation(names: Cast.names)
        situation.members = [Cast.me, Cast.sam, Cast.alice, Cast.kim]
        situation.groupName = "Family Chat"
    }

    var now: Instant { Instant(milliseconds: Self.midnight + second * 1_000) }

    var notifier: Notifier {
        Notifier(
            preferences: preferences, clock: ReaderClock(timeZone: .utc, style: .twentyFourHour), now: now)
    }

    mutating func nextID() -> MessageID { MessageID.random(using: &generator) }

    mutating func event(
        _ kind: ContentKind, by author: PersonID = Cast.sam, in conversation: ConversationID? = nil,
        reply: ReplyQuote? = nil
    ) -> MessageEvent {
        var content = Content(id: nextID(), sentAt: now, kind: kind)
        content.reply = reply
        return MessageEvent(
            author: author, device: 1, conversation: conversation ?? .direct(author), content: content)
    }

    mutating func decide(
        _ kind: ContentKind, by author: PersonID = Cast.sam, in conversation: ConversationID? = nil,
        reply: ReplyQuote? = nil
    ) -> NotificationDecision {
        let event = event(kind, by: author, in: conversation, reply: reply)
        return notifier.decide(event, in: situation, memory: &memory)
    }

    /// The value of what has to be shown.
    mutating func show(
        _ kind: ContentKind, by author: PersonID = Cast.sam, in conversation: ConversationID? = nil,
        reply: ReplyQuote? = nil
    ) throws -> NotificationValue {
        guard let value = decide(kind, by: author, in: conversation, reply: reply).value else {
            throw Missing()
        }
        return value
    }

    struct Missing: Error {}

    static let text = ContentKind.text(TextContent(body: "are we still on for tonight?"))
    static let photo = ContentKind.media(MediaContent(attachment: ContentSamples.pointer, form: .photo))
    static let quote = ReplyQuote(target: MessageRef(author: .recipient, id: ContentSamples.id))
    static let quoteInGroup = ReplyQuote(
        target: MessageRef(author: .user(Cast.me.bytes), id: ContentSamples.id))
    static let reaction = ContentKind.reaction(
        ReactionContent(target: MessageRef(author: .user(Cast.me.bytes), id: ContentSamples.id), emoji: .love)
    )
    static let mention = ContentKind.text(
        TextContent(
            body: "@Robin look",
            mentions: [Mention(range: TextRange(start: 0, count: 6), user: Cast.me.bytes)]))
}

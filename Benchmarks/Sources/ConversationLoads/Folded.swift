public import SottoMessages

/// A conversation with the events of a history in it, and what is measured of it.
public final class Folded {
    /// The conversation.
    public private(set) var conversation: Conversation
    private let history: History
    private var dice = Dice(seed: 77)
    private var place: UInt64
    private var lateCount = 0
    private let rowContext: RowContext

    /// Folds a history.
    public init(_ history: History) throws {
        self.history = history
        place = history.place
        rowContext = Self.context(now: history.end)
        var conversation = Conversation(id: history.cast.conversation, me: history.cast.me)
        let changes = conversation.apply(history.events, cause: .history)
        guard changes.refusals.isEmpty, conversation.waitingCount == 0 else {
            throw LoadError("events are refused: \(changes.refusals.prefix(3))")
        }
        self.conversation = conversation
    }

    /// Folds encoded events as they are read and returns how many rows there are, and the last 50.
    public static func lastRows(
        _ cast: Cast, _ file: EventFile
    ) throws -> (count: Int, rows: [Row], conversation: Conversation) {
        var conversation = Conversation(id: cast.conversation, me: cast.me)
        let events = DecodedEvents(file)
        _ = conversation.apply(events, cause: .history)
        if let failure = events.failure { throw failure }
        let rows = conversation.lastRows(50, in: context(now: events.end))
        return (conversation.rowCount, rows, conversation)
    }

    /// Fifty rows somewhere.
    public func window() throws {
        let start = dice.below(conversation.rowCount - 50)
        guard conversation.rows(start..<start + 50, in: rowContext).count == 50 else {
            throw LoadError("rows are missing")
        }
    }

    /// Finds up to so many messages, through all of them when the limit isn't reached.
    public func search(_ text: String, limit: Int = 50) throws {
        guard let query = SearchQuery(text) else { throw LoadError("nothing to look for") }
        _ = conversation.search(query, limit: limit)
    }

    /// Another one with the same conversation.
    public func copy() -> Folded { Folded(self) }

    private init(_ other: Folded) {
        conversation = other.conversation
        history = other.history
        place = other.place
        rowContext = other.rowContext
    }

    /// An event that waits for its turn.
    public struct Waiting: Sendable {
        fileprivate let event: ConversationEvent
    }

    /// How an event is called that is handed over by itself.
    public enum Kind: String, CaseIterable, Sendable {
        case append, edit, react, receipt, late
    }

    /// Makes events of a kind that none was made of before.
    public func events(_ kind: Kind, count: Int) -> [Waiting] {
        (0..<count).map { _ in Waiting(event: event(kind)) }
    }

    /// Hands over an event as it comes.
    public func take(_ waiting: Waiting) throws {
        guard conversation.apply(CollectionOfOne(waiting.event)).refusals.isEmpty else {
            throw LoadError("an event is refused")
        }
    }

    private func event(_ kind: Kind) -> ConversationEvent {
        let cast = history.cast
        var author = cast.others[dice.below(cast.others.count)]
        place += History.step
        var sequence = place
        var sentAt = History.time(place)
        let content: ContentKind
        switch kind {
        case .append: content = .text(TextContent(body: "Another message of some words"))
        case .late:
            content = .text(TextContent(body: "A message that took its time"))
            lateCount += 1
            // Each place between two of the history's is taken once, all over it.
            let slot = UInt64(lateCount) &* 7_919 % UInt64(history.events.count)
            sequence = (1 + slot) * History.step + 1 + UInt64(lateCount / history.events.count) % 3
            sentAt = History.time(sequence)
        case .edit:
            let target = next { $0.isText && $0.name.author != cast.me }
            author = target.name.author
            sentAt = History.time(target.place + 1)
            content = .edit(
                EditContent(
                    target: cast.reference(target.name, from: author),
                    text: TextContent(body: "What was really meant, in some words")))
        case .react:
            let target = next { _ in true }
            content = .reaction(
                ReactionContent(target: cast.reference(target.name, from: author), emoji: .love))
        case .receipt:
            let target = next { $0.name.author == cast.me }
            content = .receipt(ReceiptContent(kind: .viewed, ids: [target.name.id]))
        }
        let sent = Content(id: .random(using: &dice), sentAt: sentAt, kind: content)
        return ConversationEvent(
            sequence: sequence, receivedAt: History.time(sequence),
            body: .message(history.event(sent, from: author)))
    }

    private func next(_ isWanted: (History.Sent) -> Bool) -> History.Sent {
        while true {
            let message = history.messages[dice.below(history.messages.count)]
            if isWanted(message) { return message }
        }
    }

    static func context(now: Instant) -> RowContext {
        RowContext(
            now: now, clock: ReaderClock(timeZone: TimeZoneTable(constantOffset: 3_600), style: .twelveHour)
        ) { "Name \($0.bytes.count)" }
    }
}

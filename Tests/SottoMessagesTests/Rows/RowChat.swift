import SottoMessages

/// A conversation for tests of rows, in which each event comes after the one before.
struct RowChat {
    static let me = person("me")
    static let alice = person("alice")
    static let bob = person("bob")
    /// 2027-01-15T08:00:00Z.
    static let start: UInt64 = 1_800_000_000_000

    var conversation: Conversation
    private(set) var sequence: UInt64 = 0
    private var count: UInt64 = 0
    /// When the next event comes.
    var now = start

    init(profile: ConversationProfile = .sotto) {
        conversation = Conversation(id: .direct(Self.alice), me: Self.me, profile: profile)
    }

    init(groupWith profile: ConversationProfile) {
        conversation = Conversation(id: .group([1]), me: Self.me, profile: profile)
    }

    static func person(_ name: String) -> PersonID {
        guard let person = PersonID(name) else { fatalError("1 to 255 bytes") }
        return person
    }

    /// A context with English words in UTC, in which people are called by their bytes, the first one in upper case.
    func context(
        zone: TimeZoneTable = .utc, at moment: UInt64? = nil, unreadAfter: UInt64? = nil
    ) -> RowContext {
        RowContext(
            now: Instant(milliseconds: moment ?? now),
            clock: ReaderClock(timeZone: zone, style: .twentyFourHour), unreadAfter: unreadAfter
        ) { person in
            let name = String(decoding: person.bytes, as: UTF8.self)
            return name.prefix(1).uppercased() + name.dropFirst()
        }
    }

    func rows(_ context: RowContext? = nil) -> [Row] {
        conversation.rows(0..<conversation.rowCount, in: context ?? self.context())
    }

    func row(_ name: MessageName) -> Row? { conversation.row(name, in: context()) }

    mutating func apply(_ body: ConversationEvent.Body) -> ChangeSet {
        sequence += 1
        let event = ConversationEvent(
            sequence: sequence, receivedAt: Instant(milliseconds: now), body: body)
        return conversation.apply([event])
    }

    /// Somebody sends content of a kind, now.
    @discardableResult
    mutating func send(
        _ kind: ContentKind, by author: PersonID = alice, transport: Transport = .endToEnd,
        recipients: [PersonID] = [], _ change: (inout Content) -> Void = { _ in }
    ) -> MessageName {
        count += 1
        let id = MessageID(high: 77, low: count)
        var content = Content(id: id, sentAt: Instant(milliseconds: now), kind: kind)
        change(&content)
        _ = apply(
            .message(
                MessageEvent(
                    author: author, device: 1, conversation: conversation.id, transport: transport,
                    recipients: recipients, content: content)))
        return MessageName(author: author, id: id)
    }

    @discardableResult
    mutating func say(
        _ text: String, by author: PersonID = alice, transport: Transport = .endToEnd,
        recipients: [PersonID] = [], _ change: (inout Content) -> Void = { _ in }
    ) -> MessageName {
        send(
            .text(TextContent(body: text)), by: author, transport: transport, recipients: recipients, change)
    }

    /// I send a text that the server has at once.
    @discardableResult
    mutating func sayMine(_ text: String, recipients: [PersonID] = []) -> MessageName {
        let name = say(text, by: Self.me, recipients: recipients)
        tell(.sent(name.id))
        return name
    }

    mutating func tell(_ fact: LocalFact) { _ = apply(.local(fact)) }

    mutating func receipt(
        _ kind: ReceiptKind, _ messages: MessageName..., by author: PersonID = alice,
        age: TimeSpan? = TimeSpan(milliseconds: 0)
    ) {
        send(.receipt(ReceiptContent(kind: kind, ids: messages.map(\.id), age: age)), by: author)
    }

    mutating func react(_ emoji: Emoji, to target: MessageName, by author: PersonID) {
        send(.reaction(ReactionContent(target: Self.reference(target), emoji: emoji)), by: author)
    }

    mutating func edit(_ target: MessageName, to text: String) {
        send(
            .edit(EditContent(target: Self.reference(target), text: TextContent(body: text))),
            by: target.author)
    }

    mutating func delete(_ target: MessageName, by author: PersonID) {
        send(
            .delete(DeleteContent(target: Self.reference(target), scope: .everyone)), by: author)
    }

    /// Time passes.
    mutating func wait(_ milliseconds: UInt64) { now += milliseconds }

    static func reference(_ name: MessageName) -> MessageRef {
        MessageRef(author: .user(name.author.bytes), id: name.id)
    }

    static func quote(_ name: MessageName, _ snippet: String = "told", root: MessageName? = nil) -> ReplyQuote
    {
        ReplyQuote(
            target: reference(name), snippet: snippet, kindNumber: 64, threadRoot: root.map(reference))
    }
}

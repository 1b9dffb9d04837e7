@testable import SottoMessages
import TestSupport

/// A short conversation for a test, told in several orders.
struct Story {
    static let me = person("me")
    static let anna = person("anna")
    static let ben = person("ben")
    static let eve = person("eve")
    /// When it begins, in milliseconds.
    static let start: UInt64 = 1_700_000_000_000

    let id: ConversationID
    let profile: ConversationProfile
    private(set) var events: [ConversationEvent] = []

    init(inGroup: Bool = false, profile: ConversationProfile = .sotto) {
        id = inGroup ? .group([7]) : .direct(Self.anna)
        self.profile = profile
    }

    static func person(_ name: String) -> PersonID { PersonID(name) ?? .nobody }
    static func id(_ number: UInt64) -> MessageID { MessageID(high: 1, low: number) }
    static func at(_ seconds: UInt64) -> Instant { Instant(milliseconds: start + seconds * 1_000) }

    /// Somebody says something; a second passes with each event unless the sender's clock says otherwise.
    @discardableResult
    mutating func say(
        _ author: PersonID, _ kind: ContentKind, id number: UInt64? = nil, sentAt seconds: UInt64? = nil,
        timer: UInt32? = nil, reply: MessageName? = nil, in other: ConversationID? = nil,
        by transport: Transport = .endToEnd
    ) -> MessageName {
        let sequence = UInt64(events.count + 1)
        var content = Content(
            id: Self.id(number ?? 1_000 + sequence), sentAt: Self.at(seconds ?? sequence), kind: kind)
        content.timer = timer.map { ExpiryTimer(seconds: $0, version: 1) }
        content.reply = reply.map { ReplyQuote(target: Self.ref($0), snippet: "quoted") }
        let message = MessageEvent(
            author: author, device: 1, conversation: other ?? id, transport: transport,
            recipients: author == Self.me ? [Self.anna, Self.ben] : [], content: content)
        events.append(
            ConversationEvent(sequence: sequence, receivedAt: Self.at(sequence), body: .message(message)))
        return MessageName(author: author, id: content.id)
    }

    @discardableResult
    mutating func text(_ author: PersonID, _ body: String = "hello", id: UInt64? = nil, timer: UInt32? = nil)
        -> MessageName
    {
        say(author, .text(TextContent(body: body)), id: id, timer: timer)
    }

    /// This device does or notices something.
    mutating func fact(_ fact: LocalFact) {
        let sequence = UInt64(events.count + 1)
        events.append(
            ConversationEvent(sequence: sequence, receivedAt: Self.at(sequence), body: .local(fact)))
    }

    static func ref(_ name: MessageName) -> MessageRef {
        MessageRef(author: .user(name.author.bytes), id: name.id)
    }

    /// Tells the story in order, backwards, and shuffled with repetitions; then the time passes.
    func told(until seconds: UInt64 = 0, _ check: (Conversation) throws -> Void) rethrows {
        var generator = SeededGenerator(seed: 42)
        var orders: [[ConversationEvent]] = [events, events.reversed()]
        for _ in 0..<4 { orders.append((events + events.prefix(3)).shuffled(using: &generator)) }
        for order in orders {
            var conversation = Conversation(id: id, me: Self.me, profile: profile)
            for event in order { _ = conversation.apply([event]) }
            _ = conversation.advance(to: Self.at(seconds))
            try check(conversation)
        }
    }
}

extension Conversation {
    /// Whether bytes are anywhere in what is kept of what was said.
    func holds(_ bytes: [UInt8]) -> Bool {
        let edits = extras.flatMap(\.changes).compactMap { change -> ContentKind? in
            guard case .edit(let edit, _) = change.action else { return nil }
            return .edit(edit)
        }
        let versions = extras.flatMap(\.state.edits).map { ContentKind.edit($0.content) }
        let kinds = records.map(\.content.kind) + edits + versions
        return kinds.contains { kind in
            let content = Content(id: Story.id(1), sentAt: Story.at(0), kind: kind)
            return (try? content.encodedUnchecked())?.contains(bytes) ?? true
        }
    }

    /// The reasons of refusals, in their order.
    var reasons: [Refusal.Reason] { refusedEvents.map(\.reason) }
    /// The names of all rows, in their order.
    var rowNames: [MessageName] { timeline.elements(0..<timeline.count).map { name(of: $0.record) } }

    /// What is kept of a message.
    func state(of message: MessageName) -> MessageState {
        guard let record = record(of: message), records[Int(record)].extras >= 0 else {
            return MessageState()
        }
        return extras[Int(records[Int(record)].extras)].state
    }

    /// What a message says as it came.
    func kind(of message: MessageName) -> ContentKind? {
        record(of: message).map { records[Int($0)].content.kind }
    }
}

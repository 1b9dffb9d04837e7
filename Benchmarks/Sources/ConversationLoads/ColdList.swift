import SottoMessages

/// The list of very many conversations, made from their encoded events.
public struct ColdList: Sendable {
    private let stored: [(cast: Cast, events: [[UInt8]])]

    /// Makes the events of direct conversations.
    public init(conversations: Int, rows: Int) throws {
        stored = try (0..<conversations).map { number in
            let cast = try Cast(isGroup: false, number: number)
            let history = History(cast, rows: rows, seed: UInt64(number))
            return (cast, try history.events.map { try $0.encoded() })
        }
    }

    /// How many events there are.
    public var eventCount: Int { stored.reduce(0) { $0 + $1.events.count } }

    /// Folds each conversation and makes the list.
    public func make() throws {
        let context = SummaryContext(
            names: PeopleNames(me: stored[0].cast.me) { String(decoding: $0.bytes, as: UTF8.self) },
            now: History.time(10_000))
        let summaries = try stored.map { cast, events in
            var conversation = Conversation(id: cast.conversation, me: cast.me)
            let decoded = try events.map { try ConversationEvent(decoding: $0) }
            _ = conversation.apply(decoded, cause: .history)
            return conversation.summary(context)
        }
        guard ChatList(summaries).conversations().count == stored.count else {
            throw LoadError("conversations are missing")
        }
    }
}

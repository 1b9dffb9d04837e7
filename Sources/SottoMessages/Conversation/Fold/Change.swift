/// An event that changes a message: kept with it, so that a late one finds its place among the others.
struct Change: Hashable, Sendable {
    let sequence: UInt64
    let receivedAt: Instant
    let sentAt: Instant
    let author: Int32
    let id: MessageID
    let action: Action
    /// Why it has no effect, as the fold found last.
    var refusal: Refusal.Reason?

    var key: NameKey { NameKey(author: author, id: id) }

    indirect enum Action: Hashable, Sendable {
        case edit(EditContent)
        case delete(DeleteScope)
        case reaction(ReactionContent)
    }
}

/// A fact about one message.
struct MessageFact: Sendable {
    let sequence: UInt64
    let receivedAt: Instant
    let action: Action

    enum Action: Sendable {
        case sending
        case sent
        case failed(SendFailure)
        case retried
        case sentByFallback
        case opened
        case deleted
        case annotated(Annotation)
    }
}

/// What one recipient told of one message.
struct ReceiptFact: Sendable {
    let sequence: UInt64
    let author: Int32
    let kind: ReceiptKind
    /// When; nil when the recipient hides it.
    let at: Instant?
}

/// How many changes a message takes.
enum FoldLimits {
    /// Changes of one message by one author: reactions, edits, votes. The earliest count.
    static let changesByAuthor = 128
    /// Changes of one message by all.
    static let changes = 4_096
    /// Events that wait for their targets in one conversation; the oldest are dropped.
    static let waiting = 1_000
    /// People who are known in one conversation.
    static let people = 10_000
    /// Refusals that are kept to be shown; the newest.
    static let refusals = 256
}

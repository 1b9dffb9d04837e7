/// An event that changes a message: kept with it, so that a late one finds its place among the others.
struct Change: Hashable, Sendable {
    let sequence: UInt64
    let receivedAt: Instant
    let sentAt: Instant
    let author: Int32
    let id: MessageID
    var action: Action
    /// Why it has no effect, as the fold found last.
    var refusal: Refusal.Reason?

    var key: NameKey { NameKey(author: author, id: id) }

    /// Whether it deletes a message of its own author for everyone: such an event needs no name of its own, and nothing undoes it.
    func isOwnDeletion(of author: Int32) -> Bool {
        if case .delete(.everyone) = action { return self.author == author }
        return false
    }

    indirect enum Action: Hashable, Sendable {
        case edit(EditContent, EditForm)
        case delete(DeleteScope)
        case reaction(ReactionContent)
        case pin(PinContent)
        case save(removes: Bool)
        case vote(PollVoteContent)
        case location(LocationContent)
        case sticker(StickerContent)
        case part(StreamedContent)
        case call(CallContent, device: UInt32)
    }

    /// What an edit replaces; kept when what it says is forgotten.
    enum EditForm: UInt8, Sendable {
        case text, media, album, viewOnce
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
    /// Changes of one message by one author, such as reactions and votes; the earliest count.
    static let changesByAuthor = 128
    /// Changes of one message by all.
    static let changes = 4_096
    /// Deletions of one message by its author: one that is in time is enough.
    static let ownDeletions = 16
    /// Parts of a streamed text; the lowest revisions count.
    static let parts = 4_096
    /// Events that are kept of what only the newest counts of, such as suggestions.
    static let register = 64
    /// Voice channels that are told about in one conversation.
    static let voiceChannels = 256
    /// Events that wait for their targets in one conversation; the oldest are dropped.
    static let waiting = 1_000
    /// People who are known in one conversation.
    static let people = 10_000
    /// People who are known because others named them, out of those.
    static let namedPeople = 5_000
    /// Refusals that are kept to be shown; the newest.
    static let refusals = 256
}

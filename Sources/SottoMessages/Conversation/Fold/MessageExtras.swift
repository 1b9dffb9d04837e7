/// What happened to a message after it came.
struct MessageExtras: Sendable {
    /// The events that change it, in their order.
    var changes: [Change] = []
    /// Parts of a text that grows, by their revisions, then in their order.
    var parts: [Change] = []
    /// What the changes come to.
    var state = MessageState()
    /// What recipients told of a message of mine.
    var receipts = Receipts()
    /// What this device knows of it alone.
    var facts = MessageFacts()

    /// Puts a change in its place; false when it isn't the last one and all have to be applied again.
    mutating func insert(_ change: Change) -> Bool {
        guard let last = changes.last, last.sequence > change.sequence else {
            changes.append(change)
            return true
        }
        changes.insert(change, at: place(of: change.sequence))
        return false
    }

    /// Whether the change at a place in the order is among them.
    func contains(_ sequence: UInt64) -> Bool {
        guard let last = changes.last, last.sequence >= sequence else { return false }
        return changes[place(of: sequence)].sequence == sequence
    }

    /// The index of the first change that isn't before a place in the order.
    private func place(of sequence: UInt64) -> Int {
        var low = 0
        var high = changes.count
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].sequence < sequence { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// What the changes of a message come to.
struct MessageState: Hashable, Sendable {
    /// Earlier forms, the oldest first; the current one is ``current``.
    var edits: [EditVersion] = []
    /// Who deleted it for everyone.
    var deletedBy: Int32?
    /// Whether its author deleted it in time, perhaps after an admin: what was said is forgotten.
    var isForgotten = false
    /// Whether I deleted it on my own devices.
    var isDeletedForMe = false
    /// Whether a poll is closed, or a place isn't told again.
    var isClosed = false
    /// Whether somebody pinned it.
    var isPinned = false
    /// Who excepted it from its timer.
    var savedBy: [Int32] = []
    /// Reactions, the oldest first; one a person.
    var reactions: [PersonReaction] = []

    /// What it is now; nil when it was never edited.
    var current: EditVersion? { edits.last }
}

/// One form of an edited message.
struct EditVersion: Hashable, Sendable {
    let content: EditContent
    let sentAt: Instant
    let receivedAt: Instant
}

/// The reaction of one person.
struct PersonReaction: Hashable, Sendable {
    let person: Int32
    let content: ReactionContent
    let sequence: UInt64
    let receivedAt: Instant

    /// Whether it is the same reaction, however strong.
    func isSame(as other: ReactionContent) -> Bool {
        content.emoji == other.emoji && content.image == other.image && content.custom == other.custom
    }
}

/// What this device knows of a message alone.
///
/// Facts come in any order; of each the last, or the first, counts.
struct MessageFacts: Sendable {
    private var lastProgress: (sequence: UInt64, action: MessageFact.Action)?
    private(set) var sent: (sequence: UInt64, at: Instant)?
    private(set) var opened: (sequence: UInt64, at: Instant)?
    private(set) var isDeleted = false
    private(set) var isByFallback = false
    private var notes: [(sequence: UInt64, annotation: Annotation)] = []

    /// What is annotated, in the order in which it was.
    var annotations: [Annotation] { notes.map(\.annotation) }

    /// Takes a fact; false when it tells nothing new.
    mutating func insert(_ fact: MessageFact) -> Bool {
        switch fact.action {
        case .sent:
            if let sent, sent.sequence <= fact.sequence { return false }
            sent = (fact.sequence, fact.receivedAt)
        case .opened:
            if let opened, opened.sequence <= fact.sequence { return false }
            opened = (fact.sequence, fact.receivedAt)
        case .deleted:
            if isDeleted { return false }
            isDeleted = true
        case .annotated(let annotation): return annotate(annotation, fact.sequence)
        case .sending, .failed, .retried, .sentByFallback:
            if case .sentByFallback = fact.action { isByFallback = true }
            if let lastProgress, lastProgress.sequence >= fact.sequence { return isByFallback }
            lastProgress = (fact.sequence, fact.action)
        }
        return true
    }

    /// How far sending is, before recipients tell anything.
    var progress: SendState {
        if sent != nil { return .sent }
        return switch lastProgress?.action {
        case .failed(let failure): .failed(failure)
        case .sending, .retried, .sentByFallback: .sending
        default: .queued
        }
    }

    private mutating func annotate(_ annotation: Annotation, _ sequence: UInt64) -> Bool {
        let same = notes.firstIndex { $0.annotation.replaces(annotation) }
        if let same {
            guard notes[same].sequence < sequence else { return false }
            notes.remove(at: same)
        }
        let index = notes.firstIndex { $0.sequence > sequence } ?? notes.count
        notes.insert((sequence, annotation), at: index)
        if notes.count > Self.annotationCount { notes.removeFirst() }
        return true
    }

    /// Kinds of annotations, and translations into several languages.
    private static let annotationCount = 32
}

extension Annotation {
    /// Whether the other one is of the same kind, so that only the newer counts.
    func replaces(_ other: Annotation) -> Bool {
        switch (self, other) {
        case (.translation(_, let language), .translation(_, let otherLanguage)): language == otherLanguage
        case (.transcript, .transcript), (.sensitive, .sensitive), (.transferred, .transferred),
            (.effectPlayed, .effectPlayed), (.playback, .playback):
            true
        default: false
        }
    }
}

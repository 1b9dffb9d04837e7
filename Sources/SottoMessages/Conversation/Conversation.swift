/// What a screen shows of a conversation: a fold of everything that happened in it.
///
/// The same events give the same state in whatever order they are handed over, each once or several times, as
/// long as no more than ``FoldLimits/waiting`` wait for the message that they change; what is dropped beyond that
/// is reported. Nothing here reads a clock, a locale or a file: the time comes with ``advance(to:)``.
///
/// A value: a copy is a snapshot. Rules CV-3 to CV-8.
///
/// - Complexity: an event O(log n) for n messages, and O(√n) with a small factor where it isn't the newest; rows
///   O(number of rows).
public struct Conversation: Sendable {
    /// The conversation's name.
    public let id: ConversationID
    /// Whose device this is.
    public let me: PersonID
    /// The figures that are used.
    public let profile: ConversationProfile
    /// The latest moment that it was told.
    public private(set) var now = Instant(milliseconds: 0)
    /// The members of a group's rosters by revision, for events that name people by their positions.
    public var rosters: [UInt32: [PersonID]] = [:]

    var people: People
    /// The other side of a direct conversation.
    let peer: Int32?

    var records: [MessageRecord] = []
    var extras: [MessageExtras] = []
    var names: [NameKey: NameSlot] = [:]
    var waiting = WaitingEvents()
    var sequences = ChunkedSet<UInt64>()
    var refusals = Refusals()
    var batch = Batch()

    // Indexes over the records, which follow each change of their facets.
    var timeline = ChunkedSet<TimelineEntry>()
    var countable = ChunkedSet<UInt64>()
    var concerning = ChunkedSet<UInt64>()
    var pinned = ChunkedSet<TimelineEntry>()
    var timed = ChunkedSet<TimelineEntry>()
    var deadlines = ChunkedSet<Deadline>()
    var delivered = ChunkedSet<TimelineEntry>()
    var read = ChunkedSet<TimelineEntry>()
    /// The messages that answer one, or stand in its thread.
    var answers: [NameKey: [Int32]] = [:]

    var readMarks = ReadMarks()
    /// What other devices of mine read, which names messages.
    var syncedMarks = ReadMarks()
    var synced: [NameKey: Instant] = [:]
    /// Everything before this place in the order is deleted on my devices.
    var clearedThrough: UInt64 = 0
    var blocks = Blocks()
    /// Texts as they are searched.
    var searchIndex = SearchIndex()
    /// What is known of messages whose names earlier events got.
    var parked: [NameKey: Parked] = [:]

    // State that isn't a message's.
    var timers = ChunkedSet<VersionedEntry>()
    var spaces = ChunkedSet<VersionedEntry>()
    var styles = ChunkedSet<VersionedEntry>()
    var groupLog = GroupLog()
    /// Records of which changes were judged by who was an admin, with the place of the last such change.
    var consulting: [Int32: UInt64] = [:]
    var suggested = Register<Suggested>()
    var channels: [[UInt8]: Register<VoiceChannelContent>] = [:]
    var requests = Register<RequestState>()
    var settingsLog = Register<ConversationSettings>()
    var unreadMarks = Register<Bool>()
    var keyFacts: [Int32: Register<KeyFact>] = [:]
    var notices: [Int32: LocalNotice] = [:]
    var typingNews: [Int32: TypingNews] = [:]
    var connectionLoss: (sequence: UInt64, at: Instant)?
    /// The place of each person's newest message.
    var newest: [Int32: UInt64] = [:]

    /// Makes a conversation in which nothing happened yet.
    ///
    /// - Parameters:
    ///   - id: The conversation; events of others are refused.
    ///   - me: Whose device this is.
    ///   - profile: The figures to be used.
    public init(id: ConversationID, me: PersonID, profile: ConversationProfile = .sotto) {
        self.id = id
        self.me = me
        self.profile = profile
        people = People(me: me)
        if case .direct(let person) = id { peer = people.intern(person) } else { peer = nil }
    }

    /// Whether it is a group's.
    public var isGroup: Bool { peer == nil }

    /// Takes events in any order; what they change is told once for all of them.
    ///
    /// Events that have no effect are among the change set's refusals; they leave everything as it is.
    public mutating func apply(
        _ events: some Sequence<ConversationEvent>, cause: ChangeSet.Cause = .live
    ) -> ChangeSet {
        begin(cause)
        if records.isEmpty { reserve(events.underestimatedCount) }
        for event in events {
            switch event.body {
            case .message(let message): apply(message, event)
            case .local(let fact): apply(fact, event)
            }
        }
        return finish()
    }

    /// Lets time pass: what is due disappears, with what was quoted of it.
    ///
    /// An earlier moment than before changes nothing.
    public mutating func advance(to moment: Instant) -> ChangeSet {
        begin(.local)
        now = max(now, moment)
        return finish()
    }

    /// What disappears next, and when; nil when nothing will.
    public var nextExpiry: (message: MessageName, at: Instant)? {
        guard let first = deadlines.first else { return nil }
        return (name(of: first.record), Instant(milliseconds: first.at))
    }

    /// Events that have no effect, in their order: the newest ones.
    public var refusedEvents: [Refusal] { refusals.all }

    /// How many events wait for the message that they change.
    public var waitingCount: Int { waiting.count }
}

/// A visible record, by its place in the order.
struct TimelineEntry: Comparable, Sendable {
    let sequence: UInt64
    let record: Int32

    static func < (first: TimelineEntry, second: TimelineEntry) -> Bool { first.sequence < second.sequence }
    static func == (first: TimelineEntry, second: TimelineEntry) -> Bool {
        first.sequence == second.sequence
    }
}

/// When a record disappears.
struct Deadline: Comparable, Sendable {
    let at: UInt64
    let sequence: UInt64
    let record: Int32

    static func < (first: Deadline, second: Deadline) -> Bool {
        (first.at, first.sequence) < (second.at, second.sequence)
    }

    static func == (first: Deadline, second: Deadline) -> Bool {
        first.at == second.at && first.sequence == second.sequence
    }
}

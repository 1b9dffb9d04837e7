/// What the events of a conversation come to.
extension Conversation {
    /// The timer that a new message carries.
    public var timer: ConversationTimer { ConversationTimer(seconds: 0, version: 0, person: nil) }

    /// The group at its newest revision; nil for a direct conversation, and until its start is known.
    public var group: GroupSnapshot? { nil }

    /// How the conversation looks; nil for the app's own.
    public var style: ConversationStyle? { nil }

    /// The space that the group belongs to.
    public var space: SpaceState? { nil }

    /// Voice channels in which somebody is, or was, by their bytes.
    public var voiceChannels: [VoiceChannelState] { [] }

    /// What I may send with a tap; nil once I sent something.
    public var suggestions: Suggestions? { nil }

    /// How I keep the conversation; nil when I never said.
    public var settings: ConversationSettings? { nil }

    /// Whether I marked the conversation as unread.
    public var isMarkedUnread: Bool { false }

    /// Whether I agreed to be written to.
    public var request: RequestState { .none }

    /// The least of all others, or that what came last wasn't encrypted.
    public var security: SecurityState { .unverified }

    /// How sure one person is.
    public func security(of person: PersonID) -> SecurityState { .unverified }

    /// Whether I blocked a person.
    public func isBlocked(_ person: PersonID) -> Bool {
        people.number(of: person).map { blocks.isBlocked($0) } ?? false
    }

    /// Who types now, ascending; in one thread, or for nil outside threads.
    public func typists(in thread: MessageName? = nil) -> [PersonID] { [] }

    /// How many messages are unread.
    public var unreadCount: Int { countable.count - countable.rank(of: readMarks.through &+ 1) }

    /// How many unread messages mention me, or answer me.
    public var unreadConcerningCount: Int { concerning.count - concerning.rank(of: readMarks.through &+ 1) }

    /// How many messages of others came after a message.
    public func newCount(below message: MessageName) -> Int { 0 }

    /// The messages that are pinned now, in their order.
    public var pinnedMessages: [MessageName] { [] }
}

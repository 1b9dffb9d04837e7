/// What may interrupt a reader who is about something.
///
/// Rule NT-13.
public struct FocusFilter: Hashable, Sendable {
    /// Whose messages may.
    public var people: Set<PersonID>
    /// The conversations whose messages may.
    public var conversations: Set<ConversationID>
    /// Whether what is time sensitive may, whoever sent it.
    public var passesTimeSensitive: Bool

    /// Makes the value.
    public init(
        people: Set<PersonID> = [], conversations: Set<ConversationID> = [], passesTimeSensitive: Bool = true
    ) {
        self.people = people
        self.conversations = conversations
        self.passesTimeSensitive = passesTimeSensitive
    }

    /// Whether something may interrupt.
    public func passes(_ person: PersonID, in conversation: ConversationID, _ level: NotificationLevel)
        -> Bool
    {
        level == .timeSensitive && passesTimeSensitive || people.contains(person)
            || conversations.contains(conversation)
    }
}

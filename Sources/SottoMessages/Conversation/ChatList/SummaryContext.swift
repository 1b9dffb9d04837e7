/// What a summary needs beside the conversation.
///
/// Rule CL-1.
public struct SummaryContext: Sendable {
    /// What people are called, and who the reader is.
    public var names: PeopleNames
    /// The moment.
    public var now: Instant
    /// What is known of people.
    public var presence: @Sendable (PersonID) -> PersonPresence?

    /// Makes the value.
    public init(
        names: PeopleNames, now: Instant,
        presence: @escaping @Sendable (PersonID) -> PersonPresence? = { _ in nil }
    ) {
        self.names = names
        self.now = now
        self.presence = presence
    }
}

/// What drawing rows needs to know of the reader: the moment, the clock and the words, names, and where the new begins.
///
/// Rules CV-30 and CV-33.
public struct RowContext: Sendable {
    /// The moment at which the rows are drawn.
    public var now: Instant
    /// The place, the style of the clock and the words.
    public var clock: ReaderClock
    /// Behind which place in the order messages are new: the read mark of when the screen was opened; nil for no divider.
    public var unreadAfter: UInt64?
    /// What the reader calls a person.
    public var name: @Sendable (PersonID) -> String

    /// Makes a context.
    public init(
        now: Instant, clock: ReaderClock, unreadAfter: UInt64? = nil,
        name: @escaping @Sendable (PersonID) -> String
    ) {
        self.now = now
        self.clock = clock
        self.unreadAfter = unreadAfter
        self.name = name
    }

    /// The words.
    public var strings: any ReaderStrings { clock.strings }

    func phrase(_ person: PersonID, isMe: Bool) -> PersonPhrase { isMe ? .you : .named(name(person)) }
}

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
    /// What the reader calls a person; empty for somebody without a name.
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

    func phrase(_ person: PersonID, isMe: Bool) -> PersonPhrase { isMe ? .you : .named(line(for: person)) }

    /// A person's name as one line: somebody chooses it, and nothing in it may change the text around it.
    func line(for person: PersonID) -> String {
        let line = TextExcerpt.snippet(name(person), byteCount: Self.nameByteCount)
        return line.isEmpty ? strings.title(.unknownPerson) : line
    }

    private static let nameByteCount = 128
}

/// When a message disappears.
///
/// Rule CN-4.
public struct ExpiryTimer: MessageFields {
    /// After how many seconds; 0 for never.
    public var seconds: UInt32 = 0
    /// The version of the conversation's timer.
    public var version: UInt32 = 0
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(seconds: UInt32 = 0, version: UInt32 = 0) {
        self.seconds = seconds
        self.version = version
    }

    package static var schemaName: StaticString { "ExpiryTimer" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "seconds", &seconds, required: false)
        try visitor.number(2, "version", &version, required: false)
    }
}

/// What a message answers.
///
/// Rule CN-4.
public struct ReplyQuote: MessageFields {
    /// The message that is answered.
    public var target = MessageRef()
    /// A line of it, shown while it isn't loaded.
    public var snippet = ""
    /// The number of its kind.
    public var kindNumber: UInt32 = 0
    /// The first message of the thread.
    public var threadRoot: MessageRef?
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        target: MessageRef, snippet: String = "", kindNumber: UInt32 = 0, threadRoot: MessageRef? = nil
    ) {
        self.target = target
        self.snippet = snippet
        self.kindNumber = kindNumber
        self.threadRoot = threadRoot
    }

    package static var schemaName: StaticString { "ReplyQuote" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.one(1, "target", &target)
        try visitor.text(2, "snippet", &snippet, limit: ContentLimits.lineByteCount, required: false)
        try visitor.number(3, "kind_number", &kindNumber, required: false)
        try visitor.message(4, "thread_root", &threadRoot)
    }
}

/// How a message appears; an unknown effect shows the plain message.
///
/// Rule CN-5.
public struct MessageEffect: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "MessageEffect" }

    /// The bubble drops onto the screen.
    public static let slam = MessageEffect(rawValue: 1)
    /// The bubble shows its text large and trembling.
    public static let loud = MessageEffect(rawValue: 2)
    /// The bubble shows its text small, then grows.
    public static let gentle = MessageEffect(rawValue: 3)
    /// The bubble is covered until the reader wipes over it.
    public static let invisibleInk = MessageEffect(rawValue: 4)
    /// Confetti falls over the screen.
    public static let confetti = MessageEffect(rawValue: 5)
    /// Balloons rise over the screen.
    public static let balloons = MessageEffect(rawValue: 6)
    /// Fireworks over the screen.
    public static let fireworks = MessageEffect(rawValue: 7)
    /// Beams of light over the screen.
    public static let lasers = MessageEffect(rawValue: 8)
    /// A heart grows over the screen.
    public static let heart = MessageEffect(rawValue: 9)
    /// A light on the message, the rest of the screen is dark.
    public static let spotlight = MessageEffect(rawValue: 10)
}

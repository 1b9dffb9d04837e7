/// Nothing to show; keeps a session alive.
///
/// Rule CN-15.
public struct NullContent: MessageFields {
    /// Bytes without meaning.
    public var padding: [UInt8] = []
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(padding: [UInt8] = []) {
        self.padding = padding
    }

    package static var schemaName: StaticString { "NullContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.bytes(1, "padding", &padding, counts: ContentLimits.nullByteCounts, required: false)
    }
}

/// Says that somebody types, or stopped.
///
/// Rule CN-15.
public struct TypingContent: MessageFields {
    /// Whether it started.
    public var isTyping = false
    /// After what time it is said again, in milliseconds.
    public var repeatInterval = TimeSpan.unset
    /// The root of the thread, if it is in one.
    public var thread: MessageRef?
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        isTyping: Bool = false, repeatInterval: TimeSpan = TimeSpan(milliseconds: 0),
        thread: MessageRef? = nil
    ) {
        self.isTyping = isTyping
        self.repeatInterval = repeatInterval
        self.thread = thread
    }

    package static var schemaName: StaticString { "TypingContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "is_typing", &isTyping, required: false)
        try visitor.number(2, "repeat_interval", &repeatInterval, required: false)
        try visitor.message(3, "thread", &thread)
    }
}

/// Tells the author of messages what became of them.
///
/// Rule CN-15.
public struct ReceiptContent: MessageFields {
    /// What it tells.
    public var kind = ReceiptKind.unset
    /// The messages, all of the author that the receipt goes to.
    public var ids: [MessageID] = []
    /// How long before the receipt was sent it happened, in milliseconds; absent when the time is hidden.
    public var age: TimeSpan?
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(kind: ReceiptKind, ids: [MessageID], age: TimeSpan? = nil) {
        self.kind = kind
        self.ids = ids
        self.age = age
    }

    package static var schemaName: StaticString { "ReceiptContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "kind", &kind, required: true)
        try visitor.ids(2, "ids", &ids, counts: ContentLimits.receiptCounts)
        try visitor.optional(3, "age", &age)
    }
}

/// What a receipt tells.
///
/// Rule CN-5.
public struct ReceiptKind: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "ReceiptKind" }

    /// The messages are on the reader's device.
    public static let delivered = ReceiptKind(rawValue: 1)
    /// The reader saw them.
    public static let read = ReceiptKind(rawValue: 2)
    /// The reader opened view-once media.
    public static let viewed = ReceiptKind(rawValue: 3)
    /// The reader listened to a voice message.
    public static let played = ReceiptKind(rawValue: 4)
}

/// Sets the timer of a conversation.
///
/// Rule CN-17.
public struct TimerChangeContent: MessageFields {
    /// After how many seconds messages disappear; 0 for never.
    public var seconds: UInt32 = 0
    /// The timer's version, from 1; the newest counts.
    public var version: UInt32 = 0
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(seconds: UInt32, version: UInt32) {
        self.seconds = seconds
        self.version = version
    }

    package static var schemaName: StaticString { "TimerChangeContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "seconds", &seconds, required: false)
        try visitor.number(2, "version", &version, required: true)
    }
}

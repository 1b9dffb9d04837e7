/// Pins a message to the top of a conversation, or unpins it.
///
/// Rule CN-17.
public struct PinContent: MessageFields {
    /// The message.
    public var target = MessageRef()
    /// Whether it unpins the message.
    public var removes = false
    /// How long it stays pinned, in milliseconds; absent for no end.
    public var duration: TimeSpan?
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(target: MessageRef, removes: Bool = false, duration: TimeSpan? = nil) {
        self.target = target
        self.removes = removes
        self.duration = duration
    }

    package static var schemaName: StaticString { "PinContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.one(1, "target", &target)
        try visitor.number(2, "removes", &removes, required: false)
        try visitor.optional(3, "duration", &duration)
    }

    package func validate() throws(ContentError) {
        if let duration, removes || duration == .unset { throw .invalid(field: Self.path("duration")) }
    }
}

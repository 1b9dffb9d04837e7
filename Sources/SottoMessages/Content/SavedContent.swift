/// Excepts a message from its timer for both sides, or no longer.
///
/// Rule CN-17.
public struct SavedContent: MessageFields {
    /// The message.
    public var target = MessageRef()
    /// Whether the exception ends.
    public var removes = false
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(target: MessageRef, removes: Bool = false) {
        self.target = target
        self.removes = removes
    }

    package static var schemaName: StaticString { "SavedContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.one(1, "target", &target)
        try visitor.number(2, "removes", &removes, required: false)
    }
}

/// A reaction to a message.
///
/// Rule CN-13.
public struct ReactionContent: MessageFields {
    /// The message.
    public var target: MessageRef = MessageRef()
    /// The emoji, without variation selectors.
    public var emoji: Emoji = Emoji.unset
    /// A picture instead of an emoji.
    public var image: AttachmentPointer?
    /// Whether it takes the reaction off.
    public var removes: Bool = false
    /// Whether it is a super reaction.
    public var isEmphasized: Bool = false
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        target: MessageRef, emoji: Emoji = Emoji(""), image: AttachmentPointer? = nil, removes: Bool = false,
        isEmphasized: Bool = false
    ) {
        self.target = target
        self.emoji = emoji
        self.image = image
        self.removes = removes
        self.isEmphasized = isEmphasized
    }

    package static var schemaName: StaticString { "ReactionContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.one(1, "target", &target)
        try visitor.typed(2, "emoji", &emoji, required: false)
        try visitor.message(3, "image", &image)
        try visitor.number(4, "removes", &removes, required: false)
        try visitor.number(5, "is_emphasized", &isEmphasized, required: false)
    }

    package func validate() throws(ContentError) {
        let isEmpty = emoji == .unset && image == nil && unknownFields.isEmpty
        if isEmpty { throw .missing(field: Self.path("emoji")) }
        if emoji != .unset, image != nil { throw .invalid(field: Self.path("image")) }
    }
}

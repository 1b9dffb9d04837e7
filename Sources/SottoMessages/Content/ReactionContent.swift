/// A reaction to a message.
///
/// Rule CN-13.
public struct ReactionContent: MessageFields {
    /// The message.
    public var target = MessageRef()
    /// The emoji, without variation selectors.
    public var emoji = Emoji.unset
    /// A picture instead of an emoji.
    public var image: AttachmentPointer?
    /// Whether it takes the reaction off.
    public var removes = false
    /// Whether it is a super reaction.
    public var isEmphasized = false
    /// A custom emoji instead of one of Unicode's.
    public var custom: CustomEmoji?
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        target: MessageRef, emoji: Emoji = Emoji(""), image: AttachmentPointer? = nil, removes: Bool = false,
        isEmphasized: Bool = false, custom: CustomEmoji? = nil
    ) {
        self.target = target
        self.emoji = emoji
        self.image = image
        self.removes = removes
        self.isEmphasized = isEmphasized
        self.custom = custom
    }

    package static var schemaName: StaticString { "ReactionContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.one(1, "target", &target)
        try visitor.typed(2, "emoji", &emoji, required: false)
        try visitor.message(3, "image", &image)
        try visitor.number(4, "removes", &removes, required: false)
        try visitor.number(5, "is_emphasized", &isEmphasized, required: false)
        try visitor.message(6, "custom", &custom)
    }

    package func validate() throws(ContentError) {
        try requireOne(of: count(emoji != .unset, image != nil, custom != nil), "emoji")
    }
}

/// A picture of a pack that is used as an emoji.
///
/// Rule CN-13.
public struct CustomEmoji: MessageFields {
    /// The pack.
    public var packID: [UInt8] = []
    /// Its number in the pack, from 0.
    public var number: UInt32 = 0
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(packID: [UInt8], number: UInt32) {
        self.packID = packID
        self.number = number
    }

    package static var schemaName: StaticString { "CustomEmoji" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.bytes(1, "pack_id", &packID, counts: ContentLimits.packByteCounts, required: true)
        try visitor.number(2, "number", &number, required: false)
    }
}

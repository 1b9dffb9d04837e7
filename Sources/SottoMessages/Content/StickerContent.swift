/// A sticker: one of a pack, or a picture of its own.
///
/// Rule CN-16.
public struct StickerContent: MessageFields {
    /// The pack.
    public var packID: [UInt8] = []
    /// What opens the pack, 32 bytes.
    public var packKey: [UInt8] = []
    /// The sticker's number in the pack, from 0.
    public var number: UInt32 = 0
    /// The emoji that it stands for.
    public var emoji = Emoji.unset
    /// How the picture is stored.
    public var format = StickerFormat.unset
    /// How large it is shown.
    public var size = StickerSize.unset
    /// The picture, when it isn't taken from a pack.
    public var image: AttachmentPointer?
    /// Whether the picture was made from words; then it has a fallback.
    public var isGenerated = false
    /// The plain text for who can't show the picture.
    public var fallback = ""
    /// The message that it lies on; absent when it stands for itself.
    public var placement: StickerPlacement?
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        packID: [UInt8] = [], packKey: [UInt8] = [], number: UInt32 = 0, emoji: Emoji = Emoji(""),
        format: StickerFormat, size: StickerSize, image: AttachmentPointer? = nil, isGenerated: Bool = false,
        fallback: String = "", placement: StickerPlacement? = nil
    ) {
        self.packID = packID
        self.packKey = packKey
        self.number = number
        self.emoji = emoji
        self.format = format
        self.size = size
        self.image = image
        self.isGenerated = isGenerated
        self.fallback = fallback
        self.placement = placement
    }

    package static var schemaName: StaticString { "StickerContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.bytes(1, "pack_id", &packID, counts: ContentLimits.packByteCounts, required: false)
        try visitor.bytes(2, "pack_key", &packKey, counts: ContentLimits.packKeyByteCounts, required: false)
        try visitor.number(3, "number", &number, required: false)
        try visitor.typed(4, "emoji", &emoji, required: false)
        try visitor.number(5, "format", &format, required: true)
        try visitor.number(6, "size", &size, required: true)
        try visitor.message(7, "image", &image)
        try visitor.number(8, "is_generated", &isGenerated, required: false)
        try visitor.text(9, "fallback", &fallback, limit: ContentLimits.captionByteCount, required: false)
        try visitor.message(10, "placement", &placement)
    }

    package func validate() throws(ContentError) {
        if packID.isEmpty, !packKey.isEmpty { throw .missing(field: Self.path("pack_id")) }
        if packKey.isEmpty, !packID.isEmpty { throw .missing(field: Self.path("pack_key")) }
        if packID.isEmpty, image == nil, unknownFields.isEmpty { throw .missing(field: Self.path("image")) }
        if isGenerated {
            if image == nil { throw .missing(field: Self.path("image")) }
            if fallback.isEmpty { throw .missing(field: Self.path("fallback")) }
        }
    }
}

/// Where a sticker lies on another message.
///
/// Rule CN-16.
public struct StickerPlacement: MessageFields {
    /// The message.
    public var target = MessageRef()
    /// The sticker's middle from the message's left edge, in ten-thousandths of its width.
    public var x = RelativePosition.unset
    /// The sticker's middle from the message's top edge, in ten-thousandths of its height.
    public var y = RelativePosition.unset
    /// How much larger than its own size it is drawn, in thousandths.
    public var scale = ScaleFactor.unset
    /// How far it is turned clockwise, in hundredths of a degree.
    public var rotation = Rotation.unset
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        target: MessageRef, x: RelativePosition, y: RelativePosition, scale: ScaleFactor,
        rotation: Rotation = Rotation(hundredths: 0)
    ) {
        self.target = target
        self.x = x
        self.y = y
        self.scale = scale
        self.rotation = rotation
    }

    package static var schemaName: StaticString { "StickerPlacement" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.one(1, "target", &target)
        try visitor.number(2, "x", &x, required: false)
        try visitor.number(3, "y", &y, required: false)
        try visitor.number(4, "scale", &scale, required: true)
        try visitor.number(5, "rotation", &rotation, required: false)
    }
}

/// How a sticker's picture is stored.
///
/// Rule CN-5.
public struct StickerFormat: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "StickerFormat" }

    /// A still picture, PNG.
    public static let png = StickerFormat(rawValue: 1)
    /// A moving picture, APNG.
    public static let apng = StickerFormat(rawValue: 2)
    /// A still or moving picture, WebP.
    public static let webP = StickerFormat(rawValue: 3)
    /// An animation, Lottie's JSON.
    public static let lottie = StickerFormat(rawValue: 4)
    /// An animation, Lottie's JSON compressed with gzip.
    public static let tgs = StickerFormat(rawValue: 5)
}

/// How large a sticker is shown.
///
/// Rule CN-5.
public struct StickerSize: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "StickerSize" }

    /// As large as the app shows stickers.
    public static let normal = StickerSize(rawValue: 1)
    /// Over the whole width of the conversation.
    public static let giant = StickerSize(rawValue: 2)
}

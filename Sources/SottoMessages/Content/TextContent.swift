/// A text.
///
/// Rule CN-10.
public struct TextContent: MessageFields {
    /// The text.
    public var body = ""
    /// Parts that look different.
    public var styles: [StyleRange] = []
    /// Parts that name people.
    public var mentions: [Mention] = []
    /// What links lead to.
    public var previews: [LinkPreview] = []
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        body: String, styles: [StyleRange] = [], mentions: [Mention] = [], previews: [LinkPreview] = []
    ) {
        self.body = body
        self.styles = styles
        self.mentions = mentions
        self.previews = previews
    }

    package static var schemaName: StaticString { "TextContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.text(1, "body", &body, limit: ContentLimits.bodyByteCount, required: true)
        try visitor.messages(2, "styles", &styles, limit: ContentLimits.styleCount)
        try visitor.messages(3, "mentions", &mentions, limit: ContentLimits.mentionCount)
        try visitor.messages(4, "previews", &previews, limit: ContentLimits.previewCount)
    }

    package func validate() throws(ContentError) {
        guard styles.allSatisfy({ $0.range.range(in: body) != nil }) else {
            throw .invalid(field: Self.path("styles"))
        }
        guard mentions.allSatisfy({ $0.range.range(in: body) != nil }) else {
            throw .invalid(field: Self.path("mentions"))
        }
    }
}

/// What a link leads to.
///
/// Rule CN-10.
public struct LinkPreview: MessageFields {
    /// The address.
    public var url = ""
    /// The title.
    public var title = ""
    /// The domain as it is shown.
    public var domain = ""
    /// What the page says of itself.
    public var summary = ""
    /// A picture.
    public var thumbnail: AttachmentPointer?
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        url: String, title: String = "", domain: String = "", summary: String = "",
        thumbnail: AttachmentPointer? = nil
    ) {
        self.url = url
        self.title = title
        self.domain = domain
        self.summary = summary
        self.thumbnail = thumbnail
    }

    package static var schemaName: StaticString { "LinkPreview" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.text(1, "url", &url, limit: ContentLimits.urlByteCount, required: true)
        try visitor.text(2, "title", &title, limit: ContentLimits.lineByteCount, required: false)
        try visitor.text(3, "domain", &domain, limit: ContentLimits.lineByteCount, required: false)
        try visitor.text(4, "summary", &summary, limit: ContentLimits.captionByteCount, required: false)
        try visitor.message(5, "thumbnail", &thumbnail)
    }
}

/// A part of a text that names a person.
///
/// Rule CN-10.
public struct Mention: MessageFields {
    /// The part.
    public var range = TextRange()
    /// The person's user.
    public var user: [UInt8] = []
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(range: TextRange, user: [UInt8]) {
        self.range = range
        self.user = user
    }

    package static var schemaName: StaticString { "Mention" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.one(1, "range", &range)
        try visitor.bytes(2, "user", &user, counts: ContentLimits.userByteCounts, required: true)
    }
}

/// A part of a text that looks different.
///
/// Rule CN-10.
public struct StyleRange: MessageFields {
    /// The part.
    public var range = TextRange()
    /// How it looks.
    public var style = StyleKind.unset
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(range: TextRange, style: StyleKind) {
        self.range = range
        self.style = style
    }

    package static var schemaName: StaticString { "StyleRange" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.one(1, "range", &range)
        try visitor.number(2, "style", &style, required: true)
    }
}

/// How a part of a text looks.
///
/// Rule CN-5.
public struct StyleKind: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "StyleKind" }

    /// In heavy letters.
    public static let bold = StyleKind(rawValue: 1)
    /// In slanted letters.
    public static let italic = StyleKind(rawValue: 2)
    /// With a line through it.
    public static let strikethrough = StyleKind(rawValue: 3)
    /// In letters of one width.
    public static let monospace = StyleKind(rawValue: 4)
    /// Hidden until the reader asks for it.
    public static let spoiler = StyleKind(rawValue: 5)
}

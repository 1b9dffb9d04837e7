/// Something short for many, for a while.
///
/// Rule CN-18.
public struct NoteContent: MessageFields {
    /// What it is.
    public var form = NoteForm.unset
    /// A text.
    public var text: TextContent?
    /// A picture or a video.
    public var media: MediaContent?
    /// When it ends, in milliseconds since 1970.
    public var expiresAt = Instant.unset
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(form: NoteForm, text: TextContent? = nil, media: MediaContent? = nil, expiresAt: Instant) {
        self.form = form
        self.text = text
        self.media = media
        self.expiresAt = expiresAt
    }

    package static var schemaName: StaticString { "NoteContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "form", &form, required: true)
        try visitor.message(2, "text", &text)
        try visitor.message(3, "media", &media)
        try visitor.number(4, "expires_at", &expiresAt, required: true)
    }

    package func validate() throws(ContentError) {
        if text == nil, media == nil, unknownFields.isEmpty { throw .missing(field: Self.path("text")) }
    }
}

/// What a note is.
///
/// Rule CN-5.
public struct NoteForm: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "NoteForm" }

    /// A few words about oneself, shown beside the name.
    public static let status = NoteForm(rawValue: 1)
    /// A picture, a video or a text, shown in a row of stories.
    public static let story = NoteForm(rawValue: 2)
    /// A photo for everyone, shown at once.
    public static let photo = NoteForm(rawValue: 3)
}

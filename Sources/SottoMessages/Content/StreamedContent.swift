/// A text that grows while it is made.
///
/// Rule CN-25.
public struct StreamedContent: MessageFields {
    /// The id of the stream's message: that of the first part.
    public var stream = MessageID.unset
    /// Which part it is, from 1.
    public var revision: UInt32 = 0
    /// The whole text so far, or what is added.
    public var text = ""
    /// Whether the text is added to that of the part before.
    public var isAppended = false
    /// Whether it is the last part.
    public var isFinal = false
    /// Whether it is a transcript of what is said.
    public var isTranscript = false
    /// The text's language.
    public var language = ""
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        stream: MessageID, revision: UInt32, text: String = "", isAppended: Bool = false,
        isFinal: Bool = false, isTranscript: Bool = false, language: String = ""
    ) {
        self.stream = stream
        self.revision = revision
        self.text = text
        self.isAppended = isAppended
        self.isFinal = isFinal
        self.isTranscript = isTranscript
        self.language = language
    }

    package static var schemaName: StaticString { "StreamedContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.id(1, "stream", &stream, required: true)
        try visitor.number(2, "revision", &revision, required: true)
        try visitor.text(3, "text", &text, limit: ContentLimits.bodyByteCount, required: false)
        try visitor.number(4, "is_appended", &isAppended, required: false)
        try visitor.number(5, "is_final", &isFinal, required: false)
        try visitor.number(6, "is_transcript", &isTranscript, required: false)
        try visitor.text(7, "language", &language, limit: ContentLimits.lineByteCount, required: false)
    }

    package func validate() throws(ContentError) {
        if text.isEmpty, !isFinal { throw .missing(field: Self.path("text")) }
    }
}

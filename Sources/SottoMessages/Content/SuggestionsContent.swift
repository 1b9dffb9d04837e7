/// Short texts that the reader may send with a tap.
///
/// Rule CN-24.
public struct SuggestionsContent: MessageFields {
    /// What they are.
    public var form = SuggestionForm.unset
    /// 1 to 3 texts.
    public var texts: [String] = []
    /// The message that they answer.
    public var target: MessageRef?
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(form: SuggestionForm, texts: [String], target: MessageRef? = nil) {
        self.form = form
        self.texts = texts
        self.target = target
    }

    package static var schemaName: StaticString { "SuggestionsContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "form", &form, required: true)
        try visitor.texts(
            2, "texts", &texts, limit: ContentLimits.suggestionCount, textLimit: ContentLimits.lineByteCount)
        try visitor.message(3, "target", &target)
    }

    package func validate() throws(ContentError) {
        guard !texts.isEmpty else { throw .missing(field: Self.path("texts")) }
    }
}

/// What suggestions are.
///
/// Rule CN-5.
public struct SuggestionForm: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "SuggestionForm" }

    /// Answers to a message.
    public static let replies = SuggestionForm(rawValue: 1)
    /// Ways to start a conversation.
    public static let starters = SuggestionForm(rawValue: 2)
}

/// A vote, or the end of a poll.
///
/// Rule CN-24.
public struct PollVoteContent: MessageFields {
    /// The poll.
    public var poll = MessageRef()
    /// Positions of the chosen options, from 0, ascending; none takes the vote back.
    public var options: [UInt32] = []
    /// Whether the poll ends; from its author only.
    public var closes = false
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(poll: MessageRef, options: [UInt32] = [], closes: Bool = false) {
        self.poll = poll
        self.options = options
        self.closes = closes
    }

    package static var schemaName: StaticString { "PollVoteContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.one(1, "poll", &poll)
        try visitor.numbers(2, "options", &options, limit: ContentLimits.optionCount)
        try visitor.number(3, "closes", &closes, required: false)
    }

    package func validate() throws(ContentError) {
        let limit = UInt32(ContentLimits.optionCount)
        let isAscending = zip(options, options.dropFirst()).allSatisfy { $0 < $1 }
        guard isAscending, options.allSatisfy({ $0 < limit }) else {
            throw .invalid(field: Self.path("options"))
        }
        if closes, !options.isEmpty { throw .invalid(field: Self.path("closes")) }
    }
}

/// A question with options to choose from.
///
/// Rule CN-24.
public struct PollContent: MessageFields {
    /// The question.
    public var question = ""
    /// The options, 2 to 12 different ones.
    public var options: [String] = []
    /// Whether several may be chosen.
    public var isMultiple = false
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(question: String, options: [String], isMultiple: Bool = false) {
        self.question = question
        self.options = options
        self.isMultiple = isMultiple
    }

    package static var schemaName: StaticString { "PollContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.text(1, "question", &question, limit: ContentLimits.captionByteCount, required: true)
        try visitor.texts(
            2, "options", &options, limit: ContentLimits.optionCount, textLimit: ContentLimits.lineByteCount)
        try visitor.number(3, "is_multiple", &isMultiple, required: false)
    }

    package func validate() throws(ContentError) {
        guard options.count >= 2 else { throw .missing(field: Self.path("options")) }
        // Strings are equal in more ways than their bytes.
        guard Set(options.map { Array($0.utf8) }).count == options.count else {
            throw .invalid(field: Self.path("options"))
        }
    }
}

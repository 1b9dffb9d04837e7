/// All settings of a conversation; what is absent is the default.
///
/// Rule CN-27.
public struct ConversationSettings: MessageFields {
    /// The conversation.
    public var conversation = ConversationRef()
    /// Until when it is silent, in milliseconds since 1970; 0 for not at all.
    public var mutedUntil = Instant.unset
    /// Whether it stands first.
    public var isPinned = false
    /// Whether it is in the archive.
    public var isArchived = false
    /// Whether it is in no list.
    public var isHidden = false
    /// Whether it is marked as unread.
    public var isMarkedUnread = false
    /// The folder, empty for none.
    public var folder = ""
    /// Languages that are translated.
    public var languages: [String] = []
    /// What notifications show.
    public var preview = PreviewLevel.unset
    /// The timer for new messages in seconds; 0 for none.
    public var timerSeconds: UInt32 = 0
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        conversation: ConversationRef, mutedUntil: Instant = Instant(milliseconds: 0), isPinned: Bool = false,
        isArchived: Bool = false, isHidden: Bool = false, isMarkedUnread: Bool = false, folder: String = "",
        languages: [String] = [], preview: PreviewLevel = PreviewLevel(rawValue: 0), timerSeconds: UInt32 = 0
    ) {
        self.conversation = conversation
        self.mutedUntil = mutedUntil
        self.isPinned = isPinned
        self.isArchived = isArchived
        self.isHidden = isHidden
        self.isMarkedUnread = isMarkedUnread
        self.folder = folder
        self.languages = languages
        self.preview = preview
        self.timerSeconds = timerSeconds
    }

    package static var schemaName: StaticString { "ConversationSettings" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.one(1, "conversation", &conversation)
        try visitor.number(2, "muted_until", &mutedUntil, required: false)
        try visitor.number(3, "is_pinned", &isPinned, required: false)
        try visitor.number(4, "is_archived", &isArchived, required: false)
        try visitor.number(5, "is_hidden", &isHidden, required: false)
        try visitor.number(6, "is_marked_unread", &isMarkedUnread, required: false)
        try visitor.text(7, "folder", &folder, limit: ContentLimits.lineByteCount, required: false)
        try visitor.texts(
            8, "languages", &languages, limit: ContentLimits.languageCount,
            textLimit: ContentLimits.lineByteCount)
        try visitor.number(9, "preview", &preview, required: false)
        try visitor.number(10, "timer_seconds", &timerSeconds, required: false)
    }
}

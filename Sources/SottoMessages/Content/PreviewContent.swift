/// What a notification says of a message that is too long for a push, sent beside it.
///
/// What has the message's timer, effect and reply is the frame, as in the message itself, but a reply without its snippet.
/// A conversation shows nothing of it. Rule CN-29.
public struct PreviewContent: MessageFields {
    /// The id of the message, which has the same author.
    public var message = MessageID.unset
    /// The number of the message's kind.
    public var kind: UInt32 = 0
    /// One line of its words; empty when it has none, or they are concealed.
    public var text = ""
    /// What media are, or those of a note.
    public var form = MediaForm.unset
    /// Whether it may be looked at once.
    public var isViewOnce = false
    /// Users that it names, as many as there is room for.
    public var mentions: [[UInt8]] = []
    /// How long a voice message plays, or a live location lasts.
    public var duration = TimeSpan.unset
    /// How many photos an album has.
    public var photos: UInt32 = 0
    /// How many videos it has.
    public var videos: UInt32 = 0
    /// How many other things it has.
    public var others: UInt32 = 0
    /// The id of a call.
    public var call = MessageID.unset
    /// What happens to the call.
    public var callEvent = CallEvent.unset
    /// Whether the call is with video.
    public var isVideo = false
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    package static var schemaName: StaticString { "PreviewContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.id(1, "message", &message, required: true)
        try visitor.number(2, "kind", &kind, required: true)
        try visitor.text(3, "text", &text, limit: ContentLimits.lineByteCount, required: false)
        try visitor.number(4, "form", &form, required: false)
        try visitor.number(5, "is_view_once", &isViewOnce, required: false)
        try visitor.list(
            6, "mentions", &mentions, limit: ContentLimits.previewMentionCount,
            counts: ContentLimits.userByteCounts)
        try visitor.number(7, "duration", &duration, required: false)
        try visitor.number(8, "photos", &photos, required: false)
        try visitor.number(9, "videos", &videos, required: false)
        try visitor.number(10, "others", &others, required: false)
        try visitor.id(11, "call", &call, required: false)
        try visitor.number(12, "call_event", &callEvent, required: false)
        try visitor.number(13, "is_video", &isVideo, required: false)
    }

    package func validate() throws(ContentError) {
        guard ContentKind.numbers.contains(kind) else { throw .invalid(field: Self.path("kind")) }
        try allow(!text.isEmpty, "text", when: !isViewOnce)
    }
}

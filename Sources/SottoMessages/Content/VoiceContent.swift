/// A voice message.
///
/// Rule CN-12.
public struct VoiceContent: MessageFields {
    /// The sound.
    public var attachment = AttachmentPointer()
    /// How long it plays, in milliseconds.
    public var duration = TimeSpan.unset
    /// How many bars the waveform has, 60 to 80.
    public var barCount: UInt32 = 0
    /// The bars of 5 bits each, the first in the highest bits; bits that are left are 0.
    public var packedBars: [UInt8] = []
    /// What is said.
    public var transcript = ""
    /// The transcript's language.
    public var language = ""
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        attachment: AttachmentPointer, duration: TimeSpan, barCount: UInt32, packedBars: [UInt8],
        transcript: String = "", language: String = ""
    ) {
        self.attachment = attachment
        self.duration = duration
        self.barCount = barCount
        self.packedBars = packedBars
        self.transcript = transcript
        self.language = language
    }

    package static var schemaName: StaticString { "VoiceContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.one(1, "attachment", &attachment)
        try visitor.number(2, "duration", &duration, required: true)
        try visitor.number(3, "bar_count", &barCount, required: true)
        try visitor.bytes(4, "packed_bars", &packedBars, counts: ContentLimits.barByteCounts, required: true)
        try visitor.text(5, "transcript", &transcript, limit: ContentLimits.bodyByteCount, required: false)
        try visitor.text(6, "language", &language, limit: ContentLimits.lineByteCount, required: false)
    }

    package func validate() throws(ContentError) {
        guard ContentLimits.barCounts.contains(Int(barCount)) else {
            throw .invalid(field: Self.path("bar_count"))
        }
        guard hasPackedBars else { throw .invalid(field: Self.path("packed_bars")) }
    }
}

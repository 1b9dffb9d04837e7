/// Several media in one message.
///
/// Rule CN-11.
public struct AlbumContent: MessageFields {
    /// The media, 2 or more.
    public var items: [MediaContent] = []
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(items: [MediaContent]) {
        self.items = items
    }

    package static var schemaName: StaticString { "AlbumContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.messages(1, "items", &items, limit: ContentLimits.albumCount)
    }

    package func validate() throws(ContentError) {
        guard items.count >= 2 else { throw .missing(field: Self.path("items")) }
    }
}

/// A photo, a video, a video note or a file.
///
/// Rule CN-11.
public struct MediaContent: MessageFields {
    /// The file.
    public var attachment = AttachmentPointer()
    /// What it is shown as.
    public var form = MediaForm.unset
    /// The media type, such as image/jpeg.
    public var mediaType = ""
    /// Width in pixels.
    public var width: UInt32 = 0
    /// Height in pixels.
    public var height: UInt32 = 0
    /// How long it plays, in milliseconds.
    public var duration = TimeSpan.unset
    /// The caption.
    public var caption = ""
    /// A blurred preview, 64 bytes at most.
    public var blurPreview: [UInt8] = []
    /// Whether it may be opened once.
    public var isViewOnce = false
    /// How many seconds it may be looked at, 1 to 10; absent for no limit.
    public var viewLimit: UInt32?
    /// An opaque manifest of where it comes from.
    public var provenance: [UInt8] = []
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        attachment: AttachmentPointer, form: MediaForm, mediaType: String = "", width: UInt32 = 0,
        height: UInt32 = 0, duration: TimeSpan = TimeSpan(milliseconds: 0), caption: String = "",
        blurPreview: [UInt8] = [], isViewOnce: Bool = false, viewLimit: UInt32? = nil,
        provenance: [UInt8] = []
    ) {
        self.attachment = attachment
        self.form = form
        self.mediaType = mediaType
        self.width = width
        self.height = height
        self.duration = duration
        self.caption = caption
        self.blurPreview = blurPreview
        self.isViewOnce = isViewOnce
        self.viewLimit = viewLimit
        self.provenance = provenance
    }

    package static var schemaName: StaticString { "MediaContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.one(1, "attachment", &attachment)
        try visitor.number(2, "form", &form, required: true)
        try visitor.text(3, "media_type", &mediaType, limit: ContentLimits.lineByteCount, required: false)
        try visitor.number(4, "width", &width, required: false)
        try visitor.number(5, "height", &height, required: false)
        try visitor.number(6, "duration", &duration, required: false)
        try visitor.text(7, "caption", &caption, limit: ContentLimits.captionByteCount, required: false)
        try visitor.bytes(
            8, "blur_preview", &blurPreview, counts: ContentLimits.blurByteCounts, required: false)
        try visitor.number(9, "is_view_once", &isViewOnce, required: false)
        try visitor.optional(10, "view_limit", &viewLimit)
        try visitor.bytes(
            11, "provenance", &provenance, counts: ContentLimits.provenanceByteCounts, required: false)
    }

    package func validate() throws(ContentError) {
        if let viewLimit, !ContentLimits.viewSeconds.contains(viewLimit) {
            throw .invalid(field: Self.path("view_limit"))
        }
    }
}

/// Where an encrypted file is, and what opens it.
///
/// Rule CN-11.
public struct AttachmentPointer: MessageFields {
    /// What the server calls it.
    public var id: [UInt8] = []
    /// The key, 32 to 64 bytes.
    public var key: [UInt8] = []
    /// The hash of what is stored, 32 bytes.
    public var digest: [UInt8] = []
    /// How many bytes the file has.
    public var byteCount: UInt64 = 0
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(id: [UInt8], key: [UInt8], digest: [UInt8], byteCount: UInt64 = 0) {
        self.id = id
        self.key = key
        self.digest = digest
        self.byteCount = byteCount
    }

    package static var schemaName: StaticString { "AttachmentPointer" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.bytes(1, "id", &id, counts: ContentLimits.pointerByteCounts, required: true)
        try visitor.bytes(2, "key", &key, counts: ContentLimits.attachmentKeyByteCounts, required: true)
        try visitor.bytes(3, "digest", &digest, counts: ContentLimits.digestByteCounts, required: true)
        try visitor.number(4, "byte_count", &byteCount, required: false)
    }
}

/// What media is shown as.
///
/// Rule CN-5.
public struct MediaForm: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "MediaForm" }

    /// A picture.
    public static let photo = MediaForm(rawValue: 1)
    /// A video.
    public static let video = MediaForm(rawValue: 2)
    /// A short round video, played in place.
    public static let videoNote = MediaForm(rawValue: 3)
    /// A file that is opened elsewhere.
    public static let file = MediaForm(rawValue: 4)
}

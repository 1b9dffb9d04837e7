/// A short video without sound that is repeated.
///
/// Rule CN-16.
public struct GifContent: MessageFields {
    /// The encrypted file.
    public var attachment: AttachmentPointer?
    /// The file on the web, instead of an encrypted one.
    public var remote: RemotePointer?
    /// A picture for while it isn't loaded.
    public var still: AttachmentPointer?
    /// Who offers it, to be named beside it.
    public var provider = ""
    /// What is to be seen, for who can't see it.
    public var altText = ""
    /// Width in pixels.
    public var width: UInt32 = 0
    /// Height in pixels.
    public var height: UInt32 = 0
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        attachment: AttachmentPointer? = nil, remote: RemotePointer? = nil, still: AttachmentPointer? = nil,
        provider: String = "", altText: String = "", width: UInt32 = 0, height: UInt32 = 0
    ) {
        self.attachment = attachment
        self.remote = remote
        self.still = still
        self.provider = provider
        self.altText = altText
        self.width = width
        self.height = height
    }

    package static var schemaName: StaticString { "GifContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.message(1, "attachment", &attachment)
        try visitor.message(2, "remote", &remote)
        try visitor.message(3, "still", &still)
        try visitor.text(4, "provider", &provider, limit: ContentLimits.lineByteCount, required: false)
        try visitor.text(5, "alt_text", &altText, limit: ContentLimits.captionByteCount, required: false)
        try visitor.number(6, "width", &width, required: false)
        try visitor.number(7, "height", &height, required: false)
    }

    package func validate() throws(ContentError) {
        try requireOne(of: count(attachment != nil, remote != nil), "attachment")
    }
}

/// Where a file is on the web, not encrypted.
///
/// Rule CN-16.
public struct RemotePointer: MessageFields {
    /// The address.
    public var url = ""
    /// The file's SHA-256, 32 bytes.
    public var digest: [UInt8] = []
    /// How many bytes the file has.
    public var byteCount: UInt64 = 0
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(url: String, digest: [UInt8] = [], byteCount: UInt64 = 0) {
        self.url = url
        self.digest = digest
        self.byteCount = byteCount
    }

    package static var schemaName: StaticString { "RemotePointer" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.text(1, "url", &url, limit: ContentLimits.urlByteCount, required: true)
        try visitor.bytes(2, "digest", &digest, counts: ContentLimits.digestByteCounts, required: false)
        try visitor.number(3, "byte_count", &byteCount, required: false)
    }
}

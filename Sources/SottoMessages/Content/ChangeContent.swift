/// Deletes a message.
///
/// Rule CN-14.
public struct DeleteContent: MessageFields {
    /// The message.
    public var target = MessageRef()
    /// Where.
    public var scope = DeleteScope.unset
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(target: MessageRef, scope: DeleteScope) {
        self.target = target
        self.scope = scope
    }

    package static var schemaName: StaticString { "DeleteContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.one(1, "target", &target)
        try visitor.number(2, "scope", &scope, required: true)
    }
}

/// New content for a message; from its author only.
///
/// Rule CN-14.
public struct EditContent: MessageFields {
    /// The message.
    public var target = MessageRef()
    /// The new text.
    public var text: TextContent?
    /// The new media, or the same with another caption.
    public var media: MediaContent?
    /// The new album.
    public var album: AlbumContent?
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        target: MessageRef, text: TextContent? = nil, media: MediaContent? = nil, album: AlbumContent? = nil
    ) {
        self.target = target
        self.text = text
        self.media = media
        self.album = album
    }

    package static var schemaName: StaticString { "EditContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.one(1, "target", &target)
        try visitor.message(2, "text", &text)
        try visitor.message(3, "media", &media)
        try visitor.message(4, "album", &album)
    }

    package func validate() throws(ContentError) {
        try requireOne(of: count(text != nil, media != nil, album != nil), "text")
    }
}

/// Where a message is deleted.
///
/// Rule CN-5.
public struct DeleteScope: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "DeleteScope" }

    /// On the devices of all who have it; from its author or an admin of the group.
    public static let everyone = DeleteScope(rawValue: 1)
    /// On the sender's own devices.
    public static let ownDevices = DeleteScope(rawValue: 2)
}

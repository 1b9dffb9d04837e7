/// What an app adds to the kinds.
///
/// Rule CN-22.
public struct AppExtensionContent: MessageFields {
    /// The app's id, such as org.example.app.
    public var app = ""
    /// The type, one of the app's or of the named ones.
    public var type = ExtensionType.unset
    /// The app's bytes, or the body of a named type.
    public var data: [UInt8] = []
    /// The text for who doesn't have the app.
    public var fallback = ""
    /// A picture.
    public var preview: AttachmentPointer?
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        app: String, type: ExtensionType, data: [UInt8] = [], fallback: String,
        preview: AttachmentPointer? = nil
    ) {
        self.app = app
        self.type = type
        self.data = data
        self.fallback = fallback
        self.preview = preview
    }

    package static var schemaName: StaticString { "AppExtensionContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.text(1, "app", &app, limit: ContentLimits.lineByteCount, required: true)
        try visitor.typed(2, "type", &type, required: true)
        try visitor.bytes(3, "data", &data, counts: ContentLimits.extensionByteCounts, required: false)
        try visitor.text(4, "fallback", &fallback, limit: ContentLimits.captionByteCount, required: true)
        try visitor.message(5, "preview", &preview)
    }

    package func validate() throws(ContentError) {
        try checkBody()
    }
}

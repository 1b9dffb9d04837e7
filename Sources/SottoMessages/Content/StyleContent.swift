/// How a conversation looks, on both sides.
///
/// Rule CN-17.
public struct StyleContent: MessageFields {
    /// The colour; absent for the app's own.
    public var color = ThemeColor.unset
    /// What an app keeps of a style, without meaning here.
    public var style: [UInt8] = []
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(color: ThemeColor = ThemeColor(rawValue: 0), style: [UInt8] = []) {
        self.color = color
        self.style = style
    }

    package static var schemaName: StaticString { "StyleContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "color", &color, required: false)
        try visitor.bytes(2, "style", &style, counts: ContentLimits.styleByteCounts, required: false)
    }
}

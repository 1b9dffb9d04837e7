/// Tells that somebody took a picture of the screen.
///
/// Rule CN-17.
public struct ScreenshotContent: MessageFields {
    /// What was taken.
    public var form = CaptureForm.unset
    /// The view-once message that was shown; absent for the conversation.
    public var target: MessageRef?
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(form: CaptureForm, target: MessageRef? = nil) {
        self.form = form
        self.target = target
    }

    package static var schemaName: StaticString { "ScreenshotContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "form", &form, required: true)
        try visitor.message(2, "target", &target)
    }
}

/// What was taken of a screen.
///
/// Rule CN-5.
public struct CaptureForm: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "CaptureForm" }

    /// A screenshot.
    public static let image = CaptureForm(rawValue: 1)
    /// A recording.
    public static let recording = CaptureForm(rawValue: 2)
}

/// What a notification says when nothing opened the message: one neutral text for all pushes of an app.
///
/// A system shows it when the extension didn't run or ran out of time, so it has to be fit to be shown. It is seen by the
/// push service, and mustn't depend on a message: an encoder has one of them.
///
/// Rule PP-8.
public struct PushAlert: Hashable, Sendable {
    let member: [UInt8]

    /// "New message", in English.
    public static let standard = PushAlert(key: "body", escaped: Array("New message".utf8))

    /// Takes the text itself.
    ///
    /// - Throws: ``PushEncodingError/alertLength(_:)`` for no bytes of JSON or more than 128, ``PushEncodingError/alertHasControls``
    ///   for a control character.
    public init(_ text: String) throws(PushEncodingError) { try self.init(key: "body", text) }

    /// Takes the name of a text in the app, which the device shows in its own language.
    ///
    /// - Throws: As ``init(_:)``.
    public init(localizationKey: String) throws(PushEncodingError) {
        try self.init(key: "loc-key", localizationKey)
    }

    private init(key: StaticString, _ text: String) throws(PushEncodingError) {
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw .alertHasControls
        }
        let escaped = JSONText.escaped(text)
        guard (1...PushLimits.maximumAlertByteCount).contains(escaped.count) else {
            throw .alertLength(escaped.count)
        }
        self.init(key: key, escaped: escaped)
    }

    private init(key: StaticString, escaped: [UInt8]) {
        member = Array("\"\(key)\":\"".utf8) + escaped + [UInt8(ascii: "\"")]
    }
}

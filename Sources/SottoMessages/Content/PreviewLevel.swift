/// What notifications of a conversation show.
///
/// Rule CN-5.
public struct PreviewLevel: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "PreviewLevel" }

    /// The sender and the content.
    public static let full = PreviewLevel(rawValue: 1)
    /// The sender.
    public static let senderOnly = PreviewLevel(rawValue: 2)
    /// Neither.
    public static let nothing = PreviewLevel(rawValue: 3)
}

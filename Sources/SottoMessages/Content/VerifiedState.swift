/// Whether somebody is verified.
///
/// Rule CN-5.
public struct VerifiedState: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "VerifiedState" }

    /// Nobody compared.
    public static let unverified = VerifiedState(rawValue: 1)
    /// The safety numbers were equal.
    public static let verified = VerifiedState(rawValue: 2)
    /// The key is another than the one that was verified.
    public static let changed = VerifiedState(rawValue: 3)
}

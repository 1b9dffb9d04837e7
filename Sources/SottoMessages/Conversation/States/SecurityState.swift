/// How sure it is whom one writes to.
///
/// Rule CV-27.
@nonexhaustive
public enum SecurityState: UInt8, Hashable, Comparable, Sendable {
    /// What was said last didn't come encrypted.
    case notEncrypted = 0
    /// The key of somebody who was verified changed: ask "Verify safety number?".
    case changedSinceVerified = 1
    /// Encrypted; not all were verified.
    case unverified = 2
    /// Encrypted, and all were verified.
    case verified = 3

    /// Whether the reader is to be asked to compare again.
    public var asksToVerify: Bool { self == .changedSinceVerified }

    /// Whether the first is less sure.
    public static func < (first: SecurityState, second: SecurityState) -> Bool {
        first.rawValue < second.rawValue
    }
}

public import SottoIdentity
public import SottoSafetyNumbers
public import SottoSessions

/// The safety number with a user, and which keys it is of.
///
/// ``Device/markVerified(_:)`` takes it once people compared it.
public struct UserSafetyNumber: Sendable {
    /// The user.
    public let user: UserID
    /// What people compare.
    public let number: SafetyNumber
    /// The own identity key.
    public let ourIdentityKey: IdentityPublicKey
    /// The user's identity key that the number was computed from.
    public let theirIdentityKey: IdentityPublicKey
    /// Whether it is of the key in use, and not of one that came since and waits for a decision.
    public let isOfKeyInUse: Bool
    /// When this device first saw that key, in milliseconds since 1970-01-01T00:00:00Z.
    public let knownSince: UInt64
    /// When exactly that key was verified, or nothing.
    public let verifiedAt: UInt64?
    /// Another key that came and waits for a decision, when this is of the one in use: its number is
    /// ``Device/safetyNumber(after:)``.
    public let change: IdentityChange?
}

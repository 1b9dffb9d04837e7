public import SottoIdentity
public import SottoSafetyNumbers
public import SottoSessions

/// The safety number with a user, and which keys it is of.
///
/// What was true when it was asked for; ask again after a change. Compare it with ``compare(digits:)`` or ``compare(scanned:version:)``:
/// only what matched can be given to ``Device/markVerified(_:)``.
public struct UserSafetyNumber: Sendable {
    /// The user.
    public let user: UserID
    /// What people compare.
    public let number: SafetyNumber
    /// The own user, whose bytes went into the number.
    public let ourUser: UserID
    /// The own identity key.
    public let ourIdentityKey: IdentityPublicKey
    /// The user's identity key that the number was computed from.
    public let theirIdentityKey: IdentityPublicKey
    /// Whether it is of the key in use, and not of one that came since and waits for a decision.
    public let isOfKeyInUse: Bool
    /// When this device first saw that key, in milliseconds since 1970-01-01T00:00:00Z.
    public let knownSince: UInt64
    /// When exactly that key was verified, or nothing; it stays while another key waits, so show ``isVerified``.
    public let verifiedAt: UInt64?
    /// Another key that came and waits for a decision, when this is of the one in use: its number is
    /// ``Device/safetyNumber(after:)``.
    public let change: IdentityChange?

    /// Whether the user is verified: this very key is, it is in use, and no other one waits.
    public var isVerified: Bool { isOfKeyInUse && verifiedAt != nil && change == nil }

    /// Compares with digits that they read out, or that were pasted.
    ///
    /// Rules SN-7 and SN-8.
    public func compare(digits text: String) -> UserComparison { found(number.compare(digits: text)) }

    /// Compares with the bytes of a code that was scanned from their screen.
    ///
    /// Cameras give a code's text as a rule; what is asked for are its bytes, as they stand in the code's byte mode.
    ///
    /// Rules SN-5 and SN-6.
    public func compare(scanned bytes: [UInt8], version: ScannableVersion = .two) -> UserComparison {
        found(number.compare(scanned: bytes, version: version))
    }

    /// What people found who read the digits to each other, or laid their screens side by side: that all 60 are the same.
    ///
    /// Nothing is checked by this. Ask them whether they did before.
    public func foundEqualByPeople() -> ComparedSafetyNumber { ComparedSafetyNumber(self) }

    private func found(_ comparison: SafetyNumberComparison) -> UserComparison {
        switch comparison {
        case .match: .match(ComparedSafetyNumber(self))
        case .mismatch: .mismatch
        case .versionMismatch(let theirs): .versionMismatch(theirs: theirs)
        case .ownCode: .ownCode
        case .malformed: .malformed
        }
    }
}

/// What comparing the number with a user found.
@nonexhaustive
public enum UserComparison: Sendable {
    /// The same keys under the same identifiers on both sides; ``Device/markVerified(_:)`` takes it.
    case match(ComparedSafetyNumber)
    /// Another number: a slip of who typed it, another key, another identifier, or somebody in between.
    case mismatch
    /// A scanned code of another version than ours, which says nothing either way.
    case versionMismatch(theirs: UInt8)
    /// The code that this side shows itself.
    case ownCode
    /// Not 60 digits, or not a code.
    case malformed
}

/// A safety number that was compared and found right; there is no other way to one.
public struct ComparedSafetyNumber: Sendable {
    /// The number that was compared.
    public let number: UserSafetyNumber

    fileprivate init(_ number: UserSafetyNumber) { self.number = number }
}

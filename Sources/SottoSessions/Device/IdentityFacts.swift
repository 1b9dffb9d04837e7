public import SottoIdentity

/// What is known of a user's identity.
public struct IdentityFacts: Hashable, Sendable {
    /// The key in use.
    public let identityKey: IdentityPublicKey
    /// When that key was first seen, in milliseconds since 1970-01-01T00:00:00Z.
    public let knownSince: UInt64
    /// When exactly that key was verified, or nothing.
    public let verifiedAt: UInt64?
    /// Another key that came and waits for a decision.
    public let change: IdentityChange?
    /// When that key was first seen, in milliseconds.
    public let changeSeenAt: UInt64?
    /// The devices that messages go to; of the own user the other ones.
    public let devices: [UInt32]

    /// Whether the key in use is verified, and no other one waits for a decision.
    public var isVerified: Bool { verifiedAt != nil && change == nil }
}

/// What the server says about the devices of a user, when it refuses a message or is asked.
public struct DeviceReport: Hashable, Sendable {
    /// The user.
    public let user: UserID
    /// Devices that there are and that got nothing.
    public let missing: [UInt32]
    /// Devices that got something and aren't there any more.
    public let extra: [UInt32]
    /// Devices that were installed anew since.
    public let stale: [UInt32]

    /// Takes the three lists.
    public init(user: UserID, missing: [UInt32] = [], extra: [UInt32] = [], stale: [UInt32] = []) {
        self.user = user
        self.missing = missing
        self.extra = extra
        self.stale = stale
    }
}

/// When an identity key is trusted; named once, when a device is created.
///
/// Under both a changed key is used for nothing until it is accepted.
public enum TrustPolicy: UInt8, Hashable, Sendable {
    /// The first key that is seen for a user is used; trust on first use.
    case onFirstUse = 1
    /// Nothing is sent to a user whose key wasn't verified.
    case verifiedOnly = 2
}

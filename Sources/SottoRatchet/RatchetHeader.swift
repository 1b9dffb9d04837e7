public import SottoCrypto

/// The public key of a ratchet step.
public struct RatchetPublicKey: Hashable, Sendable {
    /// The Curve25519 key.
    public let key: X25519.PublicKey

    /// Takes a key that was parsed.
    public init(_ key: X25519.PublicKey) { self.key = key }
}

/// HEADER of the specification: which chain a message is in, and where.
public struct RatchetHeader: Hashable, Sendable {
    /// The sender's ratchet key.
    public let ratchetKey: RatchetPublicKey
    /// PN: the number of messages in the sender's chain before.
    public let previousChainLength: UInt32
    /// N: the place of the message in its chain, from 0.
    public let index: UInt32

    /// Takes the three fields.
    public init(ratchetKey: RatchetPublicKey, previousChainLength: UInt32, index: UInt32) {
        self.ratchetKey = ratchetKey
        self.previousChainLength = previousChainLength
        self.index = index
    }
}

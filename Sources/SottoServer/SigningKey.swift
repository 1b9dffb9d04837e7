internal import SottoCrypto

/// An Ed25519 key together with the seed that it can be made from again.
struct SigningKey: ~Copyable, Sendable {
    private let key: Ed25519.PrivateKey
    private let seed: SecretBytes

    var publicKey: Bytes32 { key.publicKey }

    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` unless the seed has 32 bytes.
    init(seed: consuming SecretBytes) throws(CryptoError) {
        key = try Ed25519.PrivateKey(seed: seed.duplicate())
        self.seed = seed
    }

    borrowing func sign(_ message: [UInt8]) -> [UInt8] { key.sign(message.span) }

    borrowing func exposeSeed() -> SecretBytes { seed.duplicate() }
}

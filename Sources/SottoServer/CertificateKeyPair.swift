public import SottoCrypto

/// The key with which a server signs sender certificates.
///
/// Rule SV-1.
public struct CertificateKeyPair: ~Copyable, Sendable {
    private let key: Ed25519.PrivateKey

    /// The public half, which a trust root certifies.
    public var publicKey: Bytes32 { key.publicKey }

    /// Makes a key from fresh randomness.
    public init() { key = Ed25519.PrivateKey() }

    /// Takes the 32 secret bytes that ``exposeSeed()`` gave.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` for another length.
    public init(seed: consuming SecretBytes) throws(CryptoError) { key = try Ed25519.PrivateKey(seed: seed) }

    /// A copy of the seed, 32 bytes, for storing.
    public borrowing func exposeSeed() -> SecretBytes { key.exposeSeed() }

    borrowing func sign(_ message: [UInt8]) -> [UInt8] { key.sign(message.span) }
}

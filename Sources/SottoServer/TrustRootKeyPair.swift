public import SottoCrypto
public import SottoSealedSender

/// The private key of a trust root: kept away from servers, used when a server gets a new key.
///
/// Rules SS-1, SV-1.
public struct TrustRootKeyPair: ~Copyable, Sendable {
    private let key: Ed25519.PrivateKey

    /// The public half, which apps have in their list.
    public var trustRoot: TrustRoot { TrustRoot(publicKey: key.publicKey) }

    /// Makes a root from fresh randomness.
    public init() { key = Ed25519.PrivateKey() }

    /// Takes the 32 secret bytes that ``exposeSeed()`` gave.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` for another length.
    public init(seed: consuming SecretBytes) throws(CryptoError) { key = try Ed25519.PrivateKey(seed: seed) }

    /// A certificate for a server's key.
    ///
    /// - Parameters:
    ///   - id: A number that this and every other root of the apps gives to no other key.
    ///   - publicKey: The server's key, ``CertificateKeyPair/publicKey``.
    ///
    /// Rules SS-2, SV-1.
    public borrowing func certificate(
        _ id: ServerCertificate.ID, for publicKey: Bytes32
    ) -> ServerCertificate {
        let root = trustRoot
        let signed = ServerCertificate.signedBytes(id: id, publicKey: publicKey, root: root)
        return ServerCertificate(id: id, publicKey: publicKey, root: root, signature: key.sign(signed.span))
    }

    /// A copy of the seed, 32 bytes, for storing.
    public borrowing func exposeSeed() -> SecretBytes { key.exposeSeed() }
}

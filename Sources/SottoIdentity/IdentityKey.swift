public import SottoCrypto

/// The public identity key of a user: the same for all of the user's devices.
public struct IdentityPublicKey: Hashable, Sendable {
    /// The Curve25519 key.
    public let key: X25519.PublicKey

    /// The length of the encoded key in bytes: the type byte 0x05 and u.
    public static let encodedByteCount = X25519.PublicKey.encodedByteCount

    /// Takes a key that was parsed.
    public init(_ key: X25519.PublicKey) { self.key = key }

    /// Reads the 33 bytes of EN-4.
    ///
    /// - Throws: ``CryptoError`` as ``X25519/PublicKey/init(encoded:)`` says.
    public init(encoded: [UInt8]) throws(CryptoError) { key = try X25519.PublicKey(encoded: encoded) }

    /// The type byte and u, 33 bytes.
    public var encoded: [UInt8] { key.encoded }

    /// Whether `signature` is this identity's XEdDSA signature over `message`.
    public func isValidSignature(_ signature: Span<UInt8>, for message: Span<UInt8>) -> Bool {
        XEdDSA.isValid(signature, for: message, by: key)
    }
}

/// The identity key pair of a user, in guarded memory.
///
/// It agrees in the handshake and signs prekeys; every signature covers a label that says what it is for.
/// Linking a device means handing it this key pair.
public struct IdentityKeyPair: ~Copyable, Sendable {
    private let privateKey: XEdDSA.PrivateKey

    /// The public half.
    public var publicKey: IdentityPublicKey { IdentityPublicKey(privateKey.publicKey) }

    /// Makes an identity from fresh randomness.
    ///
    /// - Throws: ``CryptoError/outOfMemory`` when the system gives no guarded block.
    public init() throws(CryptoError) { privateKey = try XEdDSA.PrivateKey() }

    /// Takes 32 secret bytes that ``exposePrivateKey()`` gave, here or on another device of the user.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` for another length,
    ///   ``CryptoError/outOfMemory`` when the system gives no guarded block.
    public init(_ secret: consuming SecretBytes) throws(CryptoError) {
        privateKey = try XEdDSA.PrivateKey(secret)
    }

    /// Signs `message` with fresh randomness; 64 bytes.
    package borrowing func sign(_ message: Span<UInt8>) -> [UInt8] { privateKey.sign(message) }

    /// Signs `message` with the given 64 random bytes.
    package borrowing func sign(
        _ message: Span<UInt8>, random: borrowing SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        try privateKey.sign(message, random: random)
    }

    /// The shared secret with the owner of `theirKey`, 32 bytes.
    package borrowing func sharedSecret(
        with theirKey: X25519.PublicKey
    ) throws(CryptoError) -> SecretBytes {
        try privateKey.sharedSecret(with: theirKey)
    }

    /// A copy of the private key, 32 bytes, for storing or for linking another device of the user.
    public borrowing func exposePrivateKey() -> SecretBytes { privateKey.exposeScalar() }
}

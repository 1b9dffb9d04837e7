public import SottoCrypto

/// RK of the specification: 32 secret bytes from which each turn's chain comes.
public struct RootKey: ~Copyable, Sendable {
    private let secret: SecretBytes

    /// The length in bytes.
    public static let byteCount = 32

    private static let info = Array("Sotto/1 root step".utf8)

    /// Takes 32 secret bytes.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` for another length.
    public init(_ secret: consuming SecretBytes) throws(CryptoError) {
        let count = secret.count
        guard count == Self.byteCount else { throw .wrongLength(expected: Self.byteCount, actual: count) }
        self.secret = secret
    }

    private init(whole secret: consuming SecretBytes) { self.secret = secret }

    /// KDF_RK: the next root key, and a chain key of 32 bytes.
    ///
    ///     root key ‖ chain key = HKDF-SHA-256(salt: root key, DH output, "Sotto/1 root step", 64 bytes)
    ///
    /// Rule DR-1.
    public borrowing func advanced(by sharedSecret: borrowing SecretBytes) -> RootStep {
        let info = Self.info
        let output = HKDFSHA256.derive64(from: sharedSecret, secretSalt: secret, info: info.span)
        return RootStep(
            rootKey: RootKey(whole: output.duplicate(of: 0..<32)), chainKey: output.duplicate(of: 32..<64))
    }

    package borrowing func append(to writer: inout SecretWriter) { writer.append(secret) }
}

/// What a root step gives.
public struct RootStep: ~Copyable, Sendable {
    /// The root key of the next step.
    public let rootKey: RootKey
    /// The first chain key of the chain that the step starts, 32 bytes.
    public let chainKey: SecretBytes

    /// The root key, taken out.
    public consuming func takeRootKey() -> RootKey { rootKey }
}

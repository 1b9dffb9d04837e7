public import SottoCrypto
internal import SottoWire

/// The key of a user's profile, which the user gives to contacts: 32 bytes.
///
/// Rule SS-21.
public struct ProfileKey: ~Copyable, Sendable {
    private let secret: SecretBytes

    /// The length in bytes: 32.
    public static let byteCount = 32

    /// Makes a key from fresh randomness.
    public init() { secret = SecretBytes.random(byteCount: Self.byteCount) }

    /// Takes 32 secret bytes that ``exposeBytes()`` gave.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` for another length.
    public init(_ secret: consuming SecretBytes) throws(CryptoError) {
        let count = secret.count
        guard count == Self.byteCount else {
            throw .wrongLength(expected: Self.byteCount, actual: count)
        }
        self.secret = secret
    }

    /// What a contact shows to the user's server to be let through; the server has it too.
    public borrowing func accessKey() -> AccessKey { AccessKey(of: secret) }

    /// A copy of the key, for storing or for a contact.
    public borrowing func exposeBytes() -> SecretBytes { secret.duplicate() }
}

/// What says that somebody may send sealed envelopes to a user: 16 bytes, known to the user's contacts and server.
///
///     access key = KDF-BLAKE2b(profile key, id 1, "SottoAK1", 16 bytes)
///
/// It doesn't lead back to the profile key.
///
/// Rule SS-21.
public struct AccessKey: ~Copyable, Sendable {
    private let secret: SecretBytes

    /// The length in bytes: 16.
    public static let byteCount = 16

    fileprivate init(of profileKey: borrowing SecretBytes) {
        // A profile key has 32 bytes, so the derivation can't fail.
        secret =
            (try? KDFBLAKE2b.derive(
                byteCount: Self.byteCount, id: 1, context: SealedContexts.accessKey, from: profileKey))
            ?? SecretBytes.random(byteCount: Self.byteCount)
    }

    /// Takes 16 secret bytes that ``exposeBytes()`` gave.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` for another length.
    public init(_ secret: consuming SecretBytes) throws(CryptoError) {
        let count = secret.count
        guard count == Self.byteCount else {
            throw .wrongLength(expected: Self.byteCount, actual: count)
        }
        self.secret = secret
    }

    /// A copy of the key, for the user's server.
    public borrowing func exposeBytes() -> SecretBytes { secret.duplicate() }

    /// The token that goes with an envelope: `0x01 0x10` ‖ the key, 18 bytes.
    public borrowing func exposeToken() -> [UInt8] {
        var bytes = [AccessTokenType.accessKey.rawValue, UInt8(Self.byteCount)]
        bytes.append(secret)
        return bytes
    }

    /// Whether `bytes` are the key, in a time that depends on their number alone.
    package borrowing func isEqual(to bytes: Span<UInt8>) -> Bool {
        secret.withSpan { ConstantTime.isEqual($0, bytes) }
    }
}

/// The types of access token; others are kept for keys of groups and for tokens of services.
///
/// Rule SS-21.
package enum AccessTokenType: UInt8 {
    /// Nothing to show: for users who let everybody through.
    case none = 0
    case accessKey = 1
}

public import SottoCrypto

/// ENCRYPT and DECRYPT of the specification, as a static choice of the ratchet.
///
/// A message is header ‖ nonce ‖ text ‖ tag; the associated data is context ‖ header.
public protocol MessageCipher {
    /// The bytes between header and text.
    static var nonceByteCount: Int { get }
    /// The bytes after the text.
    static var tagByteCount: Int { get }

    /// Seals the text of `message` in place, and sets nonce and tag.
    ///
    /// - Parameters:
    ///   - message: header ‖ room for the nonce ‖ plaintext ‖ room for the tag.
    ///   - headerByteCount: The length of the header.
    ///   - context: 32 bytes before the header in the associated data.
    ///   - key: Holds the message key, 32 bytes, at `offset`.
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` when a part is missing.
    static func seal(
        _ message: inout [UInt8], headerByteCount: Int, context: Bytes32, key: borrowing SecretBytes,
        at offset: Int
    ) throws(CryptoError)

    /// The plaintext of `message`.
    ///
    /// - Throws: ``CryptoError/notAuthentic``, or ``CryptoError/wrongLength(expected:actual:)`` when a part is
    ///   missing.
    static func open(
        _ message: [UInt8], headerByteCount: Int, context: Bytes32, key: borrowing SecretBytes, at offset: Int
    ) throws(CryptoError) -> [UInt8]
}

/// The cipher of this library: XChaCha20-Poly1305 with a nonce computed from what is sealed.
///
/// Rules DR-10 to DR-12.
public enum SyntheticNonceCipher: MessageCipher {
    /// 24 bytes.
    public static let nonceByteCount = SyntheticNonceAEAD.nonceByteCount
    /// 16 bytes.
    public static let tagByteCount = SyntheticNonceAEAD.tagByteCount

    private static let label = KDFBLAKE2b.Context("SottoMK1")

    /// Seals in place.
    ///
    /// - Throws: As ``MessageCipher`` says.
    @inline(__always)
    public static func seal(
        _ message: inout [UInt8], headerByteCount: Int, context: Bytes32, key: borrowing SecretBytes,
        at offset: Int
    ) throws(CryptoError) {
        try SyntheticNonceAEAD.seal(
            &message, headerByteCount: headerByteCount, context: context, label: label, key: key, at: offset)
    }

    /// Opens.
    ///
    /// - Throws: As ``MessageCipher`` says.
    @inline(__always)
    public static func open(
        _ message: [UInt8], headerByteCount: Int, context: Bytes32, key: borrowing SecretBytes, at offset: Int
    ) throws(CryptoError) -> [UInt8] {
        try SyntheticNonceAEAD.open(
            message, headerByteCount: headerByteCount, context: context, label: label, key: key, at: offset)
    }
}

/// ChaCha20-Poly1305 with key and nonce from the message key, for comparison with other libraries.
///
///     key ‖ nonce = HKDF-SHA-256(salt: 32 zero bytes, message key, "Sotto/1 plain message", 44 bytes)
///
/// Rule DR-13.
public enum PlainCipher: MessageCipher {
    /// No nonce is sent.
    public static let nonceByteCount = 0
    /// 16 bytes.
    public static let tagByteCount = ChaCha20Poly1305.tagByteCount

    private static func keys(
        _ key: borrowing SecretBytes, at offset: Int
    ) throws(CryptoError) -> SecretBytes {
        let messageKey = key.duplicate(of: offset..<offset + 32)
        let salt = [UInt8](repeating: 0, count: 32)
        let info = Array("Sotto/1 plain message".utf8)
        return try HKDFSHA256.derive(from: messageKey, salt: salt.span, info: info.span, byteCount: 44)
    }

    private static func associatedData(_ context: Bytes32, _ header: ArraySlice<UInt8>) -> [UInt8] {
        context.bytes + header
    }

    /// Seals in place.
    ///
    /// - Throws: As ``MessageCipher`` says.
    public static func seal(
        _ message: inout [UInt8], headerByteCount: Int, context: Bytes32, key: borrowing SecretBytes,
        at offset: Int
    ) throws(CryptoError) {
        guard headerByteCount >= 0, message.count >= tagByteCount,
            headerByteCount <= message.count - tagByteCount
        else { throw .wrongLength(expected: tagByteCount, actual: message.count) }
        let keys = try keys(key, at: offset)
        let header = message[..<headerByteCount]
        let text = Array(message[headerByteCount..<(message.count - tagByteCount)])
        let nonce = keys.duplicate(of: 32..<44).exposeBytes()
        let data = associatedData(context, header)
        let sealed = try ChaCha20Poly1305.seal(
            text.span, associatedData: data.span, nonce: nonce.span, with: keys.duplicate(of: 0..<32))
        message.replaceSubrange(headerByteCount..., with: sealed)
    }

    /// Opens.
    ///
    /// - Throws: As ``MessageCipher`` says.
    public static func open(
        _ message: [UInt8], headerByteCount: Int, context: Bytes32, key: borrowing SecretBytes, at offset: Int
    ) throws(CryptoError) -> [UInt8] {
        guard headerByteCount >= 0, headerByteCount <= message.count else {
            throw .wrongLength(expected: headerByteCount, actual: message.count)
        }
        let keys = try keys(key, at: offset)
        let sealed = Array(message[headerByteCount...])
        let nonce = keys.duplicate(of: 32..<44).exposeBytes()
        let data = associatedData(context, message[..<headerByteCount])
        return try ChaCha20Poly1305.open(
            sealed.span, associatedData: data.span, nonce: nonce.span, with: keys.duplicate(of: 0..<32))
    }
}

internal import Clibsodium

/// ChaCha20-Poly1305 with a 12-byte nonce (RFC 8439).
public enum ChaCha20Poly1305 {
    /// Key length in bytes.
    public static let keyByteCount = 32
    /// Nonce length in bytes.
    public static let nonceByteCount = 12
    /// Tag length in bytes.
    public static let tagByteCount = 16

    /// Encrypts `plaintext`; the result is ciphertext ‖ tag, 16 bytes longer.
    ///
    /// A nonce must never serve twice under one key.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` for another key or nonce length.
    public static func seal(
        _ plaintext: Span<UInt8>, associatedData: Span<UInt8>, nonce: Span<UInt8>,
        with key: borrowing SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        unsafe try AEADCall.seal(
            plaintext, associatedData: associatedData, nonce: nonce, nonceByteCount: nonceByteCount,
            key: key, using: crypto_aead_chacha20poly1305_ietf_encrypt)
    }

    /// Opens ciphertext ‖ tag.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` for another key or nonce length or a text
    ///   shorter than a tag, ``CryptoError/notAuthentic`` when the tag doesn't verify.
    public static func open(
        _ sealed: Span<UInt8>, associatedData: Span<UInt8>, nonce: Span<UInt8>,
        with key: borrowing SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        unsafe try AEADCall.open(
            sealed, associatedData: associatedData, nonce: nonce, nonceByteCount: nonceByteCount,
            key: key, using: crypto_aead_chacha20poly1305_ietf_decrypt)
    }
}

/// XChaCha20-Poly1305 with a 24-byte nonce (draft-irtf-cfrg-xchacha-03).
public enum XChaCha20Poly1305 {
    /// Key length in bytes.
    public static let keyByteCount = 32
    /// Nonce length in bytes.
    public static let nonceByteCount = 24
    /// Tag length in bytes.
    public static let tagByteCount = 16

    /// Encrypts `plaintext`; the result is ciphertext ‖ tag, 16 bytes longer.
    ///
    /// A nonce must never serve twice under one key.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` for another key or nonce length.
    public static func seal(
        _ plaintext: Span<UInt8>, associatedData: Span<UInt8>, nonce: Span<UInt8>,
        with key: borrowing SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        unsafe try AEADCall.seal(
            plaintext, associatedData: associatedData, nonce: nonce, nonceByteCount: nonceByteCount,
            key: key, using: crypto_aead_xchacha20poly1305_ietf_encrypt)
    }

    /// Opens ciphertext ‖ tag.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` for another key or nonce length or a text
    ///   shorter than a tag, ``CryptoError/notAuthentic`` when the tag doesn't verify.
    public static func open(
        _ sealed: Span<UInt8>, associatedData: Span<UInt8>, nonce: Span<UInt8>,
        with key: borrowing SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        unsafe try AEADCall.open(
            sealed, associatedData: associatedData, nonce: nonce, nonceByteCount: nonceByteCount,
            key: key, using: crypto_aead_xchacha20poly1305_ietf_decrypt)
    }
}

/// What the two AEADs share: lengths checked, one call into libsodium.
private enum AEADCall {
    typealias Encrypt = (
        UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt64>?, UnsafePointer<UInt8>?, UInt64,
        UnsafePointer<UInt8>?, UInt64, UnsafePointer<UInt8>?, UnsafePointer<UInt8>, UnsafePointer<UInt8>
    ) -> Int32
    typealias Decrypt = (
        UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt64>?, UnsafeMutablePointer<UInt8>?,
        UnsafePointer<UInt8>, UInt64, UnsafePointer<UInt8>?, UInt64, UnsafePointer<UInt8>,
        UnsafePointer<UInt8>
    ) -> Int32

    static func seal(
        _ plaintext: Span<UInt8>, associatedData: Span<UInt8>, nonce: Span<UInt8>, nonceByteCount: Int,
        key: borrowing SecretBytes, using encrypt: Encrypt
    ) throws(CryptoError) -> [UInt8] {
        try check(nonce: nonce.count, nonceByteCount, key: key.count)
        Sodium.start()
        let keyBase = unsafe key.base
        return unsafe plaintext.withPointer { text in
            unsafe associatedData.withPointer { data in
                unsafe nonce.withPointer { nonceBase in
                    unsafe [UInt8](unsafeUninitializedCapacity: plaintext.count + 16) { buffer, written in
                        guard let output = buffer.baseAddress else { return }
                        _ = unsafe encrypt(
                            output, nil, text, UInt64(plaintext.count), data,
                            UInt64(associatedData.count), nil, nonceBase, keyBase)
                        written = plaintext.count + 16
                    }
                }
            }
        }
    }

    static func open(
        _ sealed: Span<UInt8>, associatedData: Span<UInt8>, nonce: Span<UInt8>, nonceByteCount: Int,
        key: borrowing SecretBytes, using decrypt: Decrypt
    ) throws(CryptoError) -> [UInt8] {
        try check(nonce: nonce.count, nonceByteCount, key: key.count)
        guard sealed.count >= 16 else { throw .wrongLength(expected: 16, actual: sealed.count) }
        Sodium.start()
        let keyBase = unsafe key.base
        var status: Int32 = -1
        let plaintext = unsafe sealed.withPointer { text in
            unsafe associatedData.withPointer { data in
                unsafe nonce.withPointer { nonceBase in
                    // One byte more than needed keeps the base of an empty plaintext from being nil.
                    unsafe [UInt8](unsafeUninitializedCapacity: sealed.count - 15) { buffer, written in
                        status = unsafe decrypt(
                            buffer.baseAddress, nil, nil, text, UInt64(sealed.count), data,
                            UInt64(associatedData.count), nonceBase, keyBase)
                        written = status == 0 ? sealed.count - 16 : 0
                    }
                }
            }
        }
        guard status == 0 else { throw .notAuthentic }
        return plaintext
    }

    private static func check(nonce: Int, _ nonceByteCount: Int, key: Int) throws(CryptoError) {
        guard nonce == nonceByteCount else { throw .wrongLength(expected: nonceByteCount, actual: nonce) }
        guard key == 32 else { throw .wrongLength(expected: 32, actual: key) }
    }
}

internal import Clibsodium

/// HMAC-SHA-256 (RFC 2104, FIPS 198-1) with a key of any length.
public enum HMACSHA256 {
    /// The full tag's length in bytes.
    public static let byteCount = 32

    /// The 32-byte tag of `message`, as a secret.
    public static func authenticate(
        _ message: Span<UInt8>, with key: borrowing SecretBytes
    ) -> SecretBytes {
        let scratch = SecretScratch(byteCount: MemoryLayout<crypto_auth_hmacsha256_state>.size)
        let keyBase = unsafe key.base
        let keyCount = key.count
        return unsafe SecretBytes(byteCount: byteCount) { tag in
            let state = unsafe scratch.pointer(to: crypto_auth_hmacsha256_state.self, at: 0)
            _ = unsafe crypto_auth_hmacsha256_init(state, keyBase, keyCount)
            unsafe message.withPointer {
                _ = unsafe crypto_auth_hmacsha256_update(state, $0, UInt64(message.count))
            }
            _ = unsafe crypto_auth_hmacsha256_final(state, tag)
        }
    }

    /// Whether `tag` is the full 32-byte tag of `message`; compares in constant time.
    ///
    /// Shortened tags are never valid.
    public static func isValid(
        _ tag: Span<UInt8>, for message: Span<UInt8>, with key: borrowing SecretBytes
    ) -> Bool {
        let expected = authenticate(message, with: key)
        return expected.withSpan { ConstantTime.isEqual($0, tag) }
    }
}

/// HMAC-SHA-512 (RFC 2104, FIPS 198-1) with a key of any length.
public enum HMACSHA512 {
    /// The full tag's length in bytes.
    public static let byteCount = 64

    /// The 64-byte tag of `message`, as a secret.
    public static func authenticate(
        _ message: Span<UInt8>, with key: borrowing SecretBytes
    ) -> SecretBytes {
        let scratch = SecretScratch(byteCount: MemoryLayout<crypto_auth_hmacsha512_state>.size)
        let keyBase = unsafe key.base
        let keyCount = key.count
        return unsafe SecretBytes(byteCount: byteCount) { tag in
            let state = unsafe scratch.pointer(to: crypto_auth_hmacsha512_state.self, at: 0)
            _ = unsafe crypto_auth_hmacsha512_init(state, keyBase, keyCount)
            unsafe message.withPointer {
                _ = unsafe crypto_auth_hmacsha512_update(state, $0, UInt64(message.count))
            }
            _ = unsafe crypto_auth_hmacsha512_final(state, tag)
        }
    }

    /// Whether `tag` is the full 64-byte tag of `message`; compares in constant time.
    ///
    /// Shortened tags are never valid.
    public static func isValid(
        _ tag: Span<UInt8>, for message: Span<UInt8>, with key: borrowing SecretBytes
    ) -> Bool {
        let expected = authenticate(message, with: key)
        return expected.withSpan { ConstantTime.isEqual($0, tag) }
    }
}

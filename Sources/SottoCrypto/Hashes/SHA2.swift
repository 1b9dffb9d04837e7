internal import Clibsodium

/// SHA-256 (FIPS 180-4).
public enum SHA256 {
    /// The 32-byte digest of `message`.
    public static func hash(_ message: Span<UInt8>) -> Bytes32 {
        unsafe Bytes32(unsafeFilledBy: { digest in
            unsafe message.withPointer {
                _ = unsafe crypto_hash_sha256(digest, $0, UInt64(message.count))
            }
        })
    }
}

/// SHA-512 (FIPS 180-4).
public enum SHA512 {
    /// The digest's length in bytes.
    public static let byteCount = 64

    /// The 64-byte digest of `message`.
    public static func hash(_ message: Span<UInt8>) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, written in
            guard let digest = buffer.baseAddress else { return }
            unsafe message.withPointer {
                _ = unsafe crypto_hash_sha512(digest, $0, UInt64(message.count))
            }
            written = byteCount
        }
    }
}

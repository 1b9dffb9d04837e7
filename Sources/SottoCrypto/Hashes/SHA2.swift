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

extension SHA256 {
    /// The state after the first bytes of messages that begin alike; nothing secret may be among them.
    package struct Prefix: Sendable {
        private var state: crypto_hash_sha256_state

        package init(_ bytes: Span<UInt8>) {
            state = crypto_hash_sha256_state()
            unsafe crypto_hash_sha256_init(&state)
            unsafe bytes.withPointer {
                _ = unsafe crypto_hash_sha256_update(&state, $0, UInt64(bytes.count))
            }
        }

        /// The digest of these bytes, a number, 32 bytes and another number, both big-endian.
        package func hash(_ first: UInt32, _ bytes: Bytes32, _ last: UInt64) -> Bytes32 {
            var state = state
            return unsafe Bytes32(unsafeFilledBy: { digest in
                unsafe withUnsafeBytes(of: first.bigEndian) {
                    _ = unsafe crypto_hash_sha256_update(
                        &state, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), 4)
                }
                unsafe bytes.withPointer { _ = unsafe crypto_hash_sha256_update(&state, $0, 32) }
                unsafe withUnsafeBytes(of: last.bigEndian) {
                    _ = unsafe crypto_hash_sha256_update(
                        &state, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), 8)
                }
                _ = unsafe crypto_hash_sha256_final(&state, digest)
            })
        }
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

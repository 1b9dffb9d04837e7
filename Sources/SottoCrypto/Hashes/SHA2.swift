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

extension SHA512 {
    /// The first 32 bytes of Hₙ, where H₁ = SHA-512(`first`) and Hᵢ = SHA-512(Hᵢ₋₁ ‖ `suffix`): `count` calls, 1 or more.
    package static func iterated(_ count: Int, first: Span<UInt8>, suffix: [UInt8]) -> Bytes32 {
        var block = hash(first) + suffix
        let blockCount = block.count
        return unsafe block.withUnsafeMutableBufferPointer { block in
            guard let base = block.baseAddress else { return .zero }
            return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: byteCount) { digest in
                guard let digest = digest.baseAddress else { return .zero }
                for _ in 1..<max(1, count) {
                    _ = unsafe crypto_hash_sha512(digest, base, UInt64(blockCount))
                    unsafe base.update(from: digest, count: byteCount)
                }
                return unsafe Bytes32(unsafeFilledBy: { unsafe $0.update(from: base, count: 32) })
            }
        }
    }
}

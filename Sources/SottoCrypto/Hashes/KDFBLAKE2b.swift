internal import Clibsodium

/// libsodium's key derivation `crypto_kdf_blake2b`: one compression of BLAKE2b.
///
///     output = BLAKE2b(key, salt: id as 8 little-endian bytes ‖ 8 zeros, personal: context ‖ 8 zeros)
public enum KDFBLAKE2b {
    /// The length of the key it derives from, in bytes.
    public static let keyByteCount = 32

    /// Eight ASCII bytes that say what the derived keys are for.
    public struct Context: Hashable, Sendable {
        let bytes: UInt64

        /// Takes eight ASCII characters.
        ///
        /// Shorter text is filled up with zero bytes; what comes after the eighth character is left out.
        public init(_ text: StaticString) {
            var value: UInt64 = 0
            text.withUTF8Buffer { buffer in
                for index in 0..<min(8, buffer.count) {
                    value |= unsafe UInt64(buffer[index]) << (8 * UInt64(index))
                }
            }
            bytes = value.littleEndian
        }
    }

    /// Derives `byteCount` bytes from the 32 bytes of `key` that start at `offset`.
    ///
    /// - Throws: ``CryptoError/outOfRange`` unless `byteCount` is 16 to 64 and 32 bytes of key are there.
    public static func derive(
        byteCount: Int, id: UInt64, context: Context, from key: borrowing SecretBytes, at offset: Int = 0
    ) throws(CryptoError) -> SecretBytes {
        guard (16...64).contains(byteCount), offset >= 0, key.count >= 32, offset <= key.count - 32 else {
            throw .outOfRange
        }
        return unsafe derive(byteCount: byteCount, id: id, context: context, from: key.base + offset)
    }

    @inline(__always)
    static func derive(
        byteCount: Int, id: UInt64, context: Context, from key: UnsafePointer<UInt8>
    ) -> SecretBytes {
        unsafe SecretBytes(byteCount: byteCount) { output in
            unsafe derive(into: output, byteCount: byteCount, id: id, context: context, from: key)
        }
    }

    @inline(__always)
    static func derive(
        into output: UnsafeMutablePointer<UInt8>, byteCount: Int, id: UInt64, context: Context,
        from key: UnsafePointer<UInt8>
    ) {
        unsafe withUnsafePointer(to: context.bytes) { pointer in
            unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 8) { text in
                _ = unsafe crypto_kdf_blake2b_derive_from_key(output, byteCount, id, text, key)
                Sodium.wipeStack()
            }
        }
    }
}

extension KDFBLAKE2b {
    /// Derives 64 bytes from the first 32 bytes of a key that this package made.
    @inline(__always)
    package static func derive64(
        id: UInt64 = 1, context: Context, from key: borrowing SecretBytes
    ) -> SecretBytes {
        precondition(key.count >= keyByteCount, "a key of this package has at least 32 bytes")
        return unsafe derive(byteCount: 64, id: id, context: context, from: key.base)
    }
}

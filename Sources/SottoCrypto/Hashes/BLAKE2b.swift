internal import Clibsodium

/// BLAKE2b (RFC 7693), with or without a key.
public enum BLAKE2b {
    /// The lengths of output that libsodium gives, in bytes.
    public static let outputByteCounts = 16...64

    /// The lengths of key that libsodium takes, in bytes.
    public static let keyByteCounts = 16...64

    /// The digest of `message` without a key.
    ///
    /// - Throws: ``CryptoError/outOfRange`` unless `byteCount` is 16 to 64.
    public static func hash(_ message: Span<UInt8>, byteCount: Int) throws(CryptoError) -> [UInt8] {
        guard outputByteCounts.contains(byteCount) else { throw .outOfRange }
        Sodium.start()
        return unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, written in
            guard let digest = buffer.baseAddress else { return }
            unsafe message.withPointer {
                _ = unsafe crypto_generichash(digest, byteCount, $0, UInt64(message.count), nil, 0)
            }
            written = byteCount
        }
    }

    /// The keyed digest of `message` of 32 bytes, as a public value: a name that others see.
    ///
    /// - Throws: ``CryptoError/outOfRange`` unless the key's length is 16 to 64.
    package static func publicName(
        of message: Span<UInt8>, with key: borrowing SecretBytes
    ) throws(CryptoError) -> Bytes32 {
        guard keyByteCounts.contains(key.count) else { throw .outOfRange }
        Sodium.start()
        let keyBase = unsafe key.base
        let keyCount = key.count
        return unsafe Bytes32(unsafeFilledBy: { name in
            unsafe message.withPointer {
                _ = unsafe crypto_generichash(name, 32, $0, UInt64(message.count), keyBase, keyCount)
                Sodium.wipeStack()
            }
        })
    }

    /// The keyed digest of `message`, as a secret.
    ///
    /// - Throws: ``CryptoError/outOfRange`` unless `byteCount` and the key's length are 16 to 64.
    public static func authenticate(
        _ message: Span<UInt8>, with key: borrowing SecretBytes, byteCount: Int
    ) throws(CryptoError) -> SecretBytes {
        guard outputByteCounts.contains(byteCount), keyByteCounts.contains(key.count) else {
            throw .outOfRange
        }
        Sodium.start()
        let keyBase = unsafe key.base
        let keyCount = key.count
        return unsafe SecretBytes(byteCount: byteCount) { tag in
            unsafe message.withPointer {
                _ = unsafe crypto_generichash(tag, byteCount, $0, UInt64(message.count), keyBase, keyCount)
                Sodium.wipeStack()
            }
        }
    }
}

extension BLAKE2b {
    /// Sixteen ASCII bytes that say what a digest is for: the personalisation of RFC 7693.
    package struct Personal: Sendable {
        fileprivate let bytes: (UInt64, UInt64)

        /// Takes sixteen ASCII characters.
        package init(_ text: StaticString) {
            // A literal of this package, so a mistake in it stops the first test that runs.
            precondition(text.utf8CodeUnitCount == 16, "sixteen ASCII characters")
            bytes = text.withUTF8Buffer { text in
                let source = UnsafeRawBufferPointer(text)
                return (
                    unsafe source.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
                    unsafe source.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                )
            }
        }
    }

    /// The digest of 16 bytes of two public values and a big-endian number, as two big-endian numbers: one compression.
    package static func shortID(
        _ first: Bytes32, _ second: Bytes32, _ number: UInt32, for personal: Personal
    ) -> (UInt64, UInt64) {
        Sodium.start()
        var digest: (UInt64, UInt64) = (0, 0)
        var message = (first, second, number.bigEndian)
        unsafe withUnsafeMutableBytes(of: &digest) { digest in
            unsafe withUnsafeBytes(of: &message) { message in
                unsafe withUnsafeBytes(of: personal.bytes) { personal in
                    guard let output = unsafe digest.baseAddress?.assumingMemoryBound(to: UInt8.self),
                        let input = unsafe message.baseAddress?.assumingMemoryBound(to: UInt8.self),
                        let context = unsafe personal.baseAddress?.assumingMemoryBound(to: UInt8.self)
                    else { return }
                    // The two values lie one behind the other, the number behind them.
                    _ = unsafe crypto_generichash_blake2b_salt_personal(
                        output, 16, input, 68, nil, 0, nil, context)
                }
            }
        }
        return (digest.0.bigEndian, digest.1.bigEndian)
    }
}

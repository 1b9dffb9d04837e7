internal import Clibsodium

/// The same construction for who has derived the keys, with associated data apart from the message.
extension SyntheticNonceAEAD {
    /// Length of cipher key ‖ nonce key, in bytes.
    package static let keysByteCount = 64

    /// Seals what stands in `message` from `offset` to its end, in place.
    ///
    /// - Parameters:
    ///   - message: any bytes ‖ 24 bytes for the nonce, at `offset` ‖ plaintext ‖ 16 bytes for the tag.
    ///   - offset: Where the nonce goes.
    ///   - associatedData: What is authenticated beside the plaintext.
    ///   - keys: cipher key ‖ nonce key, 64 bytes; borrowed.
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` when a part is missing; `message` is then unchanged.
    package static func seal(
        _ message: inout [UInt8], from offset: Int, associatedData: Span<UInt8>, keys: borrowing SecretBytes
    ) throws(CryptoError) {
        try check(offset..<max(offset, message.count), in: message.count, keys.count)
        Sodium.start()
        let keysBase = unsafe keys.base
        let textCount = message.count - offset - nonceByteCount - tagByteCount
        let work = SecretScratch(byteCount: crypto_generichash_statebytes())
        let state = unsafe OpaquePointer(work.base)
        unsafe message.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            let nonce = unsafe base + offset
            let text = unsafe nonce + nonceByteCount
            unsafe associatedData.withPointer { data in
                var dataLength = UInt64(associatedData.count).bigEndian
                var textLength = UInt64(textCount).bigEndian
                _ = unsafe crypto_generichash_init(state, keysBase + 32, 32, nonceByteCount)
                unsafe update(state, with: &dataLength)
                _ = unsafe crypto_generichash_update(state, data, UInt64(associatedData.count))
                unsafe update(state, with: &textLength)
                _ = unsafe crypto_generichash_update(state, text, UInt64(textCount))
                _ = unsafe crypto_generichash_final(state, nonce, nonceByteCount)
                _ = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt_detached(
                    text, text + textCount, nil, text, UInt64(textCount), data,
                    UInt64(associatedData.count), nil, nonce, keysBase)
            }
        }
    }

    /// Opens nonce ‖ ciphertext ‖ tag, which stand in `range` of `message`; the result is the plaintext.
    ///
    /// - Parameters:
    ///   - message: Holds what was sealed.
    ///   - range: Where in `message` it stands.
    ///   - associatedData: As for sealing.
    ///   - keys: As for sealing.
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` when a part is missing,
    ///   ``CryptoError/notAuthentic`` when the tag doesn't verify.
    package static func open(
        _ message: [UInt8], _ range: Range<Int>, associatedData: Span<UInt8>, keys: borrowing SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        try check(range, in: message.count, keys.count)
        Sodium.start()
        let keysBase = unsafe keys.base
        let textCount = range.count - nonceByteCount - tagByteCount
        var status: Int32 = -1
        let plaintext = unsafe message.withUnsafeBufferPointer { buffer in
            // One byte more than needed keeps the base of an empty plaintext from being nil.
            unsafe [UInt8](byteCount: textCount + 1) { (target) -> Int in
                guard let base = buffer.baseAddress else { return 0 }
                let nonce = unsafe base + range.lowerBound
                let text = unsafe nonce + nonceByteCount
                unsafe associatedData.withPointer { data in
                    status = unsafe crypto_aead_xchacha20poly1305_ietf_decrypt_detached(
                        target, nil, text, UInt64(textCount), text + textCount, data,
                        UInt64(associatedData.count), nonce, keysBase)
                }
                return status == 0 ? textCount : 0
            }
        }
        guard status == 0 else { throw .notAuthentic }
        return plaintext
    }

    private static func update(_ state: OpaquePointer, with length: inout UInt64) {
        unsafe withUnsafeBytes(of: &length) { bytes in
            guard let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
            _ = unsafe crypto_generichash_update(state, base, UInt64(bytes.count))
        }
    }

    private static func check(
        _ range: Range<Int>, in count: Int, _ keyCount: Int
    ) throws(CryptoError) {
        let least = nonceByteCount + tagByteCount
        guard range.lowerBound >= 0, range.upperBound <= count, range.count >= least else {
            throw .wrongLength(expected: least, actual: range.count)
        }
        guard keyCount == keysByteCount else { throw .wrongLength(expected: keysByteCount, actual: keyCount) }
    }
}

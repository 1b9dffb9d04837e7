internal import Clibsodium

/// XChaCha20-Poly1305 whose nonce is computed from what is sealed.
///
///     cipher key ‖ nonce key = KDF-BLAKE2b(key, id 1, context, 64 bytes)
///     nonce  = BLAKE2b-192(nonce key, len(AD) ‖ AD ‖ len(P) ‖ P)      len: 8 bytes, big-endian
///     sealed = nonce ‖ XChaCha20-Poly1305(cipher key, nonce, AD, P) ‖ tag
///
/// A key that serves twice, after a restored backup say, meets another nonce unless everything is the
/// same; then the result is the same too and tells only that. Sealing needs no randomness.
///
/// Messages are sealed and opened where they lie, as header ‖ nonce ‖ text ‖ tag; the associated data is
/// context ‖ header, so no byte of a message is outside the tag.
///
/// Rules: DR-10 to DR-12.
public enum SyntheticNonceAEAD {
    /// Nonce length in bytes.
    public static let nonceByteCount = 24
    /// Tag length in bytes.
    public static let tagByteCount = 16
    /// Length of the key that both keys come from, in bytes.
    public static let keyByteCount = 32

    /// Seals a message in place.
    ///
    /// - Parameters:
    ///   - message: header ‖ 24 bytes for the nonce ‖ plaintext ‖ 16 bytes for the tag.
    ///   - headerByteCount: The length of the header.
    ///   - context: 32 bytes that go before the header in the associated data.
    ///   - label: The context of the key derivation.
    ///   - key: Holds 32 bytes of key at `offset`; borrowed.
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` when `message` is shorter than its parts or
    ///   the key isn't there; `message` is then unchanged.
    public static func seal(
        _ message: inout [UInt8], headerByteCount: Int, context: Bytes32, label: KDFBLAKE2b.Context,
        key: borrowing SecretBytes, at offset: Int = 0
    ) throws(CryptoError) {
        try check(message.count, headerByteCount, key.count, offset)
        Sodium.start()
        let keyBase = unsafe key.base + offset
        let count = message.count
        let textCount = count - headerByteCount - nonceByteCount - tagByteCount
        let stateByteCount = stateByteCount
        let work = SecretScratch(byteCount: stateByteCount + 64)
        let state = unsafe OpaquePointer(work.base)
        let keys = unsafe work.bytes(at: stateByteCount)
        unsafe KDFBLAKE2b.derive(into: keys, byteCount: 64, id: 1, context: label, from: keyBase)

        unsafe message.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            let nonce = unsafe base + headerByteCount
            let text = unsafe nonce + nonceByteCount
            let dataCount = 32 + headerByteCount
            // len(AD) ‖ AD ‖ len(P), contiguous.
            unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: dataCount + 16) { temporary in
                guard let lengths = temporary.baseAddress else { return }
                let data = unsafe lengths + 8
                unsafe write(UInt64(dataCount), to: lengths)
                unsafe context.withPointer { unsafe data.update(from: $0, count: 32) }
                unsafe (data + 32).update(from: base, count: headerByteCount)
                unsafe write(UInt64(textCount), to: data + dataCount)

                _ = unsafe crypto_generichash_init(state, keys + 32, 32, nonceByteCount)
                _ = unsafe crypto_generichash_update(state, lengths, UInt64(dataCount + 16))
                _ = unsafe crypto_generichash_update(state, text, UInt64(textCount))
                _ = unsafe crypto_generichash_final(state, nonce, nonceByteCount)
                _ = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt_detached(
                    text, text + textCount, nil, text, UInt64(textCount), data, UInt64(dataCount), nil,
                    nonce, keys)
            }
        }
    }

    /// Opens a message; the result is its plaintext.
    ///
    /// The nonce isn't computed again: the tag under the cipher key already says that the owner of the key
    /// sealed exactly this.
    ///
    /// - Parameters: As for ``seal(_:headerByteCount:context:label:key:at:)``.
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` when `message` is shorter than its parts or
    ///   the key isn't there, ``CryptoError/notAuthentic`` when the tag doesn't verify.
    public static func open(
        _ message: [UInt8], headerByteCount: Int, context: Bytes32, label: KDFBLAKE2b.Context,
        key: borrowing SecretBytes, at offset: Int = 0
    ) throws(CryptoError) -> [UInt8] {
        try check(message.count, headerByteCount, key.count, offset)
        Sodium.start()
        let textCount = message.count - headerByteCount - nonceByteCount - tagByteCount
        let keys = unsafe KDFBLAKE2b.derive(byteCount: 64, id: 1, context: label, from: key.base + offset)
        let keysBase = unsafe keys.base
        var status: Int32 = -1
        let plaintext = unsafe message.withUnsafeBufferPointer { buffer in
            // One byte more than needed keeps the base of an empty plaintext from being nil.
            unsafe [UInt8](byteCount: textCount + 1) { (target) -> Int in
                guard let base = buffer.baseAddress else { return 0 }
                let nonce = unsafe base + headerByteCount
                let text = unsafe nonce + nonceByteCount
                let dataCount = 32 + headerByteCount
                unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: dataCount) { temporary in
                    guard let data = temporary.baseAddress else { return }
                    unsafe context.withPointer { unsafe data.update(from: $0, count: 32) }
                    unsafe (data + 32).update(from: base, count: headerByteCount)
                    status = unsafe crypto_aead_xchacha20poly1305_ietf_decrypt_detached(
                        target, nil, text, UInt64(textCount), text + textCount, data, UInt64(dataCount),
                        nonce, keysBase)
                }
                return status == 0 ? textCount : 0
            }
        }
        guard status == 0 else { throw .notAuthentic }
        return plaintext
    }

    private static let stateByteCount = crypto_generichash_statebytes()

    private static func check(
        _ count: Int, _ headerByteCount: Int, _ keyCount: Int, _ offset: Int
    ) throws(CryptoError) {
        let least = nonceByteCount + tagByteCount
        guard headerByteCount >= 0, count >= least, headerByteCount <= count - least else {
            throw .wrongLength(expected: least, actual: count)
        }
        guard offset >= 0, keyCount >= 32, offset <= keyCount - 32 else {
            throw .wrongLength(expected: 32, actual: keyCount)
        }
    }

    @inline(__always)
    private static func write(_ value: UInt64, to pointer: UnsafeMutablePointer<UInt8>) {
        unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: value.bigEndian, as: UInt64.self)
    }
}

internal import Clibsodium

/// HKDF-SHA-256 (RFC 5869), built on HMAC because libsodium 1.0.18 has none.
///
///     PRK  = HMAC(salt, ikm)
///     T(0) = empty;  T(i) = HMAC(PRK, T(i−1) ‖ info ‖ i);  output = T(1) ‖ T(2) ‖ … cut to length
public enum HKDFSHA256 {
    /// The longest output: 255 × 32 bytes.
    public static let maximumOutputByteCount = 255 * 32

    /// Derives `byteCount` bytes from `inputKeyMaterial`.
    ///
    /// - Parameters:
    ///   - inputKeyMaterial: The secret, of any length.
    ///   - salt: Public salt of any length; RFC 5869 reads an empty one as 32 zero bytes.
    ///   - info: What the output is for.
    ///   - byteCount: 1 to ``maximumOutputByteCount``.
    /// - Throws: ``CryptoError/outOfRange`` for another `byteCount`.
    ///
    /// Source: RFC 5869 §2.2 and §2.3.
    public static func derive(
        from inputKeyMaterial: borrowing SecretBytes, salt: Span<UInt8>, info: Span<UInt8>, byteCount: Int
    ) throws(CryptoError) -> SecretBytes {
        guard byteCount >= 1, byteCount <= maximumOutputByteCount else { throw .outOfRange }
        let material = unsafe inputKeyMaterial.base
        let materialCount = inputKeyMaterial.count
        return unsafe salt.withPointer {
            unsafe expandExtracted(
                salt: $0, salt.count, material: material, materialCount, info: info, byteCount: byteCount)
        }
    }

    /// Derives 64 bytes with 32 secret bytes as salt: the root step of the Double Ratchet.
    package static func derive64(
        from inputKeyMaterial: borrowing SecretBytes, secretSalt: borrowing SecretBytes, info: Span<UInt8>
    ) -> SecretBytes {
        unsafe expandExtracted(
            salt: secretSalt.base, secretSalt.count, material: inputKeyMaterial.base,
            inputKeyMaterial.count, info: info, byteCount: 64)
    }

    // One scratch block: the state that has absorbed PRK, a working copy of it, and PRK or T(i).
    private static func expandExtracted(
        salt: UnsafePointer<UInt8>, _ saltCount: Int, material: UnsafePointer<UInt8>, _ materialCount: Int,
        info: Span<UInt8>, byteCount: Int
    ) -> SecretBytes {
        typealias State = crypto_auth_hmacsha256_state
        let stride = MemoryLayout<State>.stride
        let scratch = SecretScratch(byteCount: 2 * stride + 32)
        let keyed = unsafe scratch.pointer(to: State.self, at: 0)
        let working = unsafe scratch.pointer(to: State.self, at: stride)
        let block = unsafe scratch.bytes(at: 2 * stride)

        _ = unsafe crypto_auth_hmacsha256_init(working, salt, saltCount)
        _ = unsafe crypto_auth_hmacsha256_update(working, material, UInt64(materialCount))
        _ = unsafe crypto_auth_hmacsha256_final(working, block)
        _ = unsafe crypto_auth_hmacsha256_init(keyed, block, 32)

        return unsafe SecretBytes(byteCount: byteCount) { output in
            unsafe info.withPointer { infoBase in
                var counter: UInt8 = 0
                var offset = 0
                while offset < byteCount {
                    counter &+= 1
                    unsafe working.update(from: keyed, count: 1)
                    if counter > 1 { _ = unsafe crypto_auth_hmacsha256_update(working, block, 32) }
                    _ = unsafe crypto_auth_hmacsha256_update(working, infoBase, UInt64(info.count))
                    _ = unsafe crypto_auth_hmacsha256_update(working, &counter, 1)
                    _ = unsafe crypto_auth_hmacsha256_final(working, block)
                    let part = min(32, byteCount - offset)
                    unsafe (output + offset).update(from: block, count: part)
                    offset += part
                }
            }
        }
    }
}

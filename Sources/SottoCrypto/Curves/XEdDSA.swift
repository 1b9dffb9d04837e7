internal import Clibsodium

/// XEdDSA on Curve25519: Ed25519-shaped signatures with an X25519 key.
///
/// The form with sign bit 0. With a the clamped private scalar and B the base point,
///
///     E = aB;  k = a, or −a mod q when the sign bit of E is 1;  A = E with sign bit 0
///     r = SHA-512(0xFE ‖ 31 × 0xFF ‖ k ‖ M ‖ Z) mod q        Z: 64 fresh random bytes
///     R = rB;  h = SHA-512(R ‖ A ‖ M) mod q;  s = r + hk mod q;  signature = R ‖ s
///
/// All work on k and r is libsodium's; the map between the curves on public data is ours.
///
/// Source: *The XEdDSA and VXEdDSA Signature Schemes*, revision 1, §2 and §4. Rules XE-1 to XE-6.
public enum XEdDSA {
    /// The length of a signature in bytes.
    public static let signatureByteCount = 64
    /// The length of the random bytes that enter each signature.
    public static let randomByteCount = 64

    /// A Curve25519 key pair that agrees and signs; in guarded memory, wiped on release.
    public struct PrivateKey: ~Copyable, Sendable {
        // The clamped scalar a, then the sign-adjusted scalar k: 32 bytes each.
        private let scalars: GuardedBytes

        /// u of the key, for agreement and verification.
        public let publicKey: X25519.PublicKey

        // A: the Edwards form of the public key with sign bit 0.
        private let edwardsPublicKey: Bytes32

        /// Makes a key from fresh randomness.
        ///
        /// - Throws: ``CryptoError/outOfMemory`` when the system gives no guarded block.
        public init() throws(CryptoError) {
            try self.init(SecretBytes.random(byteCount: 32))
        }

        /// Takes 32 secret bytes and clamps them as RFC 7748 §5 says.
        ///
        /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` for another length,
        ///   ``CryptoError/outOfMemory`` when the system gives no guarded block.
        public init(_ secret: consuming SecretBytes) throws(CryptoError) {
            let count = secret.count
            guard count == 32 else { throw .wrongLength(expected: 32, actual: count) }
            Sodium.start()
            let a = unsafe secret.base
            unsafe Curve.clamp(a)

            let work = SecretScratch(byteCount: 128)
            let point = unsafe work.bytes(at: 0)
            let negated = unsafe work.bytes(at: 32)
            let mask = unsafe work.bytes(at: 64)
            let addend = unsafe work.bytes(at: 96)
            _ = unsafe crypto_scalarmult_ed25519_base_noclamp(point, a)
            unsafe crypto_core_ed25519_scalar_negate(negated, a)
            // Bytes 0xFF when the sign bit is set, else 0x00: 2^256 − 1, plus one when it isn't. libsodium adds,
            // because a compiler that sees the mask being made turns it into a choice between two addresses.
            unsafe mask.update(repeating: 0xFF, count: 32)
            unsafe addend.update(repeating: 0, count: 32)
            unsafe addend[0] = (point[31] >> 7) ^ 1
            unsafe sodium_add(mask, addend, 32)
            scalars = unsafe try GuardedBytes(byteCount: 64) { output in
                unsafe output.update(from: a, count: 32)
                for index in 0..<32 {
                    unsafe output[32 + index] = (negated[index] & mask[index]) | (a[index] & ~mask[index])
                }
            }
            unsafe point[31] &= 0x7F
            let y = unsafe Bytes32(unsafeFilledBy: { unsafe $0.update(from: point, count: 32) })
            edwardsPublicKey = y
            publicKey = X25519.PublicKey(computed: FieldElement.montgomeryU(edwardsY: y))
        }

        /// Signs `message` with fresh randomness; 64 bytes.
        public borrowing func sign(_ message: Span<UInt8>) -> [UInt8] {
            let random = SecretBytes.random(byteCount: XEdDSA.randomByteCount)
            return signature(for: message, random: random)
        }

        /// Signs `message` with the given 64 random bytes.
        package borrowing func sign(
            _ message: Span<UInt8>, random: borrowing SecretBytes
        ) throws(CryptoError) -> [UInt8] {
            let count = random.count
            guard count == XEdDSA.randomByteCount else {
                throw .wrongLength(expected: XEdDSA.randomByteCount, actual: count)
            }
            return signature(for: message, random: random)
        }

        private borrowing func signature(
            for message: Span<UInt8>, random: borrowing SecretBytes
        ) -> [UInt8] {
            typealias State = crypto_hash_sha512_state
            // One wiped block: hash state, digest, r, h.
            let digestOffset = (MemoryLayout<State>.size + 63) / 64 * 64
            let work = SecretScratch(byteCount: digestOffset + 128)
            let state = unsafe work.pointer(to: State.self, at: 0)
            let digest = unsafe work.bytes(at: digestOffset)
            let r = unsafe work.bytes(at: digestOffset + 64)
            let h = unsafe work.bytes(at: digestOffset + 96)
            let k = unsafe scalars.base + 32
            let randomBase = unsafe random.base

            return unsafe [UInt8](unsafeUninitializedCapacity: 64) { buffer, written in
                guard let signature = buffer.baseAddress else { return }
                unsafe message.withPointer { text in
                    _ = unsafe crypto_hash_sha512_init(state)
                    unsafe XEdDSA.nonceLabel.withPointer {
                        _ = unsafe crypto_hash_sha512_update(state, $0, 32)
                    }
                    _ = unsafe crypto_hash_sha512_update(state, k, 32)
                    _ = unsafe crypto_hash_sha512_update(state, text, UInt64(message.count))
                    _ = unsafe crypto_hash_sha512_update(state, randomBase, 64)
                    _ = unsafe crypto_hash_sha512_final(state, digest)
                    unsafe crypto_core_ed25519_scalar_reduce(r, digest)
                    _ = unsafe crypto_scalarmult_ed25519_base_noclamp(signature, r)

                    _ = unsafe crypto_hash_sha512_init(state)
                    _ = unsafe crypto_hash_sha512_update(state, signature, 32)
                    unsafe edwardsPublicKey.withPointer {
                        _ = unsafe crypto_hash_sha512_update(state, $0, 32)
                    }
                    _ = unsafe crypto_hash_sha512_update(state, text, UInt64(message.count))
                    _ = unsafe crypto_hash_sha512_final(state, digest)
                    unsafe crypto_core_ed25519_scalar_reduce(h, digest)
                    // h · k into the digest's place, then s.
                    unsafe crypto_core_ed25519_scalar_mul(digest, h, k)
                    unsafe crypto_core_ed25519_scalar_add(signature + 32, r, digest)
                }
                written = 64
            }
        }

        /// The shared secret with the owner of `theirKey`, 32 bytes.
        ///
        /// - Throws: ``CryptoError/keyNotContributory`` if it would be all zero (RFC 7748 §6.1).
        public borrowing func sharedSecret(
            with theirKey: X25519.PublicKey
        ) throws(CryptoError) -> SecretBytes {
            unsafe try Curve.sharedSecret(scalars.base, theirKey)
        }

        /// A copy of the clamped scalar, 32 bytes, for storing or for linking another device.
        public borrowing func exposeScalar() -> SecretBytes {
            scalars.duplicate().duplicate(of: 0..<32)
        }
    }

    /// Whether `signature` over `message` verifies under `publicKey`.
    ///
    /// Refuses u = p − 1, a set bit 511, s ≥ q, and a small-order A or R; the rest is libsodium's Ed25519
    /// check of (A with sign bit 0).
    ///
    /// Rules: XE-4 to XE-6.
    public static func isValid(
        _ signature: Span<UInt8>, for message: Span<UInt8>, by publicKey: X25519.PublicKey
    ) -> Bool {
        guard signature.count == signatureByteCount, signature[63] & 0x80 == 0 else { return false }
        // The parser of public keys has refused p − 1, where u + 1 has no inverse, with the small orders.
        let edwards = FieldElement.edwardsY(montgomeryU: publicKey.bytes)
        return Ed25519.isValid(signature, for: message, by: edwards)
    }

    private static let nonceLabel: Bytes32 = Bytes32(
        littleEndianWords: (0xFFFF_FFFF_FFFF_FFFE, .max, .max, .max))
}

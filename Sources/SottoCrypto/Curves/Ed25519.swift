internal import Clibsodium

/// Ed25519 (RFC 8032), through libsodium.
public enum Ed25519 {
    /// The length of a seed and of a public key in bytes.
    public static let keyByteCount = 32
    /// The length of a signature in bytes.
    public static let signatureByteCount = 64

    /// A signing key; wiped on release.
    public struct PrivateKey: ~Copyable, Sendable {
        private let secret: SecretBytes

        /// The public key, 32 bytes.
        public let publicKey: Bytes32

        /// Makes a key from fresh randomness.
        public init() {
            self.init(expanding: SecretBytes.random(byteCount: 32))
        }

        /// Takes a seed of 32 bytes.
        ///
        /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` for another length.
        public init(seed: consuming SecretBytes) throws(CryptoError) {
            let count = seed.count
            guard count == 32 else { throw .wrongLength(expected: 32, actual: count) }
            self.init(expanding: seed)
        }

        /// The length of a stored key in bytes: seed ‖ public key.
        package static let storedByteCount = 64

        /// Takes what ``append(to:)`` wrote: 64 bytes.
        ///
        /// Nothing is computed: that the halves belong together is what the record's own seal says.
        ///
        /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` for another length.
        package init(stored secret: consuming SecretBytes) throws(CryptoError) {
            let count = secret.count
            guard count == Self.storedByteCount else {
                throw .wrongLength(expected: Self.storedByteCount, actual: count)
            }
            publicKey = secret.withSpan { secret in
                unsafe Bytes32(unsafeFilledBy: {
                    for index in 0..<32 { unsafe $0[index] = secret[32 + index] }
                })
            }
            self.secret = secret
        }

        /// Writes seed ‖ public key, 64 bytes.
        package borrowing func append(to writer: inout SecretWriter) { writer.append(secret) }

        private init(expanding seed: consuming SecretBytes) {
            let secret = SecretBytes(zeroedByteCount: 64)
            publicKey = unsafe Bytes32(unsafeFilledBy: {
                _ = unsafe crypto_sign_seed_keypair($0, secret.base, seed.base)
            })
            self.secret = secret
        }

        /// Appends the 64 bytes that ``sign(_:)`` gives to `target`.
        package borrowing func appendSignature(of message: Span<UInt8>, to target: inout [UInt8]) {
            let key = unsafe secret.base
            unsafe message.withPointer { text in
                target.append(addingCapacity: Ed25519.signatureByteCount) { span in
                    unsafe span.withUnsafeMutableBufferPointer { buffer, written in
                        guard let base = buffer.baseAddress else { return }
                        _ = unsafe crypto_sign_detached(
                            base + written, nil, text, UInt64(message.count), key)
                        written += Ed25519.signatureByteCount
                    }
                }
            }
        }

        /// A copy of the seed, 32 bytes, for storing.
        package borrowing func exposeSeed() -> SecretBytes { secret.duplicate(of: 0..<32) }

        /// Signs `message`; 64 bytes, the same for the same message.
        public borrowing func sign(_ message: Span<UInt8>) -> [UInt8] {
            let key = unsafe secret.base
            return unsafe message.withPointer { text in
                unsafe [UInt8](unsafeUninitializedCapacity: 64) { buffer, written in
                    guard let base = buffer.baseAddress else { return }
                    _ = unsafe crypto_sign_detached(base, nil, text, UInt64(message.count), key)
                    written = 64
                }
            }
        }
    }

    /// Whether `signature` over `message` verifies under `publicKey`.
    ///
    /// libsodium's check: s below the group order, no small-order R or public key, canonical encodings,
    /// the cofactorless equation. A signature is never an identifier: others may exist for one message.
    public static func isValid(
        _ signature: Span<UInt8>, for message: Span<UInt8>, by publicKey: Bytes32
    ) -> Bool {
        guard signature.count == signatureByteCount else { return false }
        Sodium.start()
        return unsafe signature.withPointer { sig in
            unsafe message.withPointer { text in
                unsafe publicKey.withPointer {
                    unsafe crypto_sign_verify_detached(sig, text, UInt64(message.count), $0) == 0
                }
            }
        }
    }
}

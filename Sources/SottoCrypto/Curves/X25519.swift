internal import Clibsodium

/// X25519 (RFC 7748): Diffie-Hellman agreement on Curve25519.
public enum X25519 {
    /// The length of private keys, public keys and shared secrets in bytes.
    public static let byteCount = 32
}

extension X25519 {
    /// A u-coordinate that is canonical and not of small order.
    ///
    /// Every public key from outside passes this one parser. Refusing other encodings of the same point
    /// makes the bytes a name for the key; refusing small order makes agreements contributory.
    /// Points on the twist are accepted, as RFC 7748 §6.1 does.
    ///
    /// Rules: EN-6, EN-7.
    public struct PublicKey: Hashable, Sendable {
        /// The u-coordinate, 32 bytes, little-endian.
        public let bytes: Bytes32

        /// The byte before a Curve25519 key in transcripts, signatures and bundles.
        public static let typeByte: UInt8 = 0x05

        /// The length with the type byte: 33.
        public static let encodedByteCount = 33

        /// Reads a u-coordinate of 32 bytes.
        ///
        /// - Throws: ``CryptoError/publicKeyNotCanonical`` for u ≥ 2^255 − 19 or a set top bit,
        ///   ``CryptoError/publicKeyOfSmallOrder`` for 0, 1, p − 1 and the two points of order 8.
        public init(_ bytes: Bytes32) throws(CryptoError) {
            guard Self.isCanonical(bytes) else { throw .publicKeyNotCanonical }
            guard !Self.isOfSmallOrder(bytes) else { throw .publicKeyOfSmallOrder }
            self.bytes = bytes
        }

        /// Reads a u-coordinate of 32 bytes.
        ///
        /// - Throws: As the other, and ``CryptoError/wrongLength(expected:actual:)``.
        public init(_ bytes: [UInt8]) throws(CryptoError) {
            try self.init(Bytes32(bytes))
        }

        /// Reads the type byte 0x05 and a u-coordinate of 32 bytes.
        ///
        /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` unless there are 33 bytes,
        ///   ``CryptoError/wrongKeyType(_:)`` for another first byte, and as the 32-byte form.
        public init(encoded: [UInt8]) throws(CryptoError) {
            guard encoded.count == Self.encodedByteCount, let key = Bytes32(encoded, at: 1) else {
                throw .wrongLength(expected: Self.encodedByteCount, actual: encoded.count)
            }
            guard encoded[0] == Self.typeByte else { throw .wrongKeyType(encoded[0]) }
            try self.init(key)
        }

        /// Takes a result of our own computation.
        init(computed bytes: Bytes32) { self.bytes = bytes }

        /// The type byte and the u-coordinate, 33 bytes.
        public var encoded: [UInt8] {
            var result = [UInt8]()
            result.reserveCapacity(Self.encodedByteCount)
            appendEncoded(to: &result)
            return result
        }

        /// Appends the type byte and the u-coordinate.
        public func appendEncoded(to array: inout [UInt8]) {
            array.append(Self.typeByte)
            bytes.append(to: &array)
        }

        private static func isCanonical(_ bytes: Bytes32) -> Bool {
            let (w0, w1, w2, w3) = bytes.littleEndianWords
            guard w3 <= 0x7FFF_FFFF_FFFF_FFFF else { return false }
            guard w3 == 0x7FFF_FFFF_FFFF_FFFF, w2 == .max, w1 == .max else { return true }
            return w0 < 0xFFFF_FFFF_FFFF_FFED
        }

        /// Public data: nearly every key is told apart by its last eight bytes.
        private static func isOfSmallOrder(_ bytes: Bytes32) -> Bool {
            switch bytes.littleEndianWords.3 {
            case 0, 0x00B8_495F_1605_6286, 0x5711_9FD0_DD4E_22D8, 0x7FFF_FFFF_FFFF_FFFF:
                smallOrder.contains(bytes)
            default: false
            }
        }

        // The canonical u-coordinates of the points of order 1, 2, 4 and 8 of the curve and its twist.
        private static let smallOrder: [Bytes32] = [
            Bytes32(littleEndianWords: (0, 0, 0, 0)),
            Bytes32(littleEndianWords: (1, 0, 0, 0)),
            Bytes32(
                littleEndianWords: (
                    0xAEB8_413B_7C7A_EBE0, 0x6AC4_9FF1_FAE3_5616, 0xFDB1_329C_EB8D_09DA, 0x00B8_495F_1605_6286
                )),
            Bytes32(
                littleEndianWords: (
                    0x248C_50A3_BC95_9C5F, 0x5BEF_839C_55B1_D0B1, 0x868E_1C58_C45C_4404, 0x5711_9FD0_DD4E_22D8
                )),
            Bytes32(
                littleEndianWords: (
                    0xFFFF_FFFF_FFFF_FFEC, 0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF, 0x7FFF_FFFF_FFFF_FFFF
                )),
        ]
    }
}

extension X25519 {
    /// A clamped scalar and its public key; the scalar is wiped on release.
    public struct PrivateKey: ~Copyable, Sendable {
        let scalar: SecretBytes

        /// The public key that belongs to this private key.
        public let publicKey: PublicKey

        /// Makes a key pair from fresh randomness.
        public init() {
            self.init(clamping: SecretBytes.random(byteCount: 32))
        }

        /// Takes 32 secret bytes and clamps them as RFC 7748 §5 says.
        ///
        /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` for another length.
        public init(_ secret: consuming SecretBytes) throws(CryptoError) {
            let count = secret.count
            guard count == 32 else { throw .wrongLength(expected: 32, actual: count) }
            self.init(clamping: secret)
        }

        /// Takes a stored scalar together with the public key that was stored beside it.
        package init(stored scalar: consuming SecretBytes, publicKey: PublicKey) throws(CryptoError) {
            let count = scalar.count
            guard count == 32 else { throw .wrongLength(expected: 32, actual: count) }
            self.scalar = scalar
            self.publicKey = publicKey
        }

        private init(clamping secret: consuming SecretBytes) {
            unsafe Curve.clamp(secret.base)
            publicKey = unsafe Curve.publicKey(ofClamped: secret.base)
            scalar = secret
        }

        /// The shared secret with the owner of `theirKey`, 32 bytes.
        ///
        /// - Throws: ``CryptoError/keyNotContributory`` if it would be all zero (RFC 7748 §6.1).
        public borrowing func sharedSecret(with theirKey: PublicKey) throws(CryptoError) -> SecretBytes {
            unsafe try Curve.sharedSecret(scalar.base, theirKey)
        }

        /// Lends the 32 bytes of the clamped scalar, for storing.
        public borrowing func withScalar<R: ~Copyable, E: Error>(
            _ body: (borrowing SecretBytes) throws(E) -> R
        ) throws(E) -> R {
            try body(scalar)
        }

        /// A second value with the same key.
        package borrowing func duplicate() -> PrivateKey {
            PrivateKey(copy: scalar.duplicate(), publicKey)
        }

        private init(copy scalar: consuming SecretBytes, _ publicKey: PublicKey) {
            self.scalar = scalar
            self.publicKey = publicKey
        }
    }
}

/// The scalar work on Curve25519, all of it libsodium's.
enum Curve {
    static func clamp(_ scalar: UnsafeMutablePointer<UInt8>) {
        unsafe scalar[0] &= 248
        unsafe scalar[31] &= 127
        unsafe scalar[31] |= 64
    }

    static func sharedSecret(
        _ scalar: UnsafePointer<UInt8>, _ theirKey: X25519.PublicKey
    ) throws(CryptoError) -> SecretBytes {
        Sodium.start()
        var status: Int32 = -1
        let secret = unsafe SecretBytes(byteCount: 32) { output in
            unsafe theirKey.bytes.withPointer { status = unsafe crypto_scalarmult(output, scalar, $0) }
        }
        guard status == 0 else { throw .keyNotContributory }
        return secret
    }

    /// u of scalar · B.
    static func publicKey(ofClamped scalar: UnsafePointer<UInt8>) -> X25519.PublicKey {
        Sodium.start()
        if Sodium.hasFastScalarMultBase { return unsafe publicKeyByLadder(scalar) }
        return unsafe publicKeyByEdwards(scalar)
    }

    static func publicKeyByLadder(_ scalar: UnsafePointer<UInt8>) -> X25519.PublicKey {
        unsafe X25519.PublicKey(
            computed: Bytes32(unsafeFilledBy: { _ = unsafe crypto_scalarmult_base($0, scalar) }))
    }

    static func publicKeyByEdwards(_ scalar: UnsafePointer<UInt8>) -> X25519.PublicKey {
        unsafe X25519.PublicKey(
            computed: FieldElement.montgomeryU(
                edwardsY: Bytes32(unsafeFilledBy: {
                    _ = unsafe crypto_scalarmult_ed25519_base_noclamp($0, scalar)
                })))
    }
}

import TestSupport
import Testing

@testable import SottoCrypto

/// Rules XE-1 to XE-6.
@Suite("XEdDSA")
struct XEdDSATests {
    private static let q: [UInt8] = [
        0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE, 0x14,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
    ]

    private func key(seed: Int) throws -> XEdDSA.PrivateKey {
        var generator = SeededGenerator(seed: UInt64(seed))
        let bytes = generator.bytes(32)
        return try XEdDSA.PrivateKey(SecretBytes(copying: bytes.span))
    }

    private func isValid(_ signature: [UInt8], _ message: [UInt8], _ key: X25519.PublicKey) -> Bool {
        XEdDSA.isValid(signature.span, for: message.span, by: key)
    }

    /// Adds q to s without a look at what comes out.
    private func addingOrder(to signature: [UInt8]) -> [UInt8] {
        var result = signature
        var carry: UInt16 = 0
        for index in 0..<32 {
            let sum = UInt16(result[32 + index]) + UInt16(Self.q[index]) + carry
            result[32 + index] = UInt8(truncatingIfNeeded: sum)
            carry = sum >> 8
        }
        return result
    }

    @Test("verifies what it signed, for keys of either Edwards sign", arguments: 0..<64)
    func roundTrip(_ seed: Int) throws {
        let key = try key(seed: seed)
        let message = [UInt8](repeating: UInt8(seed), count: seed * 7)
        let signature = key.sign(message.span)
        #expect(signature.count == 64)
        #expect(signature[63] & 0x80 == 0)
        #expect(isValid(signature, message, key.publicKey))
    }

    @Test(
        "signs with keys of extreme bits", arguments: [UInt8(0x00), 0x01, 0x55, 0x7F, 0x80, 0xAA, 0xFE, 0xFF])
    func extremeKeys(_ byte: UInt8) throws {
        let bytes = [UInt8](repeating: byte, count: 32)
        let key = try XEdDSA.PrivateKey(SecretBytes(copying: bytes.span))
        let agreeing = try X25519.PrivateKey(SecretBytes(copying: bytes.span))
        #expect(key.publicKey == agreeing.publicKey)
        let message: [UInt8] = [1, 2, 3]
        #expect(isValid(key.sign(message.span), message, key.publicKey))
    }

    @Test("signs one message in two ways, and in one way with the same random bytes")
    func randomness() throws {
        let key = try key(seed: 1)
        let message: [UInt8] = [7]
        #expect(key.sign(message.span) != key.sign(message.span))
        let random = SecretBytes.random(byteCount: 64)
        let first = try key.sign(message.span, random: random)
        #expect(try key.sign(message.span, random: random) == first)
        let other: [UInt8] = [8]
        #expect(try key.sign(other.span, random: random).prefix(32) != first.prefix(32))
    }

    @Test("takes 64 random bytes and no other number", arguments: [0, 32, 63, 65])
    func randomLength(_ count: Int) throws {
        let key = try key(seed: 1)
        let message: [UInt8] = []
        #expect(throws: CryptoError.wrongLength(expected: 64, actual: count)) {
            try key.sign(message.span, random: SecretBytes.random(byteCount: count))
        }
    }

    @Test("refuses a signature with any bit changed, the topmost included", arguments: 0..<4)
    func changedSignature(_ seed: Int) throws {
        let key = try key(seed: seed)
        let message = Array("message \(seed)".utf8)
        let signature = key.sign(message.span)
        for bit in 0..<512 {
            var changed = signature
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!isValid(changed, message, key.publicKey), "bit \(bit)")
        }
    }

    @Test("refuses a message with any bit changed, a shorter and a longer one")
    func changedMessage() throws {
        let key = try key(seed: 3)
        let message = Array("message".utf8)
        let signature = key.sign(message.span)
        for bit in 0..<8 * message.count {
            var changed = message
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!isValid(signature, changed, key.publicKey))
        }
        #expect(!isValid(signature, message.dropLast(), key.publicKey))
        #expect(!isValid(signature, message + [0], key.publicKey))
    }

    @Test("refuses the signature of another key")
    func otherKey() throws {
        let message: [UInt8] = [1]
        let signature = try key(seed: 1).sign(message.span)
        #expect(!isValid(signature, message, try key(seed: 2).publicKey))
    }

    @Test("refuses a signature that hasn't 64 bytes", arguments: [0, 1, 32, 63, 65, 96, 128])
    func length(_ count: Int) throws {
        let key = try key(seed: 1)
        let message: [UInt8] = [1]
        let signature = key.sign(message.span)
        let changed = Array((signature + signature).prefix(count))
        #expect(!isValid(changed, message, key.publicKey))
    }

    @Test("refuses s + q, 2q and more, which the equation alone would take")
    func unreducedScalar() throws {
        let key = try key(seed: 5)
        let message: [UInt8] = [1]
        var signature = key.sign(message.span)
        for _ in 0..<7 {
            signature = addingOrder(to: signature)
            guard signature[63] & 0x80 == 0 else { return }
            #expect(!isValid(signature, message, key.publicKey))
        }
    }

    @Test("refuses a set bit 511, whatever Edwards sign the key has", arguments: 0..<16)
    func topBit(_ seed: Int) throws {
        let key = try key(seed: seed)
        let message: [UInt8] = [1]
        var signature = key.sign(message.span)
        signature[63] |= 0x80
        #expect(!isValid(signature, message, key.publicKey))
    }

    /// An Ed25519 key whose public key has the given sign bit, and u of that key.
    private func edwardsKey(signBit: UInt8, seed: Int) throws -> (Bytes32, [UInt8], X25519.PublicKey) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let message: [UInt8] = [1, 2]
        while true {
            let bytes = generator.bytes(32)
            let key = try Ed25519.PrivateKey(seed: SecretBytes(copying: bytes.span))
            guard key.publicKey.bytes[31] >> 7 == signBit else { continue }
            let u = FieldElement.montgomeryU(edwardsY: key.publicKey)
            return (key.publicKey, key.sign(message.span), try X25519.PublicKey(u))
        }
    }

    @Test("takes the Ed25519 signature of a key with sign bit 0", arguments: 0..<8)
    func edwardsSignBitZero(_ seed: Int) throws {
        let (_, signature, u) = try edwardsKey(signBit: 0, seed: seed)
        #expect(isValid(signature, [1, 2], u))
    }

    @Test(
        "refuses the signature of a key with sign bit 1, also with that bit in the signature",
        arguments: 0..<8)
    func edwardsSignBitOne(_ seed: Int) throws {
        let (edwards, made, u) = try edwardsKey(signBit: 1, seed: seed)
        var signature = made
        let message: [UInt8] = [1, 2]
        #expect(Ed25519.isValid(signature.span, for: message.span, by: edwards) == true)
        #expect(!isValid(signature, message, u))
        signature[63] |= 0x80
        #expect(!isValid(signature, message, u))
    }

    @Test(
        "refuses R of small order",
        arguments: [
            "0100000000000000000000000000000000000000000000000000000000000000",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0000000000000000000000000000000000000000000000000000000000000080",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        ])
    func smallOrderR(_ hex: String) throws {
        let message: [UInt8] = [1]
        let zero = [UInt8](repeating: 0, count: 32)
        for seed in 0..<8 {
            #expect(!isValid(try Hex.decode(hex) + zero, message, try key(seed: seed).publicKey))
        }
    }

    @Test("never verifies random bytes", arguments: 0..<100)
    func randomSignature(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var signature = generator.bytes(64)
        signature[63] &= 0x0F
        var u = generator.bytes(32)
        u[31] &= 0x3F
        #expect(!isValid(signature, [], try X25519.PublicKey(u)))
    }

    @Test("agrees with the same key that it signs with")
    func agreement() throws {
        let signing = try key(seed: 9)
        let other = X25519.PrivateKey()
        let ours = try signing.sharedSecret(with: other.publicKey)
        #expect(try ours.isEqual(to: other.sharedSecret(with: signing.publicKey)) == true)
    }

    @Test("gives out a scalar that makes the same key again")
    func exposedScalar() throws {
        let key = try key(seed: 11)
        let again = try XEdDSA.PrivateKey(key.exposeScalar())
        #expect(again.publicKey == key.publicKey)
        let message: [UInt8] = [2]
        #expect(isValid(again.sign(message.span), message, key.publicKey))
    }
}

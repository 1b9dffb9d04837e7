import SottoCrypto
import TestSupport
import Testing

/// Rules EN-4, EN-6, EN-7.
@Suite("A public key from outside")
struct PublicKeyTests {
    /// A little-endian number of 32 bytes: 2^255 + `offset`, which may be negative, without the top bit if that is.
    private static func aroundTopBit(_ offset: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: offset < 0 ? 0xFF : 0, count: 32)
        bytes[31] = offset < 0 ? 0x7F : 0x80
        bytes[0] = UInt8(truncatingIfNeeded: offset)
        return bytes
    }

    private static let smallOrderHex = [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ]

    @Test("is accepted right below the small-order value p − 1, and its bytes are kept")
    func lastAccepted() throws {
        let bytes = Self.aroundTopBit(-21)
        #expect(try X25519.PublicKey(bytes).bytes.bytes == bytes)
    }

    @Test("is accepted from 2 on")
    func firstAccepted() throws {
        let bytes = [2] + [UInt8](repeating: 0, count: 31)
        #expect(try X25519.PublicKey(bytes).bytes.bytes == bytes)
    }

    @Test("is refused as small order at p − 1")
    func lastCanonical() {
        #expect(throws: CryptoError.publicKeyOfSmallOrder) { try X25519.PublicKey(Self.aroundTopBit(-20)) }
    }

    @Test("is refused as not canonical from p on", arguments: -19 ... -1)
    func aboveFieldOrder(_ offset: Int) {
        #expect(throws: CryptoError.publicKeyNotCanonical) { try X25519.PublicKey(Self.aroundTopBit(offset)) }
    }

    @Test("is refused with the top bit set, whatever the rest", arguments: 0..<20)
    func topBit(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var bytes = generator.bytes(32)
        bytes[31] &= 0x3F
        _ = try X25519.PublicKey(bytes)
        bytes[31] |= 0x80
        #expect(throws: CryptoError.publicKeyNotCanonical) { try X25519.PublicKey(bytes) }
    }

    @Test("is accepted when only the top word or only lower words are full")
    func nearTheBound() throws {
        for index in 1..<31 {
            var bytes = Self.aroundTopBit(-1)
            bytes[index] = 0xFE
            #expect(throws: Never.self) { try X25519.PublicKey(bytes) }
        }
        var bytes = Self.aroundTopBit(-1)
        bytes[31] = 0x7E
        #expect(throws: Never.self) { try X25519.PublicKey(bytes) }
    }

    @Test("is refused when it is of small order", arguments: smallOrderHex)
    func smallOrder(_ hex: String) throws {
        let bytes = try Hex.decode(hex)
        #expect(throws: CryptoError.publicKeyOfSmallOrder) { try X25519.PublicKey(bytes) }
        #expect(throws: CryptoError.publicKeyOfSmallOrder) { try X25519.PublicKey(encoded: [5] + bytes) }
    }

    @Test("is accepted one bit beside a small-order value", arguments: smallOrderHex.dropLast())
    func besideSmallOrder(_ hex: String) throws {
        let small = try Hex.decode(hex)
        for bit in 8..<255 {
            var bytes = small
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: Never.self) { try X25519.PublicKey(bytes) }
        }
    }

    @Test("with a type byte is refused when that isn't 5", arguments: [UInt8(0), 1, 4, 6, 0x85, 255])
    func typeByte(_ type: UInt8) {
        let encoded = [type] + X25519.PrivateKey().publicKey.bytes.bytes
        #expect(throws: CryptoError.wrongKeyType(type)) { try X25519.PublicKey(encoded: encoded) }
    }

    @Test("with a type byte is refused unless it has 33 bytes", arguments: Array(0...32) + Array(34...70))
    func encodedLength(_ count: Int) {
        let encoded = [UInt8](repeating: 5, count: count)
        #expect(throws: CryptoError.wrongLength(expected: 33, actual: count)) {
            try X25519.PublicKey(encoded: encoded)
        }
    }

    @Test("without a type byte is refused unless it has 32 bytes", arguments: Array(0...31) + Array(33...70))
    func bareLength(_ count: Int) {
        #expect(throws: CryptoError.wrongLength(expected: 32, actual: count)) {
            try X25519.PublicKey([UInt8](repeating: 5, count: count))
        }
    }

    @Test("is refused for its length before its type, and for its type before its form")
    func order() {
        #expect(throws: CryptoError.wrongLength(expected: 33, actual: 32)) {
            try X25519.PublicKey(encoded: [UInt8](repeating: 6, count: 32))
        }
        #expect(throws: CryptoError.wrongKeyType(6)) {
            try X25519.PublicKey(encoded: [6] + [UInt8](repeating: 0xFF, count: 32))
        }
    }

    @Test("encodes to what it was decoded from", arguments: 0..<20)
    func roundTrip(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var encoded = [5] + generator.bytes(32)
        encoded[32] &= 0x3F
        #expect(try X25519.PublicKey(encoded: encoded).encoded == encoded)
    }
}

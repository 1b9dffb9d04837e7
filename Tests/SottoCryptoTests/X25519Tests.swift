import TestSupport
import Testing

@testable import SottoCrypto

@Suite("X25519")
struct X25519Tests {
    /// Rule EN-8: the check of the result stands by itself, for keys that no parser has seen.
    @Test(
        "refuses an agreement that comes out as all zero",
        arguments: [
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
            "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        ])
    func zeroResult(_ hex: String) throws {
        let theirs = X25519.PublicKey(computed: try Bytes32(Hex.decode(hex)))
        #expect(throws: CryptoError.keyNotContributory) {
            _ = try X25519.PrivateKey().sharedSecret(with: theirs).count
        }
        let signing = try XEdDSA.PrivateKey()
        #expect(throws: CryptoError.keyNotContributory) { _ = try signing.sharedSecret(with: theirs).count }
    }

    @Test("gives both sides the same secret")
    func agreement() throws {
        for _ in 0..<50 {
            let alice = X25519.PrivateKey()
            let bob = X25519.PrivateKey()
            let ours = try alice.sharedSecret(with: bob.publicKey)
            #expect(try ours.isEqual(to: bob.sharedSecret(with: alice.publicKey)) == true)
            #expect(ours.count == 32)
        }
    }

    @Test("refuses a private key that hasn't 32 bytes", arguments: [0, 1, 31, 33, 64])
    func privateKeyLength(_ count: Int) {
        #expect(throws: CryptoError.wrongLength(expected: 32, actual: count)) {
            _ = try X25519.PrivateKey(SecretBytes(zeroedByteCount: count)).publicKey
        }
        #expect(throws: CryptoError.wrongLength(expected: 32, actual: count)) {
            _ = try XEdDSA.PrivateKey(SecretBytes(zeroedByteCount: count)).publicKey
        }
    }

    @Test("clamps the scalar that it keeps")
    func clamping() throws {
        let ones = [UInt8](repeating: 0xFF, count: 32)
        let key = try X25519.PrivateKey(SecretBytes(copying: ones.span))
        let scalar = key.withScalar { $0.exposeBytes() }
        #expect(scalar == [0xF8] + [UInt8](repeating: 0xFF, count: 30) + [0x7F])
    }

    @Test(
        "makes public keys by way of the Edwards curve that equal the ladder's, 5,000 four times",
        arguments: 0..<4)
    func fixedBase(_ seed: Int) {
        var generator = SeededGenerator(seed: UInt64(25_519 + seed))
        for _ in 0..<5_000 {
            var scalar = generator.bytes(32)
            unsafe scalar.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                unsafe Curve.clamp(base)
                let (edwards, ladder) = unsafe (Curve.publicKeyByEdwards(base), Curve.publicKeyByLadder(base))
                if edwards != ladder { Issue.record("\(edwards.bytes) is not \(ladder.bytes)") }
            }
        }
    }

    @Test("maps between the curves and back", arguments: 0..<200)
    func curveMaps(_ seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var u = generator.bytes(32)
        u[31] &= 0x3F
        guard let bytes = Bytes32(u, at: 0) else { return }
        let y = FieldElement.edwardsY(montgomeryU: bytes)
        #expect(FieldElement.montgomeryU(edwardsY: y) == bytes)
    }

    @Test("inverts field elements at the edges of the field")
    func inverses() throws {
        for (low, high) in [(1, 0), (2, 0), (0xEC, 0x7F), (0xEB, 0x7F), (0xED, 0x3F)] as [(UInt8, UInt8)] {
            let fill: UInt8 = high == 0 ? 0 : 0xFF
            let bytes = [low] + [UInt8](repeating: fill, count: 30) + [high]
            let value = FieldElement(try Bytes32(bytes))
            #expect((value * value.inverse).bytes == FieldElement.one.bytes)
        }
    }

    @Test("reduces values from p on")
    func reduction() throws {
        for low in UInt8(0xED)...0xFF {
            let bytes = [low] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
            let reduced = FieldElement(try Bytes32(bytes)).bytes.bytes
            #expect(reduced == [low - 0xED] + [UInt8](repeating: 0, count: 31))
        }
    }
}

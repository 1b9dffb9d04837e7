import SottoCrypto
import TestSupport
import Testing

@Suite("HKDF-SHA-256")
struct HKDFTests {
    private let key: [UInt8] = Array(0..<32)
    private let nothing: [UInt8] = []

    private func derive(_ count: Int) throws(CryptoError) -> [UInt8] {
        try HKDFSHA256.derive(
            from: SecretBytes(copying: key.span), salt: nothing.span, info: nothing.span, byteCount: count
        ).exposeBytes()
    }

    @Test("refuses no output and more than 255 blocks", arguments: [Int.min, -1, 0, 8_161, 10_000, Int.max])
    func refused(_ count: Int) {
        #expect(throws: CryptoError.outOfRange) { try derive(count) }
    }

    @Test("gives every length up to 255 blocks as a beginning of the longest")
    func prefixes() throws {
        let longest = try derive(HKDFSHA256.maximumOutputByteCount)
        #expect(longest.count == 8_160)
        for count in [1, 31, 32, 33, 63, 64, 65, 8_159] {
            #expect(try derive(count) == Array(longest.prefix(count)))
        }
    }

    @Test("chains its blocks through HMAC, up to the last of 255")
    func blocks() throws {
        let zeros = [UInt8](repeating: 0, count: 32)
        let material = SecretBytes(copying: key.span)
        let extracted = material.withSpan {
            HMACSHA256.authenticate($0, with: SecretBytes(copying: zeros.span))
        }
        var block: [UInt8] = []
        var whole: [UInt8] = []
        for counter in UInt8(1)...255 {
            let input = block + [counter]
            block = HMACSHA256.authenticate(input.span, with: extracted).exposeBytes()
            whole += block
        }
        #expect(try derive(8_160) == whole)
    }

    @Test("with a secret salt gives the same 64 bytes")
    func secretSalt() throws {
        var generator = SeededGenerator(seed: 64)
        let (salt, info) = (generator.bytes(32), generator.bytes(17))
        let material = SecretBytes(copying: key.span)
        let public64 = try HKDFSHA256.derive(from: material, salt: salt.span, info: info.span, byteCount: 64)
        let secret64 = HKDFSHA256.derive64(
            from: material, secretSalt: SecretBytes(copying: salt.span), info: info.span)
        #expect(secret64.isEqual(to: public64) == true)
    }
}

@Suite("Argon2id")
struct Argon2idTests {
    private let salt = [UInt8](repeating: 1, count: 16)

    @Test(
        "refuses costs outside its bounds",
        arguments: [
            (19_455, 2), (1_048_577, 2), (19_456, 1), (19_456, 17), (0, 2), (-1, 2), (19_456, 0),
            (19_456, -1),
            (Int.max, 2), (19_456, Int.max),
        ])
    func costs(_ memoryKiB: Int, _ passes: Int) {
        #expect(throws: CryptoError.outOfRange) { try Argon2id.Cost(memoryKiB: memoryKiB, passes: passes) }
    }

    @Test("takes costs at its bounds", arguments: [(19_456, 2), (1_048_576, 16)])
    func boundaryCosts(_ memoryKiB: Int, _ passes: Int) throws {
        let cost = try Argon2id.Cost(memoryKiB: memoryKiB, passes: passes)
        #expect(cost.memoryKiB == memoryKiB)
        #expect(cost.passes == passes)
    }

    @Test("refuses outputs shorter than 16 and longer than 64 bytes", arguments: [-1, 0, 15, 65, 1_000])
    func output(_ count: Int) throws {
        let cost = try Argon2id.Cost(memoryKiB: 19_456, passes: 2)
        #expect(throws: CryptoError.outOfRange) {
            _ = try Argon2id.derive(
                from: SecretBytes.random(byteCount: 8), salt: salt.span, cost: cost, byteCount: count
            ).count
        }
    }

    @Test("refuses a salt that hasn't 16 bytes", arguments: [0, 8, 15, 17, 32])
    func salt(_ count: Int) throws {
        let cost = try Argon2id.Cost(memoryKiB: 19_456, passes: 2)
        let salt = [UInt8](repeating: 1, count: count)
        #expect(throws: CryptoError.wrongLength(expected: 16, actual: count)) {
            _ = try Argon2id.derive(from: SecretBytes.random(byteCount: 8), salt: salt.span, cost: cost).count
        }
    }
}

@Suite("Keyed functions")
struct KeyedFunctionTests {
    @Test("BLAKE2b refuses outputs and keys outside 16 to 64 bytes", arguments: [0, 1, 15, 65, 128])
    func blake2bBounds(_ count: Int) {
        let message: [UInt8] = [1]
        #expect(throws: CryptoError.outOfRange) { try BLAKE2b.hash(message.span, byteCount: count) }
        #expect(throws: CryptoError.outOfRange) {
            _ = try BLAKE2b.authenticate(
                message.span, with: SecretBytes.random(byteCount: 32), byteCount: count
            ).count
        }
        #expect(throws: CryptoError.outOfRange) {
            _ = try BLAKE2b.authenticate(
                message.span, with: SecretBytes.random(byteCount: count), byteCount: 32
            ).count
        }
    }

    @Test("the key derivation is BLAKE2b with the number as salt and the context as personal bytes")
    func keyDerivation() throws {
        // hashlib.blake2b(b"", digest_size=64, key=bytes(range(32)), salt=(1).to_bytes(16, "little"),
        // person=b"SottoDR1" + bytes(8))
        let key: [UInt8] = Array(0..<32)
        let derived = try KDFBLAKE2b.derive(
            byteCount: 64, id: 1, context: KDFBLAKE2b.Context("SottoDR1"),
            from: SecretBytes(copying: key.span))
        #expect(Hex.encode(derived.exposeBytes().span) == Self.derivedKey)
        let short = KDFBLAKE2b.derive64(
            context: KDFBLAKE2b.Context("SottoDR1"), from: SecretBytes(copying: key.span))
        #expect(derived.isEqual(to: short) == true)
    }

    private static let derivedKey =
        "be6f012889c55c4f0e3a25e92ee99677ad864b117cbf91b2f4a6258f5a7d7c7f"
        + "ed4e28286fdc99fe11841f0132745f6838bb21174d29716132137238ffa22dc1"

    @Test("the key derivation reads its key where it is told to")
    func keyOffset() throws {
        let bytes: [UInt8] = Array(0..<70)
        let part: [UInt8] = Array(20..<52)
        let context = KDFBLAKE2b.Context("context0")
        let whole = SecretBytes(copying: bytes.span)
        let derived = try KDFBLAKE2b.derive(byteCount: 32, id: 7, context: context, from: whole, at: 20)
        let expected = try KDFBLAKE2b.derive(
            byteCount: 32, id: 7, context: context, from: SecretBytes(copying: part.span))
        #expect(derived.isEqual(to: expected) == true)
    }

    @Test(
        "the key derivation refuses lengths and places that aren't there",
        arguments: [(15, 0), (65, 0), (32, -1), (32, 9), (32, 40), (32, Int.max), (-1, 0)])
    func keyDerivationBounds(_ byteCount: Int, _ offset: Int) {
        #expect(throws: CryptoError.outOfRange) {
            _ = try KDFBLAKE2b.derive(
                byteCount: byteCount, id: 1, context: KDFBLAKE2b.Context("context0"),
                from: SecretBytes.random(byteCount: 40), at: offset
            ).count
        }
    }

    @Test("tags are valid whole and never shortened, lengthened or changed")
    func tags() {
        let key = SecretBytes.random(byteCount: 20)
        let message: [UInt8] = [1, 2, 3]
        let tag = HMACSHA256.authenticate(message.span, with: key).exposeBytes()
        #expect(HMACSHA256.isValid(tag.span, for: message.span, with: key) == true)
        let longTag = HMACSHA512.authenticate(message.span, with: key).exposeBytes()
        #expect(HMACSHA512.isValid(longTag.span, for: message.span, with: key) == true)
        for count in 0..<32 {
            let short = Array(tag.prefix(count))
            #expect(HMACSHA256.isValid(short.span, for: message.span, with: key) == false)
        }
        for count in 0..<64 {
            let short = Array(longTag.prefix(count))
            #expect(HMACSHA512.isValid(short.span, for: message.span, with: key) == false)
        }
        let longer = tag + [0]
        #expect(HMACSHA256.isValid(longer.span, for: message.span, with: key) == false)
        for bit in 0..<256 {
            var changed = tag
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(HMACSHA256.isValid(changed.span, for: message.span, with: key) == false)
        }
    }

    @Test("HMAC takes an empty key and an empty message")
    func empty() throws {
        let nothing: [UInt8] = []
        let tag = HMACSHA256.authenticate(nothing.span, with: SecretBytes(copying: nothing.span))
            .exposeBytes()
        #expect(Hex.encode(tag.span) == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }
}

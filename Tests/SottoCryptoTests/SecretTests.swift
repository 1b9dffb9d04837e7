import SottoCrypto
import TestSupport
import Testing

@Suite("Secret bytes")
struct SecretTests {
    private func secret(_ bytes: [UInt8]) -> SecretBytes { SecretBytes(copying: bytes.span) }

    @Test("keep what they were made from")
    func content() {
        var generator = SeededGenerator(seed: 1)
        for count in [0, 1, 31, 32, 33, 1_000] {
            let bytes = generator.bytes(count)
            let secret = secret(bytes)
            #expect(secret.count == count)
            #expect(secret.exposeBytes() == bytes)
        }
    }

    @Test("made by consuming an array leave zeros in it")
    func consuming() {
        var bytes: [UInt8] = [1, 2, 3]
        let secret = SecretBytes(consuming: &bytes)
        #expect(bytes == [0, 0, 0])
        #expect(secret.exposeBytes() == [1, 2, 3])
    }

    @Test("are different each time they are random")
    func random() {
        let (a, b) = (
            SecretBytes.random(byteCount: 32).exposeBytes(), SecretBytes.random(byteCount: 32).exposeBytes()
        )
        #expect(a.count == 32)
        #expect(a != b)
    }

    @Test("made of fewer than no random bytes are empty")
    func negativeRandom() {
        #expect(SecretBytes.random(byteCount: -1).count == 0)
        #expect(Random.bytes(-1).isEmpty)
    }

    @Test("are equal when all bytes are, and not when one bit or the length differs")
    func equality() {
        var generator = SeededGenerator(seed: 2)
        let bytes = generator.bytes(40)
        #expect(secret(bytes).isEqual(to: secret(bytes)) == true)
        for bit in 0..<8 * bytes.count {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(secret(bytes).isEqual(to: secret(changed)) == false)
            #expect(ConstantTime.isEqual(bytes.span, changed.span) == false)
        }
        let longer = bytes + [0]
        #expect(secret(bytes).isEqual(to: secret(longer)) == false)
        #expect(ConstantTime.isEqual(bytes.span, longer.span) == false)
        #expect(ConstantTime.isEqual(bytes.span, bytes.span) == true)
        let nothing: [UInt8] = []
        #expect(ConstantTime.isEqual(nothing.span, nothing.span) == true)
        #expect(secret(nothing).isEqual(to: secret(nothing)) == true)
    }

    @Test("wipe a range of theirs and leave the rest")
    func wipingRange() {
        var secret = secret([1, 2, 3, 4, 5])
        secret.wipe(1..<3)
        #expect(secret.exposeBytes() == [1, 0, 0, 4, 5])
        secret.wipe(4..<100)
        #expect(secret.exposeBytes() == [1, 0, 0, 4, 0])
    }

    @Test("duplicate a range that is cut to what is there")
    func duplicates() {
        let secret = secret([1, 2, 3, 4, 5])
        #expect(secret.duplicate().exposeBytes() == [1, 2, 3, 4, 5])
        #expect(secret.duplicate(of: 1..<3).exposeBytes() == [2, 3])
        #expect(secret.duplicate(of: 3..<9).exposeBytes() == [4, 5])
        #expect(secret.duplicate(of: 7..<9).exposeBytes().isEmpty)
    }

    @Test("take no copy that doesn't fit")
    func copyBounds() {
        let source = secret([7, 8, 9])
        for (range, offset) in [(0..<3, 2), (0..<4, 0), (-1..<1, 0), (0..<1, 4), (0..<1, -1)] {
            var target = SecretBytes(zeroedByteCount: 4)
            target.copy(source, range, to: offset)
            #expect(target.exposeBytes() == [0, 0, 0, 0])
        }
        var target = SecretBytes(zeroedByteCount: 4)
        target.copy(source, 1..<3, to: 2)
        #expect(target.exposeBytes() == [0, 0, 8, 9])
    }
}

@Suite("Text of secrets")
struct SecretTextTests {
    private func decodeHex(_ text: String, _ count: Int) throws(CryptoError) -> [UInt8] {
        let bytes = Array(text.utf8)
        return try SecretBytes.decodingHex(bytes.span, byteCount: count).exposeBytes()
    }

    private func decodeBase64(_ text: String, _ count: Int) throws(CryptoError) -> [UInt8] {
        let bytes = Array(text.utf8)
        return try SecretBytes.decodingBase64(bytes.span, byteCount: count).exposeBytes()
    }

    @Test("round-trips in hex and base64", arguments: 0..<70)
    func roundTrip(_ count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let bytes = generator.bytes(count)
        let secret = SecretBytes(copying: bytes.span)
        let hex = String(decoding: secret.hexEncoded().exposeBytes(), as: UTF8.self)
        let base64 = String(decoding: secret.base64Encoded().exposeBytes(), as: UTF8.self)
        #expect(hex == Hex.encode(bytes.span))
        #expect(try decodeHex(hex, count) == bytes)
        #expect(try decodeHex(hex.uppercased(), count) == bytes)
        #expect(try decodeBase64(base64, count) == bytes)
        #expect(base64.utf8.count == (count + 2) / 3 * 4)
    }

    /// RFC 4648, section 10.
    @Test(
        "is the base64 of RFC 4648",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func base64Values(_ plain: String, _ encoded: String) throws {
        let bytes = Array(plain.utf8)
        let text = SecretBytes(copying: bytes.span).base64Encoded().exposeBytes()
        #expect(String(decoding: text, as: UTF8.self) == encoded)
        #expect(try decodeBase64(encoded, bytes.count) == bytes)
    }

    @Test(
        "in hex is refused with another length or any other character",
        arguments: [
            "", "0", "00", "000", "00000", "000000", "000g", "g000", "0x00", "00 0", " 000", "000 ", "00:0",
            "-100",
            "000\n", "00\u{0}0", "000/", "000:", "000@", "000G", "000`", "٠٠",
        ])
    func malformedHex(_ text: String) {
        #expect(throws: CryptoError.malformedText) { try decodeHex(text, 2) }
    }

    @Test(
        "in base64 is refused with another length, alphabet or padding",
        arguments: [
            "", "Zm8", "Zm8==", "Zm8=Zm8=", "Zm9v", "Zg==", "Z===", "====", "Zm-=", "Zm_=", "Zm8 ", " m8=",
            "Zm\n=", "=m8=",
            "Z=8=", "Zm8=\n", "Zm9=", "Zm\u{0}=", "Zmö",
        ])
    func malformedBase64(_ text: String) {
        #expect(throws: CryptoError.malformedText) { try decodeBase64(text, 2) }
    }

    @Test("is refused when fewer than no bytes are asked for")
    func negativeCount() {
        #expect(throws: CryptoError.malformedText) { try decodeHex("", -1) }
        #expect(throws: CryptoError.malformedText) { try decodeBase64("", -1) }
        #expect(throws: CryptoError.malformedText) { try decodeHex("", Int.min) }
    }

    @Test(
        "of public bytes is refused with an odd count or another character",
        arguments: ["0", "0g", "é", " 00", "0x"])
    func publicHex(_ text: String) {
        #expect(throws: CryptoError.malformedText) { try Hex.decode(text) }
    }
}

@Suite("Guarded bytes")
struct GuardedBytesTests {
    @Test("keep a copy, lend it and duplicate it", arguments: [0, 1, 32, 64, 4_096, 5_000])
    func content(_ count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let bytes = generator.bytes(count)
        let guarded = try GuardedBytes(copying: SecretBytes(copying: bytes.span))
        #expect(guarded.count == count)
        #expect(guarded.duplicate().exposeBytes() == bytes)
        let sum = guarded.withSpan { span in span.indices.reduce(0) { $0 + Int(span[$1]) } }
        #expect(sum == bytes.reduce(0) { $0 + Int($1) })
    }

    @Test("are equal when all bytes are")
    func equality() throws {
        let (a, b, c): ([UInt8], [UInt8], [UInt8]) = ([1, 2], [1, 3], [1, 2, 0])
        let first = try GuardedBytes(copying: SecretBytes(copying: a.span))
        #expect(try first.isEqual(to: GuardedBytes(copying: SecretBytes(copying: a.span))) == true)
        #expect(try first.isEqual(to: GuardedBytes(copying: SecretBytes(copying: b.span))) == false)
        #expect(try first.isEqual(to: GuardedBytes(copying: SecretBytes(copying: c.span))) == false)
    }
}

import SottoCrypto
import Testing

@Suite("Text of secrets is read strictly")
struct SecretTextStrictnessTests {
    @Test("a byte outside the alphabet is refused at every place of base64", arguments: 0..<8)
    func base64Alphabet(position: Int) throws {
        let text = Array("c290dG/0".utf8)
        #expect(throws: Never.self) { _ = try SecretBytes.decodingBase64(text.span, byteCount: 6) }
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        for byte in UInt8.min...UInt8.max where !alphabet.contains(byte) {
            var changed = text
            changed[position] = byte
            #expect(throws: CryptoError.malformedText) {
                _ = try SecretBytes.decodingBase64(changed.span, byteCount: 6)
            }
        }
    }

    @Test("a byte outside the digits is refused at every place of hex", arguments: 0..<4)
    func hexDigits(position: Int) throws {
        let text = Array("09aF".utf8)
        let digits = Set("0123456789abcdefABCDEF".utf8)
        for byte in UInt8.min...UInt8.max {
            var changed = text
            changed[position] = byte
            let decoded = try? SecretBytes.decodingHex(changed.span, byteCount: 2).exposeBytes()
            #expect((decoded != nil) == digits.contains(byte))
        }
    }
}

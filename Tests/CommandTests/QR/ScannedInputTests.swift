import Foundation
import TestSupport
import Testing

@testable import safetynum

@Suite("What is given as a scan")
struct ScannedInputTests {
    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The forms that a scanner's text can have.
    private static func texts(of bytes: [UInt8]) -> [String] {
        let base64 = Data(bytes).base64EncodedString()
        let url = base64.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        let unpadded = [base64, url].map { $0.replacingOccurrences(of: "=", with: "") }
        let hexadecimal = hexadecimal(bytes)
        return [base64, url, hexadecimal, hexadecimal.uppercased()] + unpadded
    }

    @Test("is the same code as bytes, in hexadecimal and in Base64", arguments: [72, 74])
    func forms(byteCount: Int) {
        for payload in (0..<20).map({ Payloads.random($0, count: byteCount) }) {
            #expect(ScannedInput(payload) == .code(payload))
            for text in Self.texts(of: payload) {
                #expect(ScannedInput(Array(text.utf8)) == .code(payload))
                #expect(ScannedInput(Array("\(text)\n".utf8)) == .code(payload))
                let wrapped = text.enumerated().map { $0 % 19 == 18 ? "\($1)\r\n" : String($1) }.joined()
                #expect(ScannedInput(Array("\t \(wrapped)".utf8)) == .code(payload))
            }
        }
    }

    @Test(
        "is nothing when it stands for more or fewer bytes", arguments: [0, 1, 36, 71, 73, 75, 108, 148, 600])
    func otherLengths(byteCount: Int) {
        let payload = Payloads.random(3, count: byteCount)
        for text in Self.texts(of: payload) where text.utf8.count != 72 && text.utf8.count != 74 {
            #expect(ScannedInput(Array(text.utf8)) == .unrecognised)
        }
    }

    @Test("is nothing when no encoder writes it so")
    func notCanonical() {
        let payload = [UInt8](repeating: 0xFB, count: 74)
        let base64 = Data(payload).base64EncodedString()
        // +/v7…+/s=, whose last digit has two bits over.
        #expect(base64.hasSuffix("+/s="))
        let (cut, cutMore) = (String(base64.dropLast()), String(base64.dropLast(2)))
        let wrong: [String] = [
            "\(base64)=", "\(cut)==", "=\(base64)", "-\(base64.dropFirst())", "\(cutMore)t=", "\(cutMore)t",
            "\(base64.dropFirst())A", "\(base64)AAAA", "\u{0}\(base64)", "\(base64)\u{0}", "\(cutMore)é=",
        ]
        for text in wrong { #expect(ScannedInput(Array(text.utf8)) == .unrecognised, "\(text)") }
        let hexadecimal = Self.hexadecimal(payload)
        let shorter = String(hexadecimal.dropLast())
        for text in ["\(shorter)g", "0x\(hexadecimal)", "\(hexadecimal)0", shorter] {
            #expect(ScannedInput(Array(text.utf8)) == .unrecognised, "\(text)")
        }
        #expect(ScannedInput(Array(base64.utf8) + [UInt8](repeating: 0x20, count: 1024)) == .unrecognised)
    }

    @Test("is a picture when it begins as one")
    func pictures() throws {
        let beginnings: [(PictureFormat, [UInt8])] = [
            (.png, PNGImage(try QRCode(bytes: [1], level: .l)).bytes), (.jpeg, [0xFF, 0xD8, 0xFF, 0xE0]),
            (.gif, Array("GIF89a".utf8)), (.gif, Array("GIF87a".utf8)),
            (.bmp, Array("BM".utf8) + [9, 9, 9, 9, 0, 0, 0, 0]), (.webp, Array("RIFF....WEBPVP8 ".utf8)),
            (.pnm, Array("P4\n8 8\n".utf8)), (.pnm, Array("P6#".utf8)),
        ]
        for (format, bytes) in beginnings { #expect(ScannedInput(bytes) == .picture(format)) }
        for text in [
            "", "P", "P4", "P7\n", "P0 ", "Px ", "BM", "BMW", "RIFF", "RIFF....WAVE", "GIF88a", "<svg/>",
        ] {
            #expect(ScannedInput(Array(text.utf8)) == .unrecognised, "\(text)")
        }
    }

    @Test("never traps and is never of another length, whatever the bytes are", arguments: 0..<8)
    func hostile(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("ABCabc019+/-_= \n\r\t".utf8) + [0x00, 0x80, 0xFF]
        for _ in 0..<5_000 {
            let payload = random.bytes(random.oneIn(2) ? 74 : 72)
            var bytes: [UInt8]
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes = random.bytes(Int.random(in: 0...200, using: &random))
            case 1:
                bytes = (0..<Int.random(in: 0...1100, using: &random)).map { _ in
                    alphabet.randomElement(using: &random) ?? 0
                }
            case 2: bytes = Array((Self.texts(of: payload).randomElement(using: &random) ?? "").utf8)
            default:
                let beginnings = ["P5\n", "BM....\0\0\0\0", "RIFF....WEBP", "GIF89a", "\u{89}PNG"]
                bytes = Array((beginnings.randomElement(using: &random) ?? "").utf8) + random.bytes(9)
            }
            for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
                let at = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: at)
                default: bytes.insert(alphabet.randomElement(using: &random) ?? 0, at: at)
                }
            }
            if case .code(let code) = ScannedInput(bytes) { #expect(code.count == 72 || code.count == 74) }
            if case .picture(let format) = ScannedInput(bytes) { #expect(PictureFormat(of: bytes) == format) }
        }
    }
}

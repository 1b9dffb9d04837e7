import Foundation
import SottoPushPayload
import TestSupport
import Testing

/// Rule PP-13.
@Suite("Base64 of a push")
struct Base64Tests {
    private func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        Base64.append(bytes.span, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    private func decode(_ text: String) -> [UInt8]? { Base64.decode(Array(text.utf8).span) }

    @Test("is that of others, for every length")
    func likeOthers() {
        for count in 0...200 {
            let bytes = bytes(count, UInt64(count))
            let text = text(bytes)
            #expect(text == Data(bytes).base64EncodedString())
            #expect(text.utf8.count == Base64.textByteCount(of: count))
            #expect(decode(text) == bytes)
        }
    }

    @Test("reads every three bytes back")
    func everyPair() {
        for high in 0...255 {
            for low in stride(from: 0, through: 255, by: 5) {
                let bytes = [UInt8(high), UInt8(low), UInt8(low ^ high)]
                #expect(decode(text(bytes)) == bytes)
            }
        }
    }

    @Test("has one accepted form: every other character in every place changes or ruins it")
    func oneForm() {
        for count in [1, 2, 3, 4] {
            let bytes = bytes(count, 9)
            let text = Array(text(bytes).utf8)
            for index in text.indices {
                for byte in UInt8.min...UInt8.max where byte != text[index] {
                    var other = text
                    other[index] = byte
                    if let read = Base64.decode(other.span) {
                        #expect(read != bytes)
                        #expect(self.text(read) == String(decoding: other, as: UTF8.self))
                    }
                }
            }
        }
    }

    @Test(
        "refuses other alphabets, missing and surplus padding, bits behind the end and white space",
        arguments: [
            "-_-_", "ab-_", "a", "ab", "abc", "ab=", "ab===", "a===", "====", "=", "abcd=", "abcd====",
            "ab==cdef", "YR==",
            "YWJ=", "YWK=", "YQ==YQ==", "YQ=a", "Y=Q=", "abcd ", " abcd", "ab cd", "abc\n", "abcdab\r\n",
            "abcd\u{0}", "äbcd", "abcd\"",
        ])
    func strict(text: String) {
        #expect(decode(text) == nil)
    }

    @Test("ends at what can't belong to it, but not amid four characters")
    func ends() throws {
        let text = Array("xxYWJjYWI=\"rest".utf8)
        let decoded = Base64.decode(text.span, from: 2)
        let found = try #require(decoded)
        #expect(found.bytes == Array("abcab".utf8))
        #expect(found.end == 10)
        for (start, end) in [(3, nil), (16, nil), (-1, nil), (15, 15)] as [(Int, Int?)] {
            let decoded = Base64.decode(text.span, from: start)
            #expect(decoded?.end == end)
        }
    }
}

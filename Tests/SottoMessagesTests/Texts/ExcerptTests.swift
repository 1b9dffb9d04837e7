import SottoMessages
import TestSupport
import Testing

/// Rules MR-18 to MR-21.
@Suite("Excerpts")
struct ExcerptTests {
    private static func cover(_ text: String, _ ranges: [(UInt32, UInt32)]) -> String {
        TextExcerpt.covering(ranges.map { TextRange(start: $0.0, count: $0.1) }, in: text)
    }

    @Test(
        "are cut between characters, with an ellipsis that counts",
        arguments: [
            ("hello", 5, "hello"), ("hello!", 5, "he…"), ("hello!", 3, "…"), ("hello!", 2, ""), ("", 0, ""),
            ("👨‍👩‍👧 and", 21, "👨‍👩‍👧…"), ("👨‍👩‍👧 and", 20, "…"), ("e\u{301}e\u{301}xx", 7, "e\u{301}…"),
            ("a b cd", 5, "a…"),
            ("hello!", -1, ""),
        ])
    func bytes(_ text: String, _ count: Int, _ result: String) {
        #expect(TextExcerpt.trim(text, toByteCount: count) == result)
        #expect(result.utf8.count <= max(count, 0))
    }

    @Test(
        "have at most as many characters",
        arguments: [
            ("hello", 5, "hello"), ("hello!", 5, "hell…"), ("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", 2, "👨‍👩‍👧…"), ("ab", 1, "…"), ("ab", 0, ""),
        ])
    func characters(_ text: String, _ count: Int, _ result: String) {
        #expect(TextExcerpt.trim(text, toCharacterCount: count) == result)
    }

    @Test(
        "are one line",
        arguments: [
            ("  one\n\n two\t", "one two"), ("\u{202E}abc\u{2066}", "abc"),
            ("\u{0}a\u{85}b\u{2028}c", "a b c"), ("\n", ""),
            ("a\u{A0}b", "a b"), ("👨‍👩‍👧\n👍🏽", "👨‍👩‍👧 👍🏽"),
        ])
    func snippets(_ text: String, _ line: String) {
        #expect(TextExcerpt.snippet(text, byteCount: 256) == line)
    }

    @Test("of any text are short, and whole characters of it", arguments: [1, 2, 3] as [UInt64])
    func property(_ seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let parts = ["a", " ", "\n", "é", "e\u{301}", "👨‍👩‍👧", "क्षि", "が", "🇩🇪", "\u{202E}", "\r\n", "1️⃣"]
        for _ in 0..<500 {
            let text = (0..<Int.random(in: 0...30, using: &generator))
                .compactMap { _ in parts.randomElement(using: &generator) }.joined()
            let limit = Int.random(in: 0...60, using: &generator)
            let cut = TextExcerpt.trim(text, toByteCount: limit)
            let line = TextExcerpt.snippet(text, byteCount: limit)
            #expect(cut.utf8.count <= limit && line.utf8.count <= limit)
            #expect(!line.contains { $0.isNewline })
            if cut != text, !cut.isEmpty { #expect(text.hasPrefix(cut.dropLast())) }
        }
    }

    @Test("cover parts without telling their length")
    func covered() {
        #expect(Self.cover("the end is near", [(8, 2)]) == "the end ▒▒▒ near")
        #expect(Self.cover("the end is near", [(0, 15)]) == "▒▒▒")
        #expect(Self.cover("the end is near", [(0, 3), (3, 4)]) == "▒▒▒ is near")
        #expect(Self.cover("the end is near", [(4, 6), (0, 7)]) == "▒▒▒ near")
        #expect(Self.cover("the end is near", [(8, 2), (0, 3)]) == "▒▒▒ end ▒▒▒ near")
        #expect(Self.cover("the end", []) == "the end")
    }

    @Test(
        "cover all from where a range is wrong",
        arguments: [(3, 1), (3, 100), (2, 0), (2, .max)] as [(UInt32, UInt32)])
    func wrongRange(_ start: UInt32, _ count: UInt32) {
        #expect(Self.cover("a 👨‍👩‍👧 b", [(start, count)]) == "a ▒▒▒")
    }

    @Test("cover from the start of the character that a range splits")
    func splitCharacter() {
        #expect(Self.cover("ae\u{301}b", [(2, 2)]) == "a▒▒▒")
        #expect(Self.cover("ab", [(7, 1)]) == "ab▒▒▒")
    }

    /// Text of bytes 10 to 20.
    static let range = TextRange(start: 10, count: 10)

    @Test(
        "keep ranges where their bytes are",
        arguments: [
            (0..<0, 5, 15, 10), (0..<5, 0, 5, 10), (20..<25, 9, 10, 10), (10..<10, 3, 13, 10),
            (20..<20, 3, 10, 10),
            (12..<14, 5, 10, 13), (10..<14, 5, 15, 6), (5..<12, 1, 6, 8), (18..<25, 4, 10, 8),
            (14..<20, 4, 10, 4),
        ] as [(Range<Int>, Int, UInt32, UInt32)])
    func shifts(_ edit: Range<Int>, _ byteCount: Int, _ start: UInt32, _ count: UInt32) {
        #expect(
            Self.range.after(replacing: edit, withByteCount: byteCount)
                == TextRange(start: start, count: count))
    }

    @Test("lose ranges of which nothing is left")
    func lost() {
        #expect(Self.range.after(replacing: 10..<20, withByteCount: 5) == nil)
        #expect(Self.range.after(replacing: 0..<99, withByteCount: 5) == nil)
        #expect(Self.range.after(replacing: 0..<0, withByteCount: .max) == nil)
        #expect(Self.range.after(replacing: -1..<0, withByteCount: 1) == nil)
        #expect(Self.range.shifted(by: -11) == nil && Self.range.shifted(by: .max) == nil)
        #expect(Self.range.shifted(by: -10) == TextRange(start: 0, count: 10))
        #expect(Self.range.clipped(toByteCount: 10) == nil)
        #expect(Self.range.clipped(toByteCount: 12) == TextRange(start: 10, count: 2))
        #expect(Self.range.clipped(toByteCount: 99) == Self.range)
    }
}

import Foundation
import SottoMessages
import TestSupport
import Testing

/// Rules MR-22 to MR-24.
@Suite("Search")
struct SearchTests {
    private static func fold(_ text: String) -> String {
        String(decoding: TextFolding.fold(text), as: UTF8.self)
    }

    /// The parts of a text that a query finds.
    private static func found(_ query: String, _ text: String, _ place: SearchQuery.Place = .anywhere)
        -> [String]
    {
        guard let query = SearchQuery(query, place: place) else { return ["no query"] }
        let parts = query.matches(in: text).map { range in
            range.range(in: text).map { String(text[$0]) } ?? "no range"
        }
        #expect(query.isFound(in: TextFolding.fold(text)) == !parts.isEmpty)
        return parts
    }

    @Test(
        "folds case and marks, and nothing else",
        arguments: [
            ("Hello, World 42!", "hello, world 42!"), ("Café", "cafe"), ("CAFE\u{301}", "cafe"),
            ("ÅÄÖ", "aao"),
            ("Straße", "strasse"), ("ΟΔΥΣΣΕΎΣ", "οδυσσευσ"), ("Ёлка", "елка"), ("ŁØ", "łø"),
            ("Việt Nam", "viet nam"),
            ("ﬁn", "fin"), ("İ", "i"), ("don’t “go”", "don't \"go\""), ("❤️", "❤"), ("co\u{AD}op", "coop"),
            ("각", "각"), ("\u{1100}\u{1161}\u{11A8}", "각"), ("𐐀", "𐐨"), ("مُحَمَّد", "محمد"), ("שָׁלוֹם", "שלום"),
            ("", ""),
        ])
    func folds(_ text: String, _ folded: String) {
        #expect(Array(Self.fold(text).unicodeScalars) == Array(folded.unicodeScalars))
    }

    @Test(
        "keeps letters apart that a mark makes different",
        arguments: [("か", "が"), ("は", "ぱ"), ("क", "क़"), ("न", "ऩ"), ("क", "क्")])
    func apart(_ first: String, _ second: String) {
        #expect(TextFolding.fold(first) != TextFolding.fold(second))
    }

    @Test(
        "folds what is canonically equal to the same, and what is folded to itself",
        arguments: [1, 2, 3] as [UInt64])
    func canonical(_ seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let ranges: [ClosedRange<UInt32>] = [
            0x41...0x5A, 0xC0...0x24F, 0x386...0x3CE, 0x400...0x45F, 0x905...0x939, 0x958...0x95F,
            0x1E00...0x1EFF,
            0x1F00...0x1FFF, 0x3041...0x30FF, 0xAC00...0xD7A3, 0x20...0x40,
        ]
        for _ in 0..<2_000 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...8, using: &generator) {
                let range = ranges.randomElement(using: &generator) ?? 0x41...0x5A
                scalars.append(Unicode.Scalar(UInt32.random(in: range, using: &generator)) ?? "a")
            }
            let text = String(scalars)
            let folded = TextFolding.fold(text)
            #expect(TextFolding.fold(text.decomposedStringWithCanonicalMapping) == folded)
            #expect(TextFolding.fold(text.precomposedStringWithCanonicalMapping) == folded)
            #expect(TextFolding.fold(Self.fold(text)) == folded)
            #expect(String(validating: folded, as: UTF8.self) != nil)
        }
    }

    @Test("folds every scalar to valid text that folds to itself")
    func everyScalar() {
        for value in UInt32(0)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let folded = TextFolding.fold(String(scalar))
            guard let text = String(validating: folded, as: UTF8.self), TextFolding.fold(text) == folded,
                folded.count <= 3 * UTF8.width(scalar)
            else {
                Issue.record("U+\(String(value, radix: 16))")
                return
            }
        }
    }

    @Test(
        "finds parts of a text as they are written in it",
        arguments: [
            ("cafe", "Le Café, the CAFÉ", ["Café", "CAFÉ"]), ("É", "e\u{301}té", ["e\u{301}", "é"]),
            ("  on ", "We go on", ["on"]),
            ("ss", "Maß und Masse", ["ß", "ss"]), ("s", "Maß", ["ß"]), ("aa", "aaaaa", ["aa", "aa"]),
            ("x", "abc", []),
            ("👨", "a 👨‍👩‍👧", ["👨‍👩‍👧"]), ("❤", "I ❤️ you", ["❤️"]), ("か", "がか", ["か"]),
            ("が", "か\u{3099}か", ["か\u{3099}"]),
            ("क", "क़", []), ("가", "x\u{1100}\u{1161}", ["\u{1100}\u{1161}"]),
            ("longer than the text", "text", []),
            ("don't", "I don’t", ["don’t"]),
            ("e", "é", ["é"]), ("мост", "У Моста", ["Мост"]), ("\u{1F44D}", "👍🏽👍", ["👍🏽", "👍"]),
        ])
    func finds(_ query: String, _ text: String, _ parts: [String]) {
        #expect(Self.found(query, text) == parts)
    }

    @Test(
        "finds starts of words",
        arguments: [
            ("on", "on and on, bon, sOn (Once)", ["on", "on", "On"]), ("n", "on", []),
            ("éc", "l'Écran", ["Éc"]), ("1", "21 1", ["1"]),
            ("мо", "ямо мо", ["мо"]), ("京", "東京", ["京"]), ("a", "éa", []), ("a", "e\u{301}a a", ["a"]),
        ])
    func wordStarts(_ query: String, _ text: String, _ parts: [String]) {
        #expect(Self.found(query, text, .wordStart) == parts)
    }

    @Test("has no query of white space or marks alone", arguments: ["", " \n", "\u{301}", "\u{FE0F}"])
    func noQuery(_ text: String) {
        #expect(SearchQuery(text) == nil)
    }

    @Test("cuts a long query between scalars")
    func longQuery() {
        let text = "a" + String(repeating: "ж", count: 400)
        #expect(SearchQuery(text) == SearchQuery("a" + String(repeating: "ж", count: 127)))
        #expect(Self.found(text, text).first?.utf8.count == 255)
    }

    @Test("tells at most as many matches as asked for")
    func limit() {
        let text = String(repeating: "a ", count: 1_000)
        #expect(SearchQuery("a")?.matches(in: text).count == 64)
        #expect(SearchQuery("a")?.matches(in: text, limit: 2).count == 2)
        #expect(SearchQuery("a")?.matches(in: text, limit: 0) == [])
    }

    @Test("finds what a slow search finds, in ranges that content accepts", arguments: [1, 2, 3] as [UInt64])
    func property(_ seed: UInt64) {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let parts = ["a", "b", "A", "á", "ж", "Ж", " ", "👨‍👩‍👧", "か", "ß"]
        func text(_ count: Int) -> String {
            (0..<count).compactMap { _ in parts.randomElement(using: &generator) }.joined()
        }
        for _ in 0..<2_000 {
            let long = text(Int.random(in: 0...20, using: &generator))
            guard let query = SearchQuery(text(Int.random(in: 1...3, using: &generator))) else { continue }
            let ranges = query.matches(in: long)
            #expect(ranges.allSatisfy { $0.range(in: long) != nil })
            #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.start + $0.count <= $1.start })
            #expect(query.isFound(in: TextFolding.fold(long)) == !ranges.isEmpty)
        }
        for _ in 0..<2_000 {
            let long = text(Int.random(in: 0...20, using: &generator))
            let short = "x" + text(2).filter { $0 != " " } + "x"
            let planted = long + short + text(5)
            #expect(SearchQuery(short)?.isFound(in: TextFolding.fold(planted)) == true)
            #expect(SearchQuery(short)?.isFound(in: TextFolding.fold(long)) == false)
        }
    }
}

import Foundation
import SottoMessages
import Testing

/// Rule MR-17.
@Suite("Solo emoji")
struct SoloEmojiTests {
    @Test(
        "are one to three emoji and nothing else",
        arguments: [
            ("❤️", 1), ("👍🏽", 1), ("👨‍👩‍👧‍👦", 1), ("🇩🇪", 1), ("🇩🇪🇫🇷", 2), ("1️⃣", 1), ("#️⃣*️⃣", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 1),
            ("😀😀😀", 3), ("😀 😀\n", 2), (" 😀", 1), ("🏳️‍🌈🏳️‍⚧️", 2), ("❤️‍🔥", 1), ("👩🏽‍❤️‍💋‍👨🏻", 1),
        ])
    func emoji(_ text: String, _ count: Int) {
        #expect(SoloEmoji.count(in: text) == count)
    }

    @Test(
        "aren't texts with anything else",
        arguments: [
            "", " ", "1", "#", "*", "12", "😀😀😀😀", "😀a", "a😀", "😀.", "❤", "❤\u{FE0E}", "😀\u{FE0E}", "©",
            "™", "🇩", "1\u{FE0F}", "😀\u{301}", "\u{200D}", "\u{FE0F}", "é", "😀         😀", "𝟙", "㊗",
        ])
    func others(_ text: String) {
        #expect(SoloEmoji.count(in: text) == nil)
    }

    @Test("aren't a character with any number of joiners")
    func long() {
        #expect(SoloEmoji.count(in: "😀" + String(repeating: "\u{200D}😀", count: 10_000)) == nil)
    }

    /// The list of Debian's package unicode-data, if it is installed.
    static let list = "/usr/share/unicode/emoji/emoji-test.txt"

    @Test(
        "are all fully qualified emoji of Unicode", .enabled(if: FileManager.default.fileExists(atPath: list))
    )
    func everyEmoji() throws {
        let text = try String(contentsOfFile: Self.list, encoding: .utf8)
        var count = 0
        for line in text.split(separator: "\n") where line.contains("; fully-qualified") {
            let points = line.prefix { $0 != ";" }.split(separator: " ").compactMap { UInt32($0, radix: 16) }
            var emoji = String.UnicodeScalarView()
            emoji.append(contentsOf: points.compactMap(Unicode.Scalar.init))
            count += 1
            if SoloEmoji.count(in: String(emoji)) != 1 { Issue.record("\(line)") }
        }
        #expect(count > 3_000)
    }
}

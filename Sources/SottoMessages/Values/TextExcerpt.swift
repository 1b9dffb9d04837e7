/// Parts of texts for small places, cut between characters.
///
/// Rules MR-18 to MR-20.
public enum TextExcerpt {
    /// What stands for a part that was cut off.
    public static let ellipsis = "…"
    /// What covers a part, however long it is.
    public static let cover = "▒▒▒"

    /// The text when it has at most `byteCount` bytes of UTF-8, else its start with an ellipsis, both within them.
    ///
    /// Where not even the ellipsis fits, nothing.
    ///
    /// - Complexity: O(`byteCount`), for any length of the text.
    public static func trim(_ text: String, toByteCount byteCount: Int) -> String {
        if text.utf8.count <= byteCount { return text }
        let room = byteCount - ellipsis.utf8.count
        guard room >= 0 else { return "" }
        var used = 0
        var end = text.startIndex
        while end < text.endIndex {
            let next = text.index(after: end)
            used += text.utf8.distance(from: end, to: next)
            if used > room { break }
            end = next
        }
        return text[..<end].trimmingEnd + ellipsis
    }

    /// The text when it has at most `count` characters, else one fewer and an ellipsis.
    ///
    /// - Complexity: O(`count`).
    public static func trim(_ text: String, toCharacterCount count: Int) -> String {
        guard count > 0 else { return "" }
        guard let end = text.index(text.startIndex, offsetBy: count, limitedBy: text.endIndex),
            end < text.endIndex
        else { return text }
        return text[..<text.index(before: end)].trimmingEnd + ellipsis
    }

    /// One line of at most `byteCount` bytes: white space and control characters become single spaces.
    ///
    /// Scalars that turn the direction of what follows are left out, so that the line can't change the text around it.
    ///
    /// - Complexity: O(`byteCount`) unless the text starts with more than that of what is left out.
    public static func snippet(_ text: String, byteCount: Int) -> String {
        var line = String.UnicodeScalarView()
        var used = 0
        var needsSpace = false
        for scalar in text.unicodeScalars {
            // One scalar more than fits, so that the cut is seen.
            if used > byteCount { break }
            if isDirection(scalar) { continue }
            if isBlank(scalar) {
                needsSpace = used > 0
                continue
            }
            if needsSpace {
                line.append(" ")
                used += 1
                needsSpace = false
            }
            line.append(scalar)
            used += UTF8.width(scalar)
        }
        return trim(String(line), toByteCount: byteCount)
    }

    /// The text with each of the parts covered, by ``cover`` unless told; parts that touch or overlap are covered as one.
    ///
    /// A part that isn't inside the text, or splits a character, covers all from there on: nothing that should be hidden shows
    /// because a range is wrong.
    ///
    /// - Complexity: O(n + m log m).
    public static func covering(
        _ ranges: [TextRange], in text: String, with cover: String = cover
    ) -> String {
        var result = ""
        var shown = text.startIndex
        var isCovered = false
        for range in ranges.sorted(by: { $0.start < $1.start }) {
            let place = range.range(in: text)
            let lower = place?.lowerBound ?? text.boundary(before: Int(range.start))
            let upper = place?.upperBound ?? text.endIndex
            if lower > shown || !isCovered {
                if lower > shown { result += text[shown..<lower] }
                result += cover
                isCovered = true
            }
            shown = max(shown, upper)
        }
        return result + text[shown...]
    }
}

extension String {
    /// The last index between two characters that isn't behind a number of bytes.
    fileprivate func boundary(before byteCount: Int) -> Index {
        guard byteCount < utf8.count else { return endIndex }
        let index = utf8.index(startIndex, offsetBy: byteCount)
        guard index > startIndex else { return startIndex }
        // The standard library rounds an index inside a character down to its start.
        let next = self.index(after: index)
        let start = self.index(before: next)
        return start <= index ? start : self.index(before: start)
    }
}

extension Substring {
    /// Without white space at its end.
    fileprivate var trimmingEnd: String {
        var part = self
        while let last = part.last, last.isWhitespace { part.removeLast() }
        return String(part)
    }
}

extension TextExcerpt {
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80
            ? scalar.value <= 0x20 || scalar.value == 0x7F
            : scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }

    /// Embeddings, overrides, isolates and their ends.
    private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
        0x202A...0x202E ~= scalar.value || 0x2066...0x2069 ~= scalar.value
    }
}

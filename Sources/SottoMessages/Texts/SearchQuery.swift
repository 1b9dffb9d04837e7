/// What is searched for, folded once.
///
/// Rules MR-23 and MR-24.
public struct SearchQuery: Hashable, Sendable {
    /// Where a match may start.
    public enum Place: Hashable, Sendable {
        /// Anywhere.
        case anywhere
        /// At the start of a word.
        case wordStart
    }

    /// Where a match may start.
    public let place: Place
    private let bytes: [UInt8]
    /// Which byte is looked for first: the last one of the first scalar, as the ones before are those of a whole script.
    private let anchor: Int

    /// The longest query, in bytes of its folded text; what is beyond is left out.
    public static let byteCountLimit = 256

    /// Takes what the reader typed, without white space around it; nil when nothing is left to be looked for.
    public init?(_ text: String, place: Place = .anywhere) {
        let folded = TextFolding.fold(text)
        guard let first = folded.firstIndex(where: { $0 > 0x20 }),
            let last = folded.lastIndex(where: { $0 > 0x20 })
        else { return nil }
        var end = min(last + 1, first + Self.byteCountLimit)
        // Not inside a scalar.
        while end > first, end < folded.count, folded[end] & 0xC0 == 0x80 { end -= 1 }
        bytes = Array(folded[first..<end])
        guard !bytes.isEmpty else { return nil }
        anchor = TextFolding.decode(bytes, at: 0).count - 1
        self.place = place
    }

    /// Whether a folded text has a match.
    ///
    /// - Complexity: O(n) for texts that people write.
    public func isFound(in folded: [UInt8]) -> Bool { firstMatch(in: folded, from: 0) != nil }

    /// Where the text, not folded, matches: parts between characters, in order, none of them overlapping.
    ///
    /// A match covers the whole of the characters that it is in. A reader folds a text again for its matches alone, so only texts that
    /// are shown need it.
    public func matches(in text: String, limit: Int = 64) -> [TextRange] {
        let (folded, places) = TextFolding.foldWithPlaces(text)
        let utf8 = text.utf8
        var result: [TextRange] = []
        var start = 0
        var end = text.startIndex
        while result.count < limit, let match = firstMatch(in: folded, from: start) {
            start = match + bytes.count
            let lowerPlace = places[match]
            let upperPlace = start < places.count ? places[start] : utf8.count
            let lower = text.characterStart(at: utf8.index(utf8.startIndex, offsetBy: lowerPlace))
            let upper = text.characterEnd(
                at: utf8.index(utf8.startIndex, offsetBy: max(upperPlace, lowerPlace + 1)))
            guard lower >= end, let range = TextRange(lower..<upper, in: text) else { continue }
            result.append(range)
            end = upper
        }
        return result
    }

    private func firstMatch(in folded: [UInt8], from start: Int) -> Int? {
        let count = bytes.count
        guard folded.count - start >= count else { return nil }
        let folded = folded.span
        let bytes = bytes.span
        let last = folded.count - count
        let wanted = bytes[anchor]
        var at = start
        search: while at <= last {
            // The loop that all bytes go through.
            while folded[at + anchor] != wanted {
                at += 1
                if at > last { return nil }
            }
            for offset in 0..<count where folded[at + offset] != bytes[offset] {
                at += 1
                continue search
            }
            if isEnd(folded, at + count), place == .anywhere || isWordStart(folded, at) { return at }
            at += 1
        }
        return nil
    }

    /// Whether no mark follows that makes another letter of the last one.
    private func isEnd(_ folded: Span<UInt8>, _ place: Int) -> Bool {
        guard place < folded.count, folded[place] >= 0x80, let scalar = Self.scalar(folded, at: place) else {
            return true
        }
        let markClass = scalar.properties.canonicalCombiningClass
        return markClass != .nukta && markClass != .kanaVoicing
    }

    private func isWordStart(_ folded: Span<UInt8>, _ place: Int) -> Bool {
        guard place > 0 else { return true }
        var start = place - 1
        while start > 0, folded[start] & 0xC0 == 0x80 { start -= 1 }
        guard let before = Self.scalar(folded, at: start), let first = Self.scalar(folded, at: place) else {
            return true
        }
        return !Self.isWordPart(before) || Self.isWordAlone(first)
    }

    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return 0x30...0x39 ~= scalar.value || 0x61...0x7A ~= scalar.value }
        let properties = scalar.properties
        return properties.isAlphabetic || properties.numericType != nil
            || properties.canonicalCombiningClass != .notReordered
    }

    /// Whether words of this script aren't separated: Chinese characters and kana.
    private static func isWordAlone(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }

    private static func scalar(_ folded: Span<UInt8>, at place: Int) -> Unicode.Scalar? {
        let first = UInt32(folded[place])
        let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
        guard place + count <= folded.count else { return nil }
        var value = count == 1 ? first : first & (0x7F >> UInt32(count))
        for offset in 1..<max(count, 1) { value = value << 6 | UInt32(folded[place + offset] & 0x3F) }
        return Unicode.Scalar(value)
    }
}

extension String {
    /// The start of the character that has a byte.
    fileprivate func characterStart(at index: Index) -> Index {
        guard index < endIndex else { return endIndex }
        let start = self.index(before: self.index(after: index))
        return start <= index ? start : self.index(before: start)
    }

    /// The end of the character that has the byte before an index.
    fileprivate func characterEnd(at index: Index) -> Index {
        guard index < endIndex else { return endIndex }
        let start = characterStart(at: index)
        return start < index ? self.index(after: start) : index
    }
}

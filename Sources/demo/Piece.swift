import Sotto

/// The parts of a line that fit into messages.
enum Piece {
    /// The byte ranges, at least one.
    ///
    /// Cuts are between characters; only in a character of more than ``longestCharacter`` bytes, which no
    /// writing has, they are between scalars.
    static func ranges(
        of line: String, limit: Int = DeviceLimits.maximumContentByteCount
    ) -> [Range<Int>] {
        let count = line.utf8.count
        guard count > limit else { return [0..<count] }
        var ranges: [Range<Int>] = []
        var start = line.startIndex
        var offset = 0
        while offset < count {
            let end = cut(line, from: start, limit: limit)
            let byteCount = line.utf8.distance(from: start, to: end)
            ranges.append(offset..<offset + byteCount)
            offset += byteCount
            start = end
        }
        return ranges
    }

    private static func cut(_ line: String, from start: String.Index, limit: Int) -> String.Index {
        guard let end = line.utf8.index(start, offsetBy: limit, limitedBy: line.endIndex) else {
            return line.endIndex
        }
        var betweenScalars: String.Index?
        var candidate = end
        for _ in 0..<longestCharacter where candidate > start {
            if String.Index(candidate, within: line) != nil { return candidate }
            if betweenScalars == nil, candidate.samePosition(in: line.unicodeScalars) != nil {
                betweenScalars = candidate
            }
            candidate = line.utf8.index(before: candidate)
        }
        return betweenScalars ?? end
    }

    private static let longestCharacter = 256
}

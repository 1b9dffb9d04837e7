/// A part of a text, in bytes of its UTF-8.
///
/// Bytes, since two versions of Unicode may count grapheme clusters differently, and bytes never. Both ends stand
/// between two grapheme clusters. Rule CN-7.
public struct TextRange: MessageFields {
    /// Where the part starts: how many bytes stand before it.
    public var start: UInt32 = 0
    /// How many bytes it has.
    public var count: UInt32 = 0
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes a range of bytes.
    public init(start: UInt32, count: UInt32) {
        self.start = start
        self.count = count
    }

    /// Makes the range that a part of a text has; nil when the text is longer than 2^32 bytes.
    public init?(_ range: Range<String.Index>, in text: String) {
        let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
        let count = text.utf8.distance(from: range.lowerBound, to: range.upperBound)
        guard let start = UInt32(exactly: start), let count = UInt32(exactly: count) else { return nil }
        self.init(start: start, count: count)
    }

    /// The part of a text; nil when the range isn't inside or splits a grapheme cluster.
    public func range(in text: String) -> Range<String.Index>? {
        let utf8 = text.utf8
        let (end, isTooLarge) = start.addingReportingOverflow(count)
        guard !isTooLarge, count > 0, Int(end) <= utf8.count else { return nil }
        let lower = utf8.index(utf8.startIndex, offsetBy: Int(start))
        let upper = utf8.index(lower, offsetBy: Int(count))
        guard text.isBetweenCharacters(lower), text.isBetweenCharacters(upper) else { return nil }
        return lower..<upper
    }

    package static var schemaName: StaticString { "TextRange" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "start", &start, required: false)
        try visitor.number(2, "count", &count, required: true)
    }
}

extension String {
    /// Whether an index, of a byte inside or at the end, stands between two grapheme clusters.
    ///
    /// The cluster that holds the byte has to start there; finding it costs the cluster's length.
    fileprivate func isBetweenCharacters(_ index: Index) -> Bool {
        guard index < endIndex else { return index == endIndex }
        guard index > startIndex else { return index == startIndex }
        // Between two ASCII characters there is always an end, but between CR and LF.
        let before = utf8[utf8.index(before: index)]
        let behind = utf8[index]
        if before < 0x80, behind < 0x80 { return !(before == 0x0D && behind == 0x0A) }
        if before < 0x80 || behind < 0x80 {
            // With ASCII on one side no rule of UAX #29 looks farther than these two.
            let scalars = unicodeScalars
            var pair = ""
            pair.unicodeScalars.append(scalars[scalars.index(before: index)])
            pair.unicodeScalars.append(scalars[index])
            return pair.index(after: pair.startIndex) != pair.endIndex
        }
        guard let scalar = index.samePosition(in: unicodeScalars) else { return false }
        return rangeOfCharacter(at: scalar) == scalar
    }

    /// Where the cluster that holds `index` starts.
    private func rangeOfCharacter(at index: Index) -> Index {
        // The standard library rounds an index inside a cluster down to its start.
        let next = self.index(after: index)
        return next == startIndex ? startIndex : self.index(before: next)
    }
}

/// Texts without what a search doesn't look at: case, and the marks on letters.
///
/// Equal are "Café", "CAFE" and "cafe" with a combining accent; か and が stay apart, and so do letters with nukta
/// or virama. Rule MR-22.
public enum TextFolding {
    /// The folded text as UTF-8: what is kept to be searched.
    ///
    /// Mostly as long as the text; at most three times as long.
    ///
    /// - Complexity: O(n), one allocation for ASCII and two otherwise.
    public static func fold(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)
        let start = foldASCII(&bytes)
        guard start < bytes.count else { return bytes }
        var sink = PlainSink()
        sink.bytes.reserveCapacity(bytes.count)
        sink.bytes.append(contentsOf: bytes[..<start])
        fold(bytes, from: start, into: &sink)
        return sink.bytes
    }

    /// The folded text, and for each byte of it where in the text the scalar starts that it comes from.
    static func foldWithPlaces(_ text: String) -> (bytes: [UInt8], places: [Int]) {
        var sink = PlaceSink()
        fold(Array(text.utf8), from: 0, into: &sink)
        return (sink.bytes, sink.places)
    }

    /// Folds the ASCII at the start in place, and says where it ends.
    private static func foldASCII(_ bytes: inout [UInt8]) -> Int {
        for index in bytes.indices {
            let byte = bytes[index]
            if byte >= 0x80 { return index }
            if byte &- 0x41 < 26 { bytes[index] = byte | 0x20 }
        }
        return bytes.count
    }

    private static func fold<Sink: FoldingSink>(_ bytes: [UInt8], from start: Int, into sink: inout Sink) {
        let table = FoldingTable.shared
        let sequences = FoldingData.sequences
        var place = start
        // The scalar before, of Hangul alone.
        var before: UInt32 = 0
        while place < bytes.count {
            let byte = bytes[place]
            if byte < 0x80 {
                sink.append(byte &- 0x41 < 26 ? byte | 0x20 : byte, from: place)
                place += 1
                before = 0
                continue
            }
            let (scalar, count) = decode(bytes, at: place)
            switch table[scalar] {
            case .same:
                if let syllable = Hangul.composed(before, scalar) {
                    sink.removeLast(3)
                    sink.append(scalar: syllable, from: sink.removed)
                    before = syllable
                } else {
                    for offset in 0..<count { sink.append(bytes[place + offset], from: place) }
                    before = scalar
                }
            case .dropped: before = 0
            case .scalar(let target):
                sink.append(scalar: target, from: place)
                before = 0
            case .sequence(let index):
                for offset in 0..<Int(sequences[index]) {
                    sink.append(scalar: sequences[index + 1 + offset], from: place)
                }
                before = 0
            }
            place += count
        }
    }

    /// The scalar at a place that starts one, and its count of bytes; the bytes are a string's, so they are valid.
    static func decode(_ bytes: [UInt8], at place: Int) -> (scalar: UInt32, count: Int) {
        func part(_ offset: Int) -> UInt32 { UInt32(bytes[place + offset] & 0x3F) }
        let first = UInt32(bytes[place])
        let left = bytes.count - place
        if first >= 0xF0, left >= 4 { return ((first & 7) << 18 | part(1) << 12 | part(2) << 6 | part(3), 4) }
        if first >= 0xE0, left >= 3 { return ((first & 15) << 12 | part(1) << 6 | part(2), 3) }
        if first >= 0xC0, left >= 2 { return ((first & 31) << 6 | part(1), 2) }
        return (first, 1)
    }
}

/// Where folded bytes go.
private protocol FoldingSink {
    /// Where the last removed bytes came from.
    var removed: Int { get }
    mutating func append(_ byte: UInt8, from place: Int)
    mutating func removeLast(_ count: Int)
}

extension FoldingSink {
    mutating func append(scalar: UInt32, from place: Int) {
        func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: scalar >> shift & 0x3F | 0x80) }
        switch scalar {
        case ..<0x80: append(UInt8(truncatingIfNeeded: scalar), from: place)
        case ..<0x800:
            append(UInt8(truncatingIfNeeded: scalar >> 6 | 0xC0), from: place)
            append(tail(0), from: place)
        case ..<0x10000:
            append(UInt8(truncatingIfNeeded: scalar >> 12 | 0xE0), from: place)
            append(tail(6), from: place)
            append(tail(0), from: place)
        default:
            append(UInt8(truncatingIfNeeded: scalar >> 18 | 0xF0), from: place)
            append(tail(12), from: place)
            append(tail(6), from: place)
            append(tail(0), from: place)
        }
    }
}

private struct PlainSink: FoldingSink {
    var bytes: [UInt8] = []
    var removed: Int { 0 }

    mutating func append(_ byte: UInt8, from place: Int) { bytes.append(byte) }
    mutating func removeLast(_ count: Int) { bytes.removeLast(min(count, bytes.count)) }
}

private struct PlaceSink: FoldingSink {
    var bytes: [UInt8] = []
    var places: [Int] = []
    var removed = 0

    mutating func append(_ byte: UInt8, from place: Int) {
        bytes.append(byte)
        places.append(place)
    }

    mutating func removeLast(_ count: Int) {
        let count = min(count, bytes.count)
        removed = places[(places.count - count)...].first ?? 0
        bytes.removeLast(count)
        places.removeLast(count)
    }
}

/// Syllables of Hangul, which are composed by a rule instead of a table.
///
/// Source: The Unicode Standard, section 3.12. Rule MR-22.
private enum Hangul {
    /// The syllable that two scalars make, each of three bytes; nil for none.
    static func composed(_ first: UInt32, _ second: UInt32) -> UInt32? {
        // Most scalars end here.
        guard 0x1161...0x11C2 ~= second else { return nil }
        if 0x1100...0x1112 ~= first, second <= 0x1175 {
            return 0xAC00 + ((first - 0x1100) * 21 + (second - 0x1161)) * 28
        }
        if 0xAC00...0xD7A3 ~= first, (first - 0xAC00) % 28 == 0, second >= 0x11A8 {
            return first + (second - 0x11A7)
        }
        return nil
    }
}

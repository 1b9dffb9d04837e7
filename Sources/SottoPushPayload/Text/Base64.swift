/// Base64 with the standard alphabet and with padding (RFC 4648 §4): of each text that means the same bytes, exactly one.
///
/// What goes through here is sealed and seen by the push service anyway, so tables may be indexed by it.
///
/// Rule PP-13.
package enum Base64 {
    /// How long the text of so many bytes is.
    package static func textByteCount(of byteCount: Int) -> Int { (byteCount + 2) / 3 * 4 }

    /// Appends the text of bytes.
    package static func append(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
        let pairs = Base64Tables.pairs.span
        let whole = bytes.count / 3
        text.append(addingCapacity: textByteCount(of: bytes.count)) { (span: inout OutputSpan<UInt8>) in
            for group in 0..<whole {
                let three = bytes.extracting(3 * group..<3 * group + 3)
                let value = Int(three[0]) << 16 | Int(three[1]) << 8 | Int(three[2])
                let (high, low) = (pairs[value >> 12], pairs[value & 0xFFF])
                span.append(UInt8(truncatingIfNeeded: high))
                span.append(UInt8(truncatingIfNeeded: high >> 8))
                span.append(UInt8(truncatingIfNeeded: low))
                span.append(UInt8(truncatingIfNeeded: low >> 8))
            }
            let rest = bytes.extracting(3 * whole..<bytes.count)
            guard rest.count > 0 else { return }
            let value = Int(rest[0]) << 16 | (rest.count == 2 ? Int(rest[1]) << 8 : 0)
            let (high, low) = (pairs[value >> 12], pairs[value & 0xFFF])
            span.append(UInt8(truncatingIfNeeded: high))
            span.append(UInt8(truncatingIfNeeded: high >> 8))
            span.append(rest.count == 2 ? UInt8(truncatingIfNeeded: low) : padding)
            span.append(padding)
        }
    }

    /// Reads the text that starts at an offset, up to the first byte that can't belong to it.
    ///
    /// - Returns: The bytes and where the text ends; nothing when it ends amid four characters. An empty text is one.
    package static func decode(_ text: Span<UInt8>, from start: Int) -> (bytes: [UInt8], end: Int)? {
        guard (0...text.count).contains(start) else { return nil }
        let (first, second) = (Base64Tables.first.span, Base64Tables.second.span)
        let (third, fourth) = (Base64Tables.third.span, Base64Tables.fourth.span)
        let source = text.extracting(start..<text.count)
        let most = source.count / 4
        var bytes: [UInt8] = []
        var groups = 0
        bytes.append(addingCapacity: 3 * most) { (span: inout OutputSpan<UInt8>) in
            while groups < most {
                let four = source.extracting(4 * groups..<4 * groups + 4)
                let value =
                    first[Int(four[0])] | second[Int(four[1])] | third[Int(four[2])] | fourth[Int(four[3])]
                guard value < Base64Tables.invalid else { break }
                span.append(UInt8(truncatingIfNeeded: value >> 16))
                span.append(UInt8(truncatingIfNeeded: value >> 8))
                span.append(UInt8(truncatingIfNeeded: value))
                groups += 1
            }
        }
        var end = start + 4 * groups
        if groups < most, source[4 * groups + 3] == padding {
            let four = source.extracting(4 * groups..<4 * groups + 4)
            let isTwo = four[2] == padding
            let value = first[Int(four[0])] | second[Int(four[1])] | (isTwo ? 0 : third[Int(four[2])])
            // Bits that no byte has must be zero, or several texts would mean the same bytes.
            guard value < Base64Tables.invalid, value & (isTwo ? 0xFFFF : 0xFF) == 0 else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: value >> 16))
            if !isTwo { bytes.append(UInt8(truncatingIfNeeded: value >> 8)) }
            end += 4
        }
        // Amid four characters: the next byte is one of the alphabet, or padding where none may be.
        if end < text.count, first[Int(text[end])] < Base64Tables.invalid || text[end] == padding {
            return nil
        }
        return (bytes, end)
    }

    /// Reads a whole text; nothing when it isn't one.
    package static func decode(_ text: Span<UInt8>) -> [UInt8]? {
        guard let (bytes, end) = decode(text, from: 0), end == text.count else { return nil }
        return bytes
    }

    /// The text of bytes in the alphabet for URLs, without padding (RFC 4648 §5).
    package static func urlText(_ bytes: Span<UInt8>) -> String {
        var text: [UInt8] = []
        append(bytes, to: &text)
        let mapped = text.lazy.filter { $0 != padding }.map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        return String(decoding: Array(mapped), as: UTF8.self)
    }

    private static let padding = UInt8(ascii: "=")
}

/// What four characters and three bytes are to each other.
private enum Base64Tables {
    /// More than any four characters of the alphabet give.
    static let invalid: UInt32 = 1 << 24

    static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The two characters of 12 bits, the first in the lower byte.
    static let pairs: [UInt16] = (0..<4_096).map {
        UInt16(alphabet[$0 >> 6]) | UInt16(alphabet[$0 & 0x3F]) << 8
    }

    static let first = table(shift: 18)
    static let second = table(shift: 12)
    static let third = table(shift: 6)
    static let fourth = table(shift: 0)

    private static func table(shift: UInt32) -> [UInt32] {
        var table = [UInt32](repeating: invalid, count: 256)
        for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt32(value) << shift }
        return table
    }
}

/// Reads the parts of JSON strictly as RFC 8259 has them: no byte order mark, no comment, nothing left over, only UTF-8.
///
/// Rule PP-14.
struct JSONScanner {
    let bytes: [UInt8]
    var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// A string: where it stands between its quotation marks, and whether it has escapes.
    struct Text {
        let range: Range<Int>
        let hasEscapes: Bool
    }

    /// The next byte; nothing at the end.
    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// Passes over white space.
    mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    /// Takes a byte if it is the next one.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    /// Takes a byte that has to be there.
    mutating func expect(_ character: Unicode.Scalar) throws(PushDecodingError) {
        guard take(character) else { throw .malformedJSON }
    }

    /// Takes a word that has to be there.
    mutating func expect(word: StaticString) throws(PushDecodingError) {
        for byte in word.description.utf8 {
            guard next == byte else { throw .malformedJSON }
            offset += 1
        }
    }

    /// Reads a string.
    mutating func string() throws(PushDecodingError) -> Text {
        try expect("\"")
        let start = offset
        var hasEscapes = false
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return Text(range: start..<offset - 1, hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                _ = try escape()
            case ..<0x20: throw .malformedJSON
            case ..<0x80: offset += 1
            default: try character()
            }
        }
        throw .malformedJSON
    }

    /// The bytes that a string stands for.
    func decoded(_ text: Text) -> [UInt8] {
        guard text.hasEscapes else { return Array(bytes[text.range]) }
        var reader = self
        var decoded: [UInt8] = []
        reader.offset = text.range.lowerBound
        while reader.offset < text.range.upperBound {
            let byte = bytes[reader.offset]
            if byte == UInt8(ascii: "\\") {
                // It was read before, so nothing throws.
                guard let scalar = try? reader.escape() else { return [] }
                decoded.append(contentsOf: String(Character(scalar)).utf8)
            } else {
                decoded.append(byte)
                reader.offset += 1
            }
        }
        return decoded
    }

    /// Reads an escape, both halves of a pair of surrogates together.
    private mutating func escape() throws(PushDecodingError) -> Unicode.Scalar {
        offset += 1
        guard let byte = next else { throw .malformedJSON }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw .malformedJSON
        }
        let unit = try fourDigits()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard (0xD800..<0xDC00).contains(unit) else { throw .malformedJSON }
        try expect(word: "\\u")
        let other = try fourDigits()
        guard (0xDC00..<0xE000).contains(other),
            let scalar = Unicode.Scalar(0x1_0000 + (unit - 0xD800) << 10 + (other - 0xDC00))
        else { throw .malformedJSON }
        return scalar
    }

    private mutating func fourDigits() throws(PushDecodingError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next else { throw .malformedJSON }
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw .malformedJSON
            }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        return value
    }

    /// Passes over a character that isn't ASCII, in its one well-formed form (Unicode, table 3-7).
    private mutating func character() throws(PushDecodingError) {
        guard let lead = next else { throw .malformedJSON }
        let second: ClosedRange<UInt8>
        let count: Int
        switch lead {
        case 0xC2...0xDF: (second, count) = (0x80...0xBF, 2)
        case 0xE0: (second, count) = (0xA0...0xBF, 3)
        case 0xED: (second, count) = (0x80...0x9F, 3)
        case 0xE1...0xEF: (second, count) = (0x80...0xBF, 3)
        case 0xF0: (second, count) = (0x90...0xBF, 4)
        case 0xF1...0xF3: (second, count) = (0x80...0xBF, 4)
        case 0xF4: (second, count) = (0x80...0x8F, 4)
        default: throw .malformedJSON
        }
        guard count <= bytes.count - offset, second.contains(bytes[offset + 1]) else { throw .malformedJSON }
        for index in 2..<max(2, count) where bytes[offset + index] & 0xC0 != 0x80 { throw .malformedJSON }
        offset += count
    }

    /// Passes over a number.
    mutating func number() throws(PushDecodingError) {
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
    }

    /// Passes over one digit or more.
    private mutating func digits() throws(PushDecodingError) {
        let start = offset
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        guard offset > start else { throw .malformedJSON }
    }
}

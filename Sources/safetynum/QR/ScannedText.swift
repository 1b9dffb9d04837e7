/// Bytes as text: hexadecimal, or Base64 in either alphabet, with or without padding, in lines of any length.
enum ScannedText {
    /// The bytes that a text stands for; nothing when it is neither, or not exactly one of `byteCounts`.
    ///
    /// The length tells hexadecimal from Base64, as long as no count is in both. A text that isn't the one that an encoder
    /// writes, with alphabets mixed, half a padding or bits left over, stands for nothing.
    static func decode(_ text: [UInt8], byteCounts: Set<Int>) -> [UInt8]? {
        guard text.count <= longest else { return nil }
        let digits = text.filter { !isWhiteSpace($0) }
        for decoded in [hexadecimal(digits), base64(digits)] {
            if let decoded, byteCounts.contains(decoded.count) { return decoded }
        }
        return nil
    }

    /// Space, tab, line feed, form feed and carriage return.
    static func isWhiteSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte) }

    private static func hexadecimal(_ digits: [UInt8]) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for at in stride(from: 0, to: digits.count, by: 2) {
            guard let high = hexadecimalValue(digits[at]), let low = hexadecimalValue(digits[at + 1])
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func hexadecimalValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// RFC 4648, sections 4 and 5.
    private static func base64(_ text: [UInt8]) -> [UInt8]? {
        let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard padding == 0 || padding <= 2 && text.count.isMultiple(of: 4) else { return nil }
        let digits = text.dropLast(padding)
        let isURL = digits.contains { "-_".utf8.contains($0) }
        var bytes: [UInt8] = []
        // What isn't written yet, and its bits: fewer than 8.
        var (pending, bits): (UInt32, UInt32) = (0, 0)
        for digit in digits {
            guard let value = base64Value(digit, isURL: isURL) else { return nil }
            pending = pending << 6 | value
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(pending >> bits))
                pending &= 1 << bits - 1
            }
        }
        return bits < 6 && pending == 0 ? bytes : nil
    }

    private static func base64Value(_ digit: UInt8, isURL: Bool) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: isURL ? "-" : "+"): 62
        case UInt8(ascii: isURL ? "_" : "/"): 63
        default: nil
        }
    }

    /// Room for the longest form in hexadecimal with white space between all digits.
    private static let longest = 1024
}

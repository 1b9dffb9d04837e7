/// Numbers as people read them.
enum Figures {
    /// With a comma between thousands.
    static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number.magnitude).reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { text = "," + text }
            text = String(digit) + text
        }
        return number < 0 ? "-" + text : text
    }

    /// "1 line", "2 lines".
    static func counted(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }

    /// Seconds with three digits after the point.
    static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let thousandths = String(1000 + attoseconds / 1_000_000_000_000_000).dropFirst()
        return "\(grouped(Int(seconds))).\(thousandths) s"
    }

    /// How many a second, rounded down.
    static func rate(_ count: Int, in duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        let total = Double(seconds) + Double(attoseconds) / 1e18
        return total > 0 ? Int(Double(count) / total) : 0
    }

    /// The first bytes in hex, in groups of four.
    static func hex(_ bytes: some Sequence<UInt8>, byteCount: Int) -> String {
        var text = ""
        for (index, byte) in bytes.prefix(byteCount).enumerated() {
            if index > 0, index.isMultiple(of: 4) { text += " " }
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return text
    }

    /// `text` with spaces to `columns` columns.
    static func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - TerminalText.width(of: text)))
    }

    /// `text` with spaces before it to `columns` columns.
    static func aligned(_ text: String, to columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - TerminalText.width(of: text))) + text
    }
}

/// Text of others, as a terminal may be given it.
enum Printable {
    /// At most 80 characters, everything that isn't printable ASCII escaped.
    static func text(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(80).map { scalar in
            (0x20...0x7E).contains(scalar.value) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
        }
        return shown.joined() + (text.unicodeScalars.count > 80 ? "..." : "")
    }
}

/// Text of others, as a terminal may be given it.
enum Printable {
    /// A word of a shell's command; quoted where it has to be.
    static func word(_ word: String) -> String {
        let plain = "+-./:=@_,%"
        let isPlain = word.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || ("0"..."9").contains($0)
                    || plain.unicodeScalars.contains($0))
        }
        return isPlain && !word.isEmpty ? word : "'\(text(word).replacing("'", with: "'\\''"))'"
    }

    /// At most 80 characters, everything that isn't printable ASCII escaped.
    static func text(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(80).map { scalar in
            (0x20...0x7E).contains(scalar.value) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
        }
        return shown.joined() + (text.unicodeScalars.count > 80 ? "..." : "")
    }
}

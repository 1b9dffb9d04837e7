/// Text in lines of a width.
enum TextWrap {
    /// The words of `text` in lines of at most `columns` characters, each behind `indent` spaces.
    ///
    /// A word that is longer stands alone on its line.
    static func lines(_ text: String, columns: Int, indent: Int = 0) -> [String] {
        let room = max(1, columns - indent)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > room {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        if !line.isEmpty { lines.append(line) }
        let margin = String(repeating: " ", count: indent)
        return lines.map { margin + $0 }
    }

    /// A command for a shell in lines of at most `columns` characters; each but the last ends with a backslash.
    static func command(_ words: [String], columns: Int) -> [String] {
        var lines: [String] = []
        for word in words {
            if let last = lines.last, last.count + 1 + word.count + 2 <= columns {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append("  " + word)
            }
        }
        return lines.enumerated().map { $0 < lines.count - 1 ? $1 + " \\" : $1 }
    }
}

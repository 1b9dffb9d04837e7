/// Text as a terminal may be given it: nothing in it moves the cursor, changes colours or turns the writing round.
enum TerminalText {
    /// The text with everything escaped that isn't shown by itself: `\t`, `\r`, `\u{1B}`.
    static func escaped(_ text: String) -> String { text.map(shown).joined() }

    /// One row of at most `columns` columns; what is cut off leaves "…", and no character is cut in two.
    static func fitted(_ text: String, columns: Int) -> String {
        var row = ""
        var width = 0
        // Where to cut if more comes than fits.
        var cut = row.endIndex
        var cutWidth = 0
        for character in text {
            let piece = shown(character)
            let pieceWidth = self.width(of: piece)
            if width + pieceWidth > columns {
                return String(row[..<cut]) + (cutWidth < columns ? "…" : "")
            }
            row += piece
            width += pieceWidth
            if width < columns {
                cut = row.endIndex
                cutWidth = width
            }
        }
        return row
    }

    /// A character as it is shown.
    static func shown(_ character: Character) -> String {
        let scalars = character.unicodeScalars
        guard scalars.count <= longestCharacter else {
            return "[\(Figures.grouped(scalars.count)) code points in one character]"
        }
        guard let first = scalars.first else { return "" }
        let isFlag = first == "🏴"
        // A mark without a letter would sit on what stands before it.
        var text = isMark(first) ? "◌" : ""
        for scalar in scalars {
            if isShown(scalar) || isFlag && (0xE0020...0xE007F).contains(scalar.value) {
                text.unicodeScalars.append(scalar)
            } else {
                text += escape(scalar)
            }
        }
        return text
    }

    /// How many columns a text takes that needs no escapes.
    static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

    private static func width(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        let isPicture = first.properties.isEmoji && scalars.count > 1
        if isPicture, scalars.contains(where: { $0 == "\u{FE0F}" || $0.properties.isEmojiPresentation }) {
            return 2
        }
        return scalars.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        // The vowels and final consonants that join a Hangul syllable.
        if (0x1160...0x11FF).contains(scalar.value) { return 0 }
        if scalar.properties.isEmojiPresentation { return 2 }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
        // Joiners belong to words and pictures; the other format characters turn the writing round or hide.
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        default: true
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\t": "\\t"
        case "\r": "\\r"
        case "\n": "\\n"
        default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }

    /// More code points than any character has that people write.
    private static let longestCharacter = 32

    /// Blocks whose characters take two columns (Unicode Standard Annex #11, wide and fullwidth).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FF,
        0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]
}

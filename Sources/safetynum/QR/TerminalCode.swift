/// A QR code as text, to be scanned from a terminal.
///
/// The level is the highest of Q, M and L that fits with a quiet zone of 4 modules; if not even L does, L with a quiet
/// zone of 3, which scanners take. H is left out: its modules are smaller at the same size, and a screen isn't scratched.
/// For 74 bytes in half blocks:
///
///     columns   49 and more   45 to 48   41 to 44   39, 40
///     level     Q             M          L          L, quiet zone 3
///     lines     25            23         21         20
///
/// In ASCII the columns are twice as many, so 78 at least, and a line is a row of modules.
///
/// With colour, dark modules are black and light ones white whatever the terminal's own colours are: entries 16 and 231 of
/// the 256 colours, which themes leave alone. Without, light modules are filled and dark ones left empty, which is a
/// code on a terminal that writes light on dark, as most do. On one that writes dark on light it is inverted: most
/// telephones read that, and so does `ScannedPicture`, but not every scanner; ``TerminalLook/isLight`` draws it the
/// other way round. What is drawn with `##` needs some distance.
struct TerminalCode: Equatable {
    let level: QRCode.Level
    /// The light modules around the code.
    let quietZone: Int
    /// The columns that it takes.
    let columns: Int
    /// From the top; none ends with a line feed.
    let lines: [String]

    /// The lines, each with a line feed.
    var text: String { lines.map { $0 + "\n" }.joined() }

    /// Draws `bytes` in at most `columns` columns.
    ///
    /// - Parameter rows: The lines that may be taken, where they are known. They choose among what fits the width, but
    ///   never refuse: a window can be made higher.
    /// - Throws: ``TerminalCodeError``.
    init(_ bytes: [UInt8], look: TerminalLook, columns: Int, rows: Int? = nil) throws(TerminalCodeError) {
        var fitting: TerminalCode?
        var needed = 0
        for (level, quietZone) in Self.preferences {
            let code: QRCode
            do {
                code = try QRCode(bytes: bytes, level: level)
            } catch .tooLong where level != .l {
                continue
            } catch {
                throw .notEncodable(error)
            }
            let drawn = TerminalCode(code, quietZone: quietZone, look: look)
            needed = drawn.columns
            guard drawn.columns <= columns else { continue }
            fitting = drawn
            if drawn.lines.count <= rows ?? .max { break }
        }
        guard let fitting else { throw .tooNarrow(needed: needed, available: columns) }
        self = fitting
    }

    /// Draws a code with the quiet zone that is asked for.
    init(_ code: QRCode, quietZone: Int, look: TerminalLook) {
        let side = -quietZone..<code.size + quietZone
        level = code.level
        self.quietZone = quietZone
        columns = side.count * look.columnsPerModule
        lines = stride(from: side.lowerBound, to: side.upperBound, by: look.rowsPerLine).map { row in
            let upper = side.map { code.isDark(row: row, column: $0) }
            switch look.characters {
            case .ascii: return Self.ascii(upper, look)
            case .halfBlocks:
                let lower = side.map { code.isDark(row: row + 1, column: $0) }
                return Self.halfBlocks(upper, lower, look)
            }
        }
    }

    /// A line of two rows.
    ///
    /// With colour and on a light terminal the characters draw the dark modules, otherwise the light ones.
    private static func halfBlocks(_ upper: [Bool], _ lower: [Bool], _ look: TerminalLook) -> String {
        let line = zip(upper, lower).map { upper, lower in
            switch (upper == look.drawsDark, lower == look.drawsDark) {
            case (true, true): "█"
            case (true, false): "▀"
            case (false, true): "▄"
            case (false, false): " "
            }
        }.joined()
        return look.isColoured ? black + onWhite + line + reset : line
    }

    /// A line of one row.
    ///
    /// With colour it is made of spaces, which are even where characters have gaps.
    private static func ascii(_ row: [Bool], _ look: TerminalLook) -> String {
        guard look.isColoured else { return row.map { $0 == look.drawsDark ? "##" : "  " }.joined() }
        var line = ""
        var last: Bool?
        for isDark in row {
            if isDark != last { line += isDark ? onBlack : onWhite }
            line += "  "
            last = isDark
        }
        return line + reset
    }

    /// What is tried, in this order.
    private static let preferences: [(level: QRCode.Level, quietZone: Int)] = [
        (.q, usualQuietZone), (.m, usualQuietZone), (.l, usualQuietZone), (.l, narrowQuietZone),
    ]

    /// What the standard asks for (ISO/IEC 18004, 6.3.8).
    static let usualQuietZone = 4
    /// The least that scanners were seen to take.
    static let narrowQuietZone = 3

    private static let black = "\u{1B}[38;5;16m"
    private static let onBlack = "\u{1B}[48;5;16m"
    private static let onWhite = "\u{1B}[48;5;231m"
    /// At the end of each line, for a terminal paints what is right of it.
    private static let reset = "\u{1B}[0m"
}

/// Why a code can't be drawn on a terminal.
enum TerminalCodeError: Error, Equatable {
    /// It needs more columns than there are.
    case tooNarrow(needed: Int, available: Int)
    /// There is no code of these bytes.
    case notEncodable(QRCodeError)

    var message: String {
        switch self {
        case .tooNarrow(let needed, let available):
            "the code needs \(needed) columns, and the terminal has \(available)"
        case .notEncodable(let error): error.message
        }
    }
}

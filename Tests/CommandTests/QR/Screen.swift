/// What a terminal shows of a text, as pixels: what a telephone would see of it.
///
/// It knows line feeds, the colours of SGR, and the characters that codes are drawn with; anything else is a fault.
struct Screen {
    enum Theme: CaseIterable {
        case dark, light
    }

    struct Unknown: Error {
        let what: String
    }

    private struct Cell {
        var character: Character
        var foreground: UInt8
        var background: UInt8
    }

    /// Levels of grey, row by row.
    private(set) var pixels: [[UInt8]]

    /// The screen of `columns` columns, with two empty lines above and below.
    init(_ text: String, theme: Theme, columns: Int) throws {
        let defaults: (UInt8, UInt8) = theme == .dark ? (0xE0, 0x10) : (0x10, 0xF8)
        let blank = Cell(character: " ", foreground: defaults.0, background: defaults.1)
        var (foreground, background) = defaults
        var lines: [[Cell]] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var cells: [Cell] = []
            var rest = line[...]
            while let character = rest.popFirst() {
                if character == "\u{1B}" {
                    try Self.take(&rest, &foreground, &background, defaults)
                } else {
                    cells.append(Cell(character: character, foreground: foreground, background: background))
                }
            }
            guard cells.count <= columns else { throw Unknown(what: "a line of \(cells.count) columns") }
            lines.append(cells + [Cell](repeating: blank, count: columns - cells.count))
        }
        let empty = [[Cell]](repeating: [Cell](repeating: blank, count: columns), count: 2)
        pixels = []
        for line in empty + lines + empty { pixels += try Self.drawn(line) }
    }

    /// The picture as a PNM file, reduced as by a camera that has one pixel for `reduction` × `reduction`.
    func picture(reduction: Int = 1) -> [UInt8] {
        let width = (pixels.first?.count ?? 0) / reduction
        let height = pixels.count / reduction
        var bytes = Array("P5\n\(width) \(height)\n255\n".utf8)
        for y in 0..<height {
            for x in 0..<width {
                var sum = 0
                for row in pixels[y * reduction..<(y + 1) * reduction] {
                    sum += row[x * reduction..<(x + 1) * reduction].reduce(0) { $0 + Int($1) }
                }
                bytes.append(UInt8(sum / (reduction * reduction)))
            }
        }
        return bytes
    }

    /// Takes the rest of a control sequence, which has to set colours.
    private static func take(
        _ rest: inout Substring, _ foreground: inout UInt8, _ background: inout UInt8,
        _ defaults: (UInt8, UInt8)
    ) throws {
        let sequence = rest.prefix { $0 != "m" }
        guard sequence.first == "[", sequence.endIndex != rest.endIndex else {
            throw Unknown(what: "a control sequence")
        }
        rest = rest[rest.index(after: sequence.endIndex)...]
        var numbers = sequence.dropFirst().split(separator: ";").map { Int($0) ?? -1 }[...]
        if numbers.isEmpty { numbers = [0] }
        while let number = numbers.popFirst() {
            switch number {
            case 0: (foreground, background) = defaults
            case 39: foreground = defaults.0
            case 49: background = defaults.1
            case 38, 48:
                guard numbers.popFirst() == 5, let entry = numbers.popFirst() else {
                    throw Unknown(what: "a colour")
                }
                if number == 38 { foreground = try grey(entry) } else { background = try grey(entry) }
            default: throw Unknown(what: "SGR \(number)")
            }
        }
    }

    /// The grey ones of the cube; no theme changes these.
    private static func grey(_ entry: Int) throws -> UInt8 {
        switch entry {
        case 16: return 0
        case 231: return 255
        default: throw Unknown(what: "colour \(entry)")
        }
    }

    /// The pixels of a line, 8 × 16 for a character.
    private static func drawn(_ cells: [Cell]) throws -> [[UInt8]] {
        let shapes = try cells.map { cell in
            guard let glyph = glyphs[cell.character] else {
                throw Unknown(what: "the character \(cell.character)")
            }
            return glyph
        }
        return (0..<16).map { y in
            var row: [UInt8] = []
            for (cell, glyph) in zip(cells, shapes) {
                for x in 0..<8 { row.append(glyph[y] & (0x80 >> x) != 0 ? cell.foreground : cell.background) }
            }
            return row
        }
    }

    /// 16 rows of 8 pixels.
    private static let glyphs: [Character: [Int]] = [
        " ": rows(upper: 0, lower: 0), "█": rows(upper: 0xFF, lower: 0xFF), "▀": rows(upper: 0xFF, lower: 0),
        "▄": rows(upper: 0, lower: 0xFF), "#": hash,
    ]

    private static func rows(upper: Int, lower: Int) -> [Int] {
        [Int](repeating: upper, count: 8) + [Int](repeating: lower, count: 8)
    }

    /// As a font has it, with the gaps between the bars.
    private static let hash: [Int] = [
        0, 0, 0x36, 0x36, 0x36, 0x7F, 0x7F, 0x36, 0x36, 0x36, 0x7F, 0x7F, 0x36, 0x36, 0x36, 0,
    ]
}

import Testing

@testable import safetynum

@Suite("A code on a terminal")
struct TerminalCodeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let characters: TerminalLook.Characters
        let isColoured: Bool
        let theme: Screen.Theme
        let columns: Int

        var look: TerminalLook { TerminalLook(characters: characters, isColoured: isColoured) }
        var testDescription: String {
            "\(characters), \(isColoured ? "coloured" : "plain"), \(theme), \(columns) columns"
        }
        /// Filled characters on a terminal that writes dark on light are the wrong way round.
        var isInverted: Bool { !isColoured && theme == .light }

        static let all: [Case] = [TerminalLook.Characters.halfBlocks, .ascii].flatMap { characters in
            [true, false].flatMap { isColoured in
                Screen.Theme.allCases.flatMap { theme in
                    (characters == .ascii ? [78, 80, 132] : [39, 40, 41, 45, 80]).map { columns in
                        Case(characters: characters, isColoured: isColoured, theme: theme, columns: columns)
                    }
                }
            }
        }
    }

    @Test("is read from the screen, whatever the colours of the terminal are", arguments: Case.all)
    func screenshot(_ each: Case) throws {
        for payload in [Payloads.random(7), Payloads.random(8), Payloads.awkward[5]] {
            let text = try TerminalCode(payload, look: each.look, columns: each.columns).text
            let screen = try Screen(text, theme: each.theme, columns: each.columns)
            // Characters have gaps, and are read where the picture doesn't resolve them.
            let reduction = each.characters == .ascii && !each.isColoured ? 8 : 1
            let picture = screen.picture(reduction: reduction)
            #expect(try scan(picture, format: "pnm", takesInverted: each.isInverted) == payload)
        }
    }

    @Test("of a light terminal is read there without turning it round", arguments: Case.all)
    func light(_ each: Case) throws {
        guard each.theme == .light || each.isColoured else { return }
        let payload = Payloads.random(9)
        let look = TerminalLook(characters: each.characters, isColoured: each.isColoured, isLight: true)
        let screen = try Screen(
            try TerminalCode(payload, look: look, columns: each.columns).text, theme: each.theme,
            columns: each.columns)
        let picture = screen.picture(reduction: look.hasGaps ? 8 : 1)
        #expect(try scan(picture, format: "pnm", takesInverted: false) == payload)
    }

    @Test(
        "has the highest level that fits the width",
        arguments: [
            (200, QRCode.Level.q, 4, 49, 25), (49, .q, 4, 49, 25), (48, .m, 4, 45, 23), (45, .m, 4, 45, 23),
            (44, .l, 4, 41, 21), (41, .l, 4, 41, 21), (40, .l, 3, 39, 20), (39, .l, 3, 39, 20),
        ])
    func levels(columns: Int, level: QRCode.Level, quietZone: Int, width: Int, lines: Int) throws {
        let look = TerminalLook(characters: .halfBlocks, isColoured: false)
        let code = try TerminalCode(Payloads.random(3), look: look, columns: columns)
        #expect(code.level == level)
        #expect(code.quietZone == quietZone)
        #expect(code.columns == width)
        #expect(code.lines.count == lines)
        #expect(code.lines.allSatisfy { $0.count == width })
    }

    @Test(
        "is one that fits the height, if one does",
        arguments: [(25, QRCode.Level.q, 4), (24, .m, 4), (23, .m, 4), (22, .l, 4), (20, .l, 3), (5, .l, 3)])
    func heights(rows: Int, level: QRCode.Level, quietZone: Int) throws {
        let look = TerminalLook(characters: .halfBlocks, isColoured: true)
        let code = try TerminalCode(Payloads.random(3), look: look, columns: 80, rows: rows)
        #expect(code.level == level)
        #expect(code.quietZone == quietZone)
    }

    @Test("is refused where it is narrower than needed, with what is needed")
    func tooNarrow() {
        for (characters, needed) in [(TerminalLook.Characters.halfBlocks, 39), (.ascii, 78)] {
            let look = TerminalLook(characters: characters, isColoured: true)
            for columns in [needed - 1, 1, 0, -1, .min] {
                #expect(throws: TerminalCodeError.tooNarrow(needed: needed, available: columns)) {
                    try TerminalCode(Payloads.random(4), look: look, columns: columns)
                }
            }
        }
    }

    @Test("isn't drawn of nothing or of what no code holds")
    func notEncodable() {
        let look = TerminalLook(characters: .halfBlocks, isColoured: true)
        #expect(throws: TerminalCodeError.notEncodable(.empty)) {
            try TerminalCode([], look: look, columns: 80)
        }
        #expect(throws: TerminalCodeError.notEncodable(.tooLong)) {
            try TerminalCode(Payloads.random(1, count: 2954), look: look, columns: 1000)
        }
    }

    @Test("of more bytes than a level holds is drawn at the one that holds them")
    func longest() throws {
        let look = TerminalLook(characters: .halfBlocks, isColoured: true)
        #expect(try TerminalCode(Payloads.random(1, count: 2953), look: look, columns: 185).level == .l)
    }

    @Test("keeps its colours in its lines")
    func colours() throws {
        for characters in [TerminalLook.Characters.halfBlocks, .ascii] {
            let look = TerminalLook(characters: characters, isColoured: true)
            let code = try TerminalCode(Payloads.random(5), look: look, columns: 80)
            #expect(code.lines.allSatisfy { $0.hasPrefix("\u{1B}[") && $0.hasSuffix("\u{1B}[0m") })
            let plain = TerminalLook(characters: characters, isColoured: false)
            #expect(!(try TerminalCode(Payloads.random(5), look: plain, columns: 80).text.contains("\u{1B}")))
        }
    }

    @Test(
        "is ASCII alone in a locale without UTF-8",
        arguments: [
            [:], ["LANG": "C"], ["LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"],
            ["LC_CTYPE": "C", "LANG": "C.UTF-8"],
            ["LANG": "de_DE"], ["LANG": "ja_JP.eucJP"],
        ])
    func plainLocale(_ environment: [String: String]) throws {
        for isTerminal in [true, false] {
            let look = TerminalLook(environment: environment, isTerminal: isTerminal)
            let text = try TerminalCode(Payloads.random(6), look: look, columns: 80).text
            #expect(text.utf8.allSatisfy { $0 < 0x80 })
        }
    }

    @Test(
        "has blocks in a locale with UTF-8",
        arguments: [
            ["LANG": "C.UTF-8"], ["LC_ALL": "", "LC_CTYPE": "", "LANG": "de_DE.utf8"],
            ["LC_ALL": "en_US.UTF-8", "LANG": "C"], ["LC_CTYPE": "UTF-8"],
        ])
    func unicodeLocale(_ environment: [String: String]) {
        #expect(TerminalLook(environment: environment, isTerminal: true).characters == .halfBlocks)
    }

    @Test(
        "has colour on a terminal that has it, unless it isn't wanted",
        arguments: [
            ([:], true, true), ([:], false, false), (["NO_COLOR": "1"], true, false),
            (["NO_COLOR": ""], true, true), (["TERM": "dumb"], true, false), (["TERM": "xterm"], true, true),
        ])
    func colour(_ environment: [String: String], isTerminal: Bool, isColoured: Bool) {
        #expect(TerminalLook(environment: environment, isTerminal: isTerminal).isColoured == isColoured)
    }
}

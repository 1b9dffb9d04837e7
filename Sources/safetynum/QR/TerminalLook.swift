import Foundation

/// What a terminal, or whatever standard output is, can be given to draw a code with.
struct TerminalLook: Equatable {
    enum Characters {
        /// Half blocks of Unicode, two rows of modules on a line.
        case halfBlocks
        /// ASCII, two characters for a module.
        case ascii
    }

    let characters: Characters
    let isColoured: Bool
    /// Whether the terminal writes dark on light, which matters without colour only.
    let isLight: Bool

    init(characters: Characters, isColoured: Bool, isLight: Bool = false) {
        self.characters = characters
        self.isColoured = isColoured
        self.isLight = isLight
    }

    /// Colour on a terminal, unless `NO_COLOR` is set or the terminal has none; blocks where the locale is one of UTF-8.
    init(environment: [String: String], isTerminal: Bool, isLight: Bool = false) {
        self.isLight = isLight
        let isUnwanted = !environment["NO_COLOR", default: ""].isEmpty || environment["TERM"] == "dumb"
        isColoured = isTerminal && !isUnwanted
        // The first that is set and not empty decides (POSIX.1, 8.2).
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let name = (locale ?? "C").lowercased()
        characters = name.contains("utf-8") || name.contains("utf8") ? .halfBlocks : .ascii
    }

    /// That of standard output.
    static func standardOutput(environment: [String: String], isLight: Bool) -> TerminalLook {
        TerminalLook(environment: environment, isTerminal: isatty(1) == 1, isLight: isLight)
    }

    /// Whether characters stand for dark modules, and not for light ones.
    var drawsDark: Bool { isColoured || isLight }
    /// Whether it is made of `##`, whose gaps a scanner sees from near.
    var hasGaps: Bool { characters == .ascii && !isColoured }
    /// The columns that a module takes.
    var columnsPerModule: Int { characters == .ascii ? 2 : 1 }
    /// The rows of modules that stand on a line.
    var rowsPerLine: Int { characters == .ascii ? 1 : 2 }
}

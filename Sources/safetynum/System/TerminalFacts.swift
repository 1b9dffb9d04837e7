import Foundation

/// What standard output is and what may be written to it.
///
/// Rule TN-21.
struct TerminalFacts {
    /// Whether people read it.
    let isTerminal: Bool
    /// How wide it is, 20 or more; 80 where nothing says so.
    let columns: Int
    /// How high it is, where that is known.
    let rows: Int?
    let isColoured: Bool
    let isUTF8: Bool

    static let usualColumns = 80
    private static let fewestColumns = 20

    /// Of standard output and the environment.
    static func standardOutput(_ environment: [String: String]) -> TerminalFacts {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let isUnwanted = !environment["NO_COLOR", default: ""].isEmpty || environment["TERM"] == "dumb"
        return TerminalFacts(
            isTerminal: isTerminal, columns: isTerminal ? columns(environment) : usualColumns,
            rows: isTerminal ? rows(environment) : nil, isColoured: isTerminal && !isUnwanted,
            isUTF8: isUTF8(environment))
    }

    /// How wide the terminal is that failures are written to; nothing when that is none.
    static func columnsOfStandardError() -> Int? {
        var size = winsize()
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return size.ws_col > 0 ? max(fewestColumns, Int(size.ws_col)) : usualColumns
    }

    private static func columns(_ environment: [String: String]) -> Int {
        var size = winsize()
        let isKnown = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        let stated = environment["COLUMNS"].flatMap { Int($0) }
        return max(fewestColumns, isKnown ? Int(size.ws_col) : stated ?? usualColumns)
    }

    private static func rows(_ environment: [String: String]) -> Int? {
        var size = winsize()
        let isKnown = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0
        return isKnown ? Int(size.ws_row) : environment["LINES"].flatMap { Int($0) }
    }

    /// The first of these that is set decides, as in the C library.
    private static func isUTF8(_ environment: [String: String]) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let name = (locale ?? "C").uppercased()
        return name.contains("UTF-8") || name.contains("UTF8")
    }

    func bold(_ text: String) -> String { wrapped("1", text) }
    func dim(_ text: String) -> String { wrapped("2", text) }
    func bad(_ text: String) -> String { wrapped("1;31", text) }
    func good(_ text: String) -> String { wrapped("32", text) }

    private func wrapped(_ code: String, _ text: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

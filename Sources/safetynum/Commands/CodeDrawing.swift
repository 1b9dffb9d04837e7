import Foundation
import Sotto

/// Draws the code of a number, or writes it to a file.
///
/// Rule TN-12.
enum CodeDrawing {
    /// The code as lines for the terminal, whole above the shell's next prompt where the terminal is high enough.
    ///
    /// - Parameter linesAbove: What stands above it. Where the smallest code doesn't fit below that, that may go off
    ///   the screen, and the code has all the room.
    static func text(_ sides: Sides, _ run: Invocation, linesAbove: Int = 0) throws(Failure) -> String {
        let bytes = sides.number.scannable(version: CodeVersion.of(run.arguments))
        let look = TerminalLook.standardOutput(
            environment: ProcessInfo.processInfo.environment, isLight: run.arguments.has(.light))
        if look.hasGaps {
            Console.note("The code is drawn with ##: scan it from some distance, or use a locale with UTF-8.")
        }
        let columns = columns(look, run.terminal)
        do {
            guard let rows = run.terminal.rows else {
                return try TerminalCode(bytes, look: look, columns: columns).text
            }
            let room = rows - promptLines
            let beside = try TerminalCode(bytes, look: look, columns: columns, rows: room - linesAbove)
            if beside.lines.count <= room - linesAbove { return beside.text }
            return try TerminalCode(bytes, look: look, columns: columns, rows: room).text
        } catch {
            if case .notEncodable = error {
                throw Failure(.outputFailed, "the code can't be drawn (\(error.message)): try again")
            }
            throw Failure(
                .terminalTooNarrow, "\(error.message): make it wider, or write a picture",
                command: run.arguments.written(as: .qr) + ["--png", "code.png"])
        }
    }

    /// What a shell writes below: a prompt of two lines, and one that it may leave empty.
    private static let promptLines = 3

    /// How wide it may be; a pipe may have room for a code in ASCII, which is twice as wide.
    private static func columns(_ look: TerminalLook, _ terminal: TerminalFacts) -> Int {
        terminal.isTerminal ? terminal.columns : TerminalFacts.usualColumns * look.columnsPerModule
    }

    /// Writes the files that the options name.
    static func write(_ sides: Sides, _ arguments: Arguments, to path: String, isSVG: Bool) throws(Failure) {
        let bytes = sides.number.scannable(version: CodeVersion.of(arguments))
        let code: QRCode
        do { code = try QRCode(bytes: bytes, level: .m) } catch {
            throw Failure(.outputFailed, "the code can't be drawn (\(error.message)): try again")
        }
        try NewFile.write(
            isSVG ? Array(SVGImage(code).text.utf8) : PNGImage(code).bytes, to: path, rights: 0o644,
            replaces: arguments.has(.force))
    }
}

import Foundation
import Sotto

/// Draws the code of a number, or writes it to a file.
///
/// Rules TN-12 and TN-25.
enum CodeDrawing {
    /// The code as lines for the terminal, whole above the shell's next prompt where the terminal is high enough.
    ///
    /// Where the smallest code doesn't fit below the text, that may go off the screen, and the code has all the room.
    ///
    /// - Parameter text: What stands above it.
    static func outcome(_ sides: Sides, _ run: Invocation, below text: String = "") throws(Failure) -> Outcome
    {
        let bytes = sides.number.scannable(version: CodeVersion.of(run.arguments))
        let look = TerminalLook.standardOutput(
            environment: ProcessInfo.processInfo.environment, isLight: run.arguments.has(.light))
        let columns = columns(look, run.terminal)
        let room = run.terminal.rows.map { $0 - promptLines } ?? .max
        let roomBelow = room - text.count { $0 == "\n" }
        var code: TerminalCode
        do {
            code = try TerminalCode(bytes, look: look, columns: columns, rows: roomBelow)
            if code.lines.count > roomBelow {
                code = try TerminalCode(bytes, look: look, columns: columns, rows: room)
            }
        } catch {
            if case .notEncodable = error {
                throw Failure(.outputFailed, "the code can't be drawn (\(error.message)): try again")
            }
            throw Failure(
                .terminalTooNarrow, "\(error.message): make it wider, or write a picture",
                command: run.arguments.written(as: .qr) + ["--png", "code.png"])
        }
        var notes: [String] = []
        if look.hasGaps {
            notes.append("the code is drawn with ##: scan it from some distance, or use a locale with UTF-8")
        }
        if let rows = run.terminal.rows, code.lines.count >= rows {
            notes.append(
                "the code has \(code.lines.count) lines and the terminal \(rows): make it higher, or write a picture with --png"
            )
        }
        return Outcome(text: text + code.text, notes: notes)
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
            isSVG ? Array(SVGImage(code).text.utf8) : PNGImage(code).bytes, to: path, rights: .usual,
            replaces: arguments.has(.force))
    }
}

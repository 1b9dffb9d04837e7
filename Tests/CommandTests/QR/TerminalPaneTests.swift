import Foundation
import Testing

@testable import safetynum

@Suite("In a pane of a terminal", .serialized)
struct TerminalPaneTests {
    @Test(
        "a code is read from what the pane holds",
        arguments: [
            (80, 50, TerminalLook.Characters.halfBlocks), (80, 24, .halfBlocks), (40, 24, .halfBlocks),
            (80, 50, .ascii),
        ])
    func pane(columns: Int, rows: Int, characters: TerminalLook.Characters) throws {
        let payload = Payloads.random(UInt64(columns + rows))
        for isColoured in [true, false] {
            let look = TerminalLook(characters: characters, isColoured: isColoured)
            // The last line is the one where the cursor stands.
            let code = try TerminalCode(payload, look: look, columns: columns, rows: rows - 1)
            let captured = try capture(code.text, columns: columns, rows: rows)
            for theme in Screen.Theme.allCases {
                let screen = try Screen(captured, theme: theme, columns: columns)
                let picture = screen.picture(reduction: characters == .ascii && !isColoured ? 8 : 1)
                let isInverted = theme == .light && !isColoured
                let words = "\(columns) × \(rows), \(isColoured ? "coloured" : "plain"), \(theme)"
                #expect(try scan(picture, format: "pnm", takesInverted: isInverted) == payload, "\(words)")
            }
        }
    }

    private struct NotShown: Error {}

    /// Prints a text into a new pane and takes from it what it shows, with its colours.
    private func capture(_ text: String, columns: Int, rows: Int) throws -> String {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("text").path
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            // A server of its own; the socket goes with the folder, and what runs in the pane ends with it.
            let environment = ["TMUX_TMPDIR": folder.path, "TMUX": "", "TERM": "xterm-256color"]
            func tmux(_ arguments: String...) throws -> String {
                // The server outlives the command that starts it. Through Python, which closes what it inherits:
                // Foundation takes a process for running while another one holds that.
                let run = "import subprocess, sys; sys.exit(subprocess.run(sys.argv[1:]).returncode)"
                let result = try runProgram(
                    "python3", ["-I", "-c", run, "tmux", "-u", "-L", "qr", "-f", "/dev/null"] + arguments,
                    environment: environment)
                return String(decoding: result.output, as: UTF8.self)
            }
            defer { _ = try? tmux("kill-server") }
            _ = try tmux(
                "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "sh", "-c",
                "cat '\(file)'; : >'\(file).shown'; while [ -e '\(file)' ]; do sleep 0.1; done",
                ";", "set-option", "status", "off", ";", "resize-window", "-x", "\(columns)", "-y", "\(rows)")
            for _ in 0..<200 {
                Thread.sleep(forTimeInterval: 0.05)
                guard FileManager.default.fileExists(atPath: file + ".shown") else { continue }
                let captured = try tmux("capture-pane", "-p", "-e", "-N")
                // The terminal may be behind the program that writes to it.
                if visible(captured).starts(with: visible(text)) { return captured }
            }
            throw NotShown()
        }
    }

    /// The lines as they are seen, without colours and what is empty on the right and below.
    private func visible(_ text: String) -> [Substring] {
        var lines = text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
            .split(separator: "\n", omittingEmptySubsequences: false)
        for index in lines.indices {
            while lines[index].last == " " { lines[index].removeLast() }
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}

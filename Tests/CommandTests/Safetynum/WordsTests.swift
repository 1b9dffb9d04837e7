import Foundation
import Sotto
import Testing

@testable import safetynum

/// Rules TN-17 to TN-20 and TN-23.
@Suite("The words of safetynum")
struct WordsTests {
    private static let commands = CommandName.allCases.map(\.rawValue)

    @Test("help with every command: what it is for, each option, an example", arguments: commands)
    func help(_ name: String) throws {
        let tool = try SafetynumTool()
        let command = try #require(CommandName(rawValue: name))
        let result = try tool.run(name, "--help")
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        #expect(result.output.hasPrefix("usage: safetynum \(name) [OPTIONS]"))
        for option in command.options { #expect(result.output.contains("  \(option.text)")) }
        #expect(result.output.contains("\nExample:\n  safetynum \(name)"))
        #expect(
            result.output.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.hasPrefix("  safetynum ") }
        )
        for words in [["help", name], [name, "-h"]] { #expect(try tool.run(words).output == result.output) }
        let general = try tool.run("--help")
        #expect(general.status == 0)
        #expect(general.output.contains("\n  \(name) "))
    }

    @Test("give examples that work", arguments: commands)
    func example(_ name: String) throws {
        let store = try StoreFixture()
        let help = try store.tool.run(name, "--help").output
        let lines = help.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let example = try #require(lines.last { $0.hasPrefix("safetynum \(name)") })
        let sides = try TwoSides()
        try store.tool.write(hex(sides.alice) + "\n", as: "alice.pub")
        try store.tool.write(hex(sides.bob) + "\n", as: "bob.pub")
        let number = try sides.number()
        try store.tool.write(number.text(), as: "digits.txt")
        try store.tool.write(try store.number("bob", store.bob).text(), as: "bob-digits.txt")
        // Bob's screen shows his half first.
        let theirs = SafetyNumber(ours: number.theirs, theirs: number.ours)
        try store.tool.write(theirs.scannable(), as: "scanned.bin")
        if name == "pubkey" { _ = try store.tool.run("keygen", "alice.key") }
        let result = try store.tool.shell(example)
        #expect(result.status == 0, "\(example): \(result.errors)")
        #expect(result.errors.isEmpty)
    }

    @Test("say the version")
    func version() throws {
        for word in ["--version", "-V"] {
            let result = try SafetynumTool().run(word)
            #expect(result.status == 0)
            #expect(result.output == "safetynum \(SafetyNumberCommand.version)\n")
        }
    }

    @Test("say how to compare safely, in the help and in the manual page")
    func comparing() throws {
        let tool = try SafetynumTool()
        for words in [["--help"], ["manual"]] {
            let text = try tool.run(words).output.replacingOccurrences(of: "\n", with: " ")
            #expect(text.contains("Comparing with your own screen proves nothing."))
            #expect(text.contains("Never over the chat that is being checked"))
        }
    }

    @Test("are refused with status 2 and the nearest known one when they are unknown")
    func unknown() throws {
        let tool = try SafetynumTool()
        let wrong: [([String], String)] = [
            ([], "name a command: see safetynum --help"), (["shw"], "did you mean show?"),
            (["veryfi"], "did you mean verify?"), (["frobnicate"], "there is no command frobnicate"),
            (["show", "--thier-key", "x"], "did you mean --their-key?"),
            (["show", "--mykey=x"], "did you mean --my-key?"),
            (["show", "--frobnicate"], "show has no option --frobnicate"),
            (["show", "--png", "x"], "--png is an option of qr, not of show"),
            (["show", "-x"], "show has no option -x"),
            (["--halves", "show"], "the command comes first: write safetynum show, and --halves behind it"),
            (["--frobnicate"], "the command comes first: see safetynum --help"),
            (["show", "--me"], "--me needs a value"), (["show", "--me", "--halves"], "--me needs a value"),
            (["show", "--me="], "the value of --me is empty"),
            (["show", "--json=yes"], "--json takes no value"),
            (["show", "--me", "a", "--me", "b"], "--me is given twice"),
            (["show", "alice"], "show takes no argument alice"),
            (["show", "--", "--json"], "show takes no argument --json"), (["keygen"], "keygen needs FILE"),
            (["keygen", "a", "b"], "keygen needs exactly one FILE"),
            (["keygen", ""], "FILE is empty"), (["scan", ""], "FILE is empty"),
            (["pubkey"], "pubkey needs FILE"),
            (["keygen", "-"], "keygen writes a secret into a file"),
            (["completions"], "completions needs bash|zsh|fish"),
            (["completions", "tcsh"], "one of bash, zsh, fish"),
            (["show", "--which", "new"], "--which is one of used, waiting"),
            (["qr", "--code-version", "3"], "--code-version is one of 1, 2"),
            (["compare", "-", "1"], "not both"),
            (["help", "shw"], "did you mean show?"), (["show", "\u{1B}[31m"], "\\u{1b}[31m"),
        ]
        for (words, expected) in wrong {
            let result = try tool.run(words)
            #expect(result.status == 2, "\(words)")
            #expect(result.output.isEmpty)
            #expect(result.errors.hasPrefix("safetynum: "), "\(words)")
            #expect(result.errors.contains(expected), "\(words): \(result.errors)")
            #expect(result.errors.filter { $0 == "\n" }.count == 1)
            #expect(result.errors.dropLast().unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) })
        }
        let json = try tool.run("show", "--json", "--mee", "x")
        #expect(json.status == 2)
        #expect(json.failure["code"] as? String == "usage")
        #expect((json.failure["message"] as? String)?.isEmpty == false)
    }

    @Test("of an argument that isn't UTF-8 are refused")
    func encoding() throws {
        let result = try TwoSides().tool.shell(
            #"safetynum show --me "$(printf '\xff')" --my-key alice.pub --them bob --their-key bob.pub"#)
        #expect(result.status == 2)
        #expect(result.message.contains("isn't valid UTF-8"))
    }

    @Test("take values with = as well, and everything behind -- as an argument")
    func forms() throws {
        let sides = try TwoSides()
        let digits = try sides.number().digits
        let words = ["--me=alice", "--my-key=alice.pub", "--them=bob", "--their-key=bob.pub"]
        #expect(try sides.tool.run(["compare"] + words + ["--", digits]).status == 0)
        #expect(try sides.tool.run(["compare"] + words + [digits]).status == 0)
        // A mark behind the sign is a part of the value.
        let mark = try sides.tool.run(["show", "--json", "--me=\u{301}"] + words.dropFirst())
        #expect(mark.failure["code"] as? String == "badIdentifier")
        #expect(try sides.tool.run("keygen", "--", "--odd").status == 0)
        #expect(FileManager.default.fileExists(atPath: sides.tool.path("--odd")))
    }

    @Test("have codes that Specs/Safetynum.md lists with their status")
    func codes() throws {
        let text = try String(contentsOf: specification(), encoding: .utf8)
        let rows = text.split(separator: "\n").filter {
            $0.hasPrefix("| 2 |") || $0.hasPrefix("| 3 |") || $0.hasPrefix("| 4 |")
        }
        for code in Failure.Code.allCases {
            let row = rows.first { $0.contains("`\(code.rawValue)`") }
            #expect(row?.hasPrefix("| \(code.status.rawValue) |") == true, "\(code)")
        }
        #expect(rows.joined().filter { $0 == "`" }.count == 2 * Failure.Code.allCases.count)
    }

    private func specification() throws -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
                "Specs/Safetynum.md")
    }

    @Test("go on when nobody reads them, and fail where they can't be written")
    func brokenPipe() throws {
        let sides = try TwoSides()
        let words = sides.words.joined(separator: " ")
        let wrong = String(repeating: "0", count: 60)
        for (command, status) in [("show \(words)", 0), ("compare \(words) \(wrong)", 1), ("manual", 0)] {
            let result = try sides.tool.shell(
                "(sleep 0.3; safetynum \(command); echo $? >&2) | true; wait")
            #expect(result.errors == "\(status)\n")
        }
        let full = try sides.tool.shell("safetynum show --json \(words) > /dev/full")
        #expect(full.status == 4)
        #expect(full.failure["code"] as? String == "outputFailed")
        let closed = try sides.tool.shell("safetynum show --json \(words) >&-")
        #expect(closed.status == 4)
        #expect(closed.failure["code"] as? String == "outputFailed")
    }

    @Test("have the same end, whichever of the three standard files is closed")
    func closed() throws {
        let sides = try TwoSides()
        let words = sides.words.joined(separator: " ")
        let number = try sides.number()
        let code = SafetyNumber(ours: number.theirs, theirs: number.ours).scannable()
        try sides.tool.write(PNGImage(try QRCode(bytes: code, level: .m)).bytes, as: "code.png")
        try sides.tool.write(PNGImage(try QRCode(bytes: number.scannable(), level: .m)).bytes, as: "own.png")
        for (command, status) in [
            ("show \(words)", 0), ("scan \(words) code.png", 0), ("scan \(words) own.png", 1),
            ("scan \(words) nothing.png", 3), ("compare \(words) - </dev/null", 3),
        ] {
            // Standard output's failure comes after what the command finds wrong.
            let unwritten: Int32 = status == 3 ? 3 : 4
            for (closed, expected) in [
                ("", Int32(status)), ("2>&-", Int32(status)), (">&-", unwritten), (">&- 2>&-", unwritten),
                ("<&- >&- 2>&-", unwritten), ("<&- 2>&-", Int32(status)),
            ] {
                #expect(
                    try sides.tool.shell("safetynum \(command) \(closed)").status == expected,
                    "\(command) \(closed)")
            }
        }
        // A file that is written is never what takes the messages.
        let made = try sides.tool.shell("safetynum keygen new.key >&- 2>&-")
        #expect(made.status == 4)
        #expect(try sides.tool.bytes(of: "new.key").starts(with: "sotto-private-identity-key:1:".utf8))
    }
}

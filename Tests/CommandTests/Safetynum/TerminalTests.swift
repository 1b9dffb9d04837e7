import Foundation
import Sotto
import Testing

/// Rules TN-7, TN-9 to TN-11, TN-15 and TN-21.
@Suite(
    "safetynum at a terminal", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/setsid")))
struct TerminalTests {
    private func isASCII(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(\.isASCII) }

    @Test(
        "shows the number in four lines of three groups, with the keys, within 40 columns",
        arguments: [40, 80, 200])
    func show(_ columns: UInt16) throws {
        let sides = try TwoSides()
        let terminal = try PseudoTerminal(
            ["show", "--halves"] + sides.words, in: sides.tool, columns: columns,
            environment: ["NO_COLOR": "1"])
        #expect(terminal.end() == 0)
        let number = try sides.number()
        let lines = terminal.lines
        for line in number.text().split(separator: "\n") { #expect(lines.contains("    \(line)")) }
        #expect(lines.allSatisfy { $0.count <= columns })
        #expect(!terminal.text.contains("\u{1B}"))
        let joined = lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined()
        #expect(joined.contains(hex(sides.alice)) && joined.contains(hex(sides.bob)))
    }

    @Test("is coloured, but not with NO_COLOR, not on a dumb terminal, and the words are the same")
    func colour() throws {
        let sides = try TwoSides()
        let other = String(repeating: "0", count: 60)
        func text(_ environment: [String: String]) throws -> String {
            let terminal = try PseudoTerminal(
                ["compare"] + sides.words + [other], in: sides.tool, environment: environment)
            #expect(terminal.end() == 1)
            return terminal.text
        }
        let coloured = try text([:])
        #expect(coloured.contains("\u{1B}[1;31m^^^^^"))
        let plain = try text(["NO_COLOR": "1"])
        #expect(!plain.contains("\u{1B}"))
        #expect(plain.contains("^^^^^"))
        #expect(try text(["TERM": "dumb"]) == plain)
        #expect(try text(["NO_COLOR": ""]) == coloured)
        let stripped = coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(stripped == plain)
    }

    @Test("compares in 40 columns, one number above the other")
    func narrow() throws {
        let sides = try TwoSides()
        let terminal = try PseudoTerminal(
            ["compare"] + sides.words + [String(repeating: "9", count: 60)], in: sides.tool, columns: 40,
            environment: ["NO_COLOR": "1"])
        #expect(terminal.end() == 1)
        #expect(terminal.lines.allSatisfy { $0.count <= 40 })
        #expect(terminal.lines.filter { $0.hasPrefix("  given  99999 99999 99999") }.count == 4)
        #expect(terminal.text.contains("NO MATCH"))
    }

    @Test("asks for the digits and takes what is pasted in four lines")
    func paste() throws {
        let sides = try TwoSides()
        let number = try sides.number()
        let terminal = try PseudoTerminal(["compare"] + sides.words, in: sides.tool)
        try terminal.wait(for: "press Return:")
        terminal.type(number.text() + "\n")
        #expect(terminal.end() == 0)
        #expect(terminal.text.contains("MATCH: all 60 digits are the same."))
    }

    @Test("takes an empty line for the end of the digits, and asks for all of them")
    func emptyLine() throws {
        let sides = try TwoSides()
        let terminal = try PseudoTerminal(["compare"] + sides.words, in: sides.tool)
        try terminal.wait(for: "press Return:")
        terminal.type("12345 12345\n\n")
        #expect(terminal.end() == 3)
        #expect(terminal.text.contains("there are 10"))
    }

    @Test("says after each line how many digits there are")
    func progress() throws {
        let sides = try TwoSides()
        let digits = try sides.number().digits
        let terminal = try PseudoTerminal(["compare"] + sides.words, in: sides.tool)
        try terminal.wait(for: "press Return:")
        terminal.type("\n")
        try terminal.wait(for: "0 of 60 digits so far; Ctrl-D ends")
        terminal.type(digits.dropLast() + "\n")
        try terminal.wait(for: "59 of 60 digits so far; an empty line ends")
        terminal.type(digits.suffix(1) + "\n")
        #expect(terminal.end() == 0)
        #expect(terminal.text.contains("MATCH: all 60 digits are the same."))
    }

    @Test("refuses at once what can't become 60 digits, and leaves nothing of a paste to the shell")
    func refusedLine() throws {
        let sides = try TwoSides()
        let digits = try sides.number().digits
        let shown = try sides.tool.run(["show", "--halves"] + sides.words).output
        let binary = try SafetynumTool.binary().path
        let words = sides.words.joined(separator: " ")
        for (typed, said) in [
            (shown, "\"S\" is no digit: paste the 60 digits alone"), ("12345,\n", "\",\" is no digit"),
            (digits + "\necho more\n", "there is more behind the 60 digits"),
            (digits + "\n\n \n", "MATCH: all 60 digits are the same."),
            (digits + "0\n", "a number has 60 digits and there are 61"),
            ("12345\n" + digits + "\n", "there are 65"),
        ] {
            let terminal = try PseudoTerminal(
                program: "/bin/bash",
                [
                    "-c",
                    "'\(binary)' compare \(words); echo \"status $?\"; read -t 0.3 rest; echo \"left ($rest)\"",
                ],
                in: sides.tool)
            try terminal.wait(for: "press Return:")
            terminal.type(typed)
            #expect(terminal.end() == 0)
            #expect(terminal.text.contains(said), "\(terminal.text)")
            #expect(terminal.text.contains(said.hasPrefix("MATCH") ? "status 0" : "status 3"))
            #expect(terminal.text.contains("left ()"))
        }
    }

    @Test("asks for a passphrase without showing it, and leaves the terminal as it was")
    func passphrase() throws {
        let store = try StoreFixture(passphrase: "correct horse é")
        let terminal = try PseudoTerminal(["list", "--store", "alice.sqlite"], in: store.tool)
        try terminal.wait(for: "Passphrase of alice.sqlite: ")
        #expect(!terminal.isEchoing)
        terminal.type("correct horse é\n")
        #expect(terminal.end() == 0)
        #expect(terminal.isEchoing)
        #expect(!terminal.text.contains("horse"))
        #expect(terminal.text.contains("changed: another key waits"))
        #expect(terminal.text.contains("changed since    2027-01-15T08:00:00Z"))
    }

    @Test("may leave no core file, in which a passphrase could be")
    func core() throws {
        let store = try StoreFixture(passphrase: "correct horse")
        let binary = try SafetynumTool.binary().path
        let terminal = try PseudoTerminal(
            program: "/bin/sh",
            [
                "-c",
                "ulimit -c 100; '\(binary)' list --store alice.sqlite & p=$!; sleep 1; grep core /proc/$p/limits; kill $p; wait",
            ], in: store.tool)
        try terminal.wait(for: "Passphrase of alice.sqlite: ")
        _ = terminal.end()
        #expect(terminal.text.contains(try Regex("core file size +0 +0 ")))
    }

    @Test("leaves the terminal as it was when it is interrupted at the passphrase")
    func interrupted() throws {
        let store = try StoreFixture(passphrase: "correct horse")
        let terminal = try PseudoTerminal(["list", "--store", "alice.sqlite"], in: store.tool)
        try terminal.wait(for: "Passphrase of alice.sqlite: ")
        #expect(!terminal.isEchoing)
        terminal.type("corr\u{3}")
        #expect(terminal.end() != 0)
        #expect(terminal.isEchoing)
        #expect(!terminal.text.contains("corr\r"))
    }

    @Test("refuses a wrong passphrase with status 4, and an empty one with status 3")
    func wrongPassphrase() throws {
        let store = try StoreFixture(passphrase: "correct horse")
        for (typed, status) in [("wrong\n", Int32(4)), ("\n", 3), ("\u{4}", 3)] {
            let terminal = try PseudoTerminal(["list", "--store", "alice.sqlite"], in: store.tool)
            try terminal.wait(for: "Passphrase of alice.sqlite: ")
            terminal.type(typed)
            #expect(terminal.end() == status)
        }
    }

    @Test("takes the passphrase from the terminal while the digits come from standard input")
    func passphraseAndDigits() throws {
        let store = try StoreFixture(passphrase: "correct horse")
        try store.tool.write(try store.number("bob", store.bob).digits, as: "digits.txt")
        let binary = try SafetynumTool.binary().path
        let terminal = try PseudoTerminal(
            program: "/bin/bash",
            ["-c", "'\(binary)' verify --store alice.sqlite --with bob < digits.txt"], in: store.tool)
        try terminal.wait(for: "Passphrase of alice.sqlite: ")
        terminal.type("correct horse\n")
        #expect(terminal.end() == 0)
        #expect(try store.alice.identity(of: "bob")?.isVerified == true)
    }

    @Test("asks nobody where there is no terminal")
    func noTerminal() throws {
        let store = try StoreFixture(passphrase: "correct horse")
        let result = try store.tool.shell("setsid --wait safetynum list --store alice.sqlite")
        #expect(result.status == 3)
        #expect(result.message.contains("--passphrase-file or --key-file"))
        let json = try store.tool.shell("setsid --wait safetynum list --json --store alice.sqlite")
        #expect(json.failure["code"] as? String == "noTerminal")
    }

    @Test("writes nothing but ASCII in a C locale")
    func locale() throws {
        let sides = try TwoSides()
        let words = [
            "show", "--me", "text:é", "--my-key", "alice.pub", "--them", "bob", "--their-key", "bob.pub",
        ]
        for environment in [["LANG": "C"], ["LANG": ""], ["LC_ALL": "POSIX", "LANG": "C.UTF-8"]] {
            let terminal = try PseudoTerminal(words, in: sides.tool, environment: environment)
            #expect(terminal.end() == 0)
            #expect(isASCII(terminal.text))
            #expect(terminal.text.contains("hex:c3a9"))
        }
        let utf8 = try PseudoTerminal(
            words, in: sides.tool, environment: ["LC_CTYPE": "de_DE.UTF-8", "LANG": "C"])
        #expect(utf8.end() == 0)
        #expect(utf8.text.contains("Your key (text:é):"))
    }

    @Test("lists in 40 columns")
    func list() throws {
        let store = try StoreFixture()
        let terminal = try PseudoTerminal(
            ["list"] + store.words, in: store.tool, columns: 40, environment: ["NO_COLOR": "1"])
        #expect(terminal.end() == 0)
        #expect(terminal.lines.allSatisfy { $0.count <= 40 })
        #expect(terminal.lines.contains("  unverified"))
        let joined = terminal.lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined()
        #expect(joined.contains("key in use:\(hex(store.carol))waiting key:\(hex(store.newCarol))"))
    }

    @Test("helps in 40 columns, but for the example, which is for copying")
    func help() throws {
        let tool = try SafetynumTool()
        for words in [["--help"], ["show", "--help"], ["verify", "--help"]] {
            let terminal = try PseudoTerminal(words, in: tool, columns: 40)
            #expect(terminal.end() == 0)
            #expect(terminal.lines.allSatisfy { $0.count <= 40 || $0.hasPrefix("  safetynum ") })
        }
    }
}

import Foundation
import Sotto
import Testing

/// Rules TN-12 to TN-14, TN-22 and TN-25.
@Suite("safetynum qr and scan")
struct CodeCommandTests {
    private static let hasReader = FileManager.default.isExecutableFile(atPath: "/usr/bin/zbarimg")

    /// What stands on Bob's screen.
    private func bobsCode(_ sides: TwoSides, _ version: ScannableVersion = .two) throws -> [UInt8] {
        let number = try sides.number()
        return SafetyNumber(ours: number.theirs, theirs: number.ours).scannable(version: version)
    }

    @Test("compare a scan in bytes, hex and base64, from a file and from standard input")
    func match() throws {
        let sides = try TwoSides()
        let code = try bobsCode(sides)
        let forms = [code, Array(hex(code).utf8), Array((Data(code).base64EncodedString() + "\n").utf8)]
        for form in forms {
            try sides.tool.write(form, as: "scanned")
            let result = try sides.tool.run(["scan"] + sides.words + ["scanned"])
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output == "MATCH: the code is theirs, and it is for you.\n")
        }
        let piped = try sides.tool.run(["scan", "-", "--json"] + sides.words, input: hex(code))
        #expect(piped.status == 0)
        #expect(Set(piped.json.keys) == ["command", "result", "ourVersion", "theirVersion"])
        #expect(piped.json["result"] as? String == "match")
    }

    @Test("tell a mismatch, the own code and another version apart, each with status 1")
    func results() throws {
        let sides = try TwoSides()
        let other = try TwoSides()
        let cases: [([UInt8], String, String)] = [
            (try bobsCode(other), "mismatch", "NO MATCH: the code is of another key"),
            (try sides.number().scannable(), "ownCode", "NO MATCH: this is the code that you show yourself."),
            (try bobsCode(sides, .one), "versionMismatch", "NO MATCH: their code has version 1 and yours 2"),
        ]
        for (code, name, text) in cases {
            try sides.tool.write(code, as: "scanned")
            let result = try sides.tool.run(["scan"] + sides.words + ["scanned"])
            #expect(result.status == 1)
            #expect(result.output.hasPrefix(text))
            let json = try sides.tool.run(["scan", "--json"] + sides.words + ["scanned"])
            #expect(json.status == 1)
            #expect(json.json["result"] as? String == name)
            #expect(json.json["theirVersion"] as? Int == (name == "versionMismatch" ? 1 : 2))
        }
        let one = try sides.tool.run(["scan", "--code-version", "1"] + sides.words + ["scanned"])
        #expect(one.status == 0)
    }

    @Test("refuse what is no code with status 3")
    func malformed() throws {
        let sides = try TwoSides()
        let code = try bobsCode(sides)
        for bad in [
            [], Array(code.dropLast()), code + [0], [UInt8](repeating: 0, count: 74), Array("hello".utf8),
        ] {
            try sides.tool.write(bad, as: "scanned")
            let result = try sides.tool.run(["scan", "--json"] + sides.words + ["scanned"])
            #expect(result.status == 3)
            #expect(result.failure["code"] as? String == "badCode")
            #expect(result.output.isEmpty)
        }
        let endless = try sides.tool.run(["scan", "--json"] + sides.words + ["/dev/zero"])
        #expect(endless.failure["code"] as? String == "inputTooLarge")
        #expect(
            try sides.tool.run(["scan", "--json"] + sides.words + ["none"]).failure["code"] as? String
                == "fileMissing")
    }

    @Test("write a picture that the other side scans", .enabled(if: hasReader))
    func picture() throws {
        let sides = try TwoSides()
        let written = try sides.tool.run(["qr", "--png", "code.png"] + sides.bobsWords)
        #expect(written.status == 0)
        #expect(written.output.isEmpty)
        let scanned = try sides.tool.run(["scan"] + sides.words + ["code.png"])
        #expect(scanned.status == 0, "\(scanned.output) \(scanned.errors)")
        let own = try sides.tool.run(["scan", "--json"] + sides.bobsWords + ["code.png"])
        #expect(own.json["result"] as? String == "ownCode")
        let bytes = try sides.tool.bytes(of: "code.png")
        try sides.tool.write(Array(bytes.prefix(200)), as: "cut.png")
        let cut = try sides.tool.run(["scan", "--json"] + sides.words + ["cut.png"])
        #expect(cut.status == 3)
        #expect(cut.failure["code"] as? String == "badPicture")
    }

    @Test("say how to read pictures where zbarimg isn't installed")
    func noReader() throws {
        let sides = try TwoSides()
        _ = try sides.tool.run(["qr", "--png", "code.png"] + sides.bobsWords)
        let result = try sides.tool.run(
            ["scan", "--json"] + sides.words + ["code.png"], environment: ["PATH": "/nowhere"])
        #expect(result.status == 3)
        #expect(result.failure["code"] as? String == "noPictureReader")
    }

    @Test("never replace a file without --force, and replace it whole with it")
    func force() throws {
        let sides = try TwoSides()
        for option in ["--png", "--svg"] {
            try sides.tool.write("mine", as: "code")
            let kept = try sides.tool.run(["qr", "--json", option, "code"] + sides.words)
            #expect(kept.status == 3)
            #expect(kept.failure["code"] as? String == "fileExists")
            #expect(try sides.tool.bytes(of: "code") == Array("mine".utf8))
            let replaced = try sides.tool.run(["qr", "--json", "--force", option, "code"] + sides.words)
            #expect(replaced.status == 0)
            #expect(Set(replaced.json.keys) == ["command", "code", "file"])
            #expect(try sides.tool.bytes(of: "code").starts(with: option == "--png" ? [0x89, 0x50] : [0x3C]))
        }
        #expect(try sides.tool.run(["qr", "--png", "a", "--svg", "b"] + sides.words).status == 2)
        #expect(try sides.tool.run(["qr", "--force"] + sides.words).status == 2)
        #expect(try sides.tool.run(["qr", "--png", "no/where.png"] + sides.words).status == 3)
    }

    @Test("draw in a pipe and on a terminal, in a width that there is")
    func drawing() throws {
        let sides = try TwoSides()
        let blocks = try sides.tool.run(["qr"] + sides.words)
        #expect(blocks.status == 0)
        #expect(blocks.output.contains("█"))
        let ascii = try sides.tool.run(["qr"] + sides.words, environment: ["LANG": "C"])
        #expect(ascii.status == 0)
        #expect(ascii.output.utf8.allSatisfy { $0 < 0x80 })
        let shown = try sides.tool.run(["show", "--qr"] + sides.words)
        #expect(shown.output == (sides.line(try sides.number()) + "\n" + blocks.output))
        for (columns, status) in [(UInt16(40), Int32(0)), (80, 0), (30, 3)] {
            let terminal = try PseudoTerminal(["qr"] + sides.words, in: sides.tool, columns: columns)
            #expect(terminal.end() == status)
            guard status != 0 else { continue }
            #expect(terminal.lines.allSatisfy { $0.count <= columns })
            let said = terminal.lines.joined(separator: "\n").replacingOccurrences(of: " \\\n", with: "")
            let line = said.split(separator: "\n").last.map(String.init) ?? ""
            #expect(try sides.tool.shell(line).status == 0, "\(line)")
            #expect(try sides.tool.bytes(of: "code.png").starts(with: [0x89, 0x50]))
        }
    }

    @Test(
        "draw the whole code above a prompt of two lines, and the number too where there is room",
        arguments: [
            (["qr"], UInt16(24), 21), (["qr"], 23, 20), (["qr"], 50, 25), (["show", "--qr"], 24, 21),
            (["show", "--qr"], 35, 20), (["show", "--qr"], 40, 25), (["qr"], 10, 20),
        ])
    func height(command: [String], rows: UInt16, lines: Int) throws {
        let sides = try TwoSides()
        let terminal = try PseudoTerminal(command + sides.words, in: sides.tool, rows: rows)
        #expect(terminal.end() == 0)
        let code = terminal.lines.filter { $0.contains("\u{1B}[48;5;231m") }
        #expect(code.count == lines)
        #expect(rows < 20 || code.count + 3 <= Int(rows))
        #expect(rows < 35 || terminal.lines.count - 1 + 3 <= Int(rows))
        let said = "the code has 20 lines and the terminal 10"
        #expect(terminal.text.contains(said) == (rows == 10))
        if rows > 10 { #expect(terminal.lines.dropLast().suffix(lines) == code[...]) }
    }

    @Test("draw for a light terminal on request, and say that ## needs distance")
    func light() throws {
        let sides = try TwoSides()
        let swapped: [Character: Character] = ["█": " ", " ": "█", "▀": "▄", "▄": "▀", "#": " "]
        for environment in [["LANG": "C.UTF-8"], ["LANG": "C"]] {
            let dark = try sides.tool.run(["qr"] + sides.words, environment: environment)
            let light = try sides.tool.run(["qr", "--light"] + sides.words, environment: environment)
            #expect(light.status == 0)
            let isASCII = environment["LANG"] == "C"
            let expected = dark.output.map { $0 == " " && isASCII ? "#" : swapped[$0] ?? $0 }
            // The row below an odd last one is empty, which is light.
            #expect(isASCII ? Array(light.output) == expected : light.output != dark.output)
            #expect(dark.errors.contains("from some distance") == isASCII)
            #expect(light.errors == dark.errors)
        }
        for words in [
            ["qr", "--light", "--png", "a.png"], ["qr", "--light", "--json"], ["show", "--light"],
        ] {
            #expect(try sides.tool.run(words + sides.words).status == 2)
        }
    }

    @Test("say that an SVG isn't read")
    func vector() throws {
        let sides = try TwoSides()
        #expect(try sides.tool.run(["qr", "--svg", "code.svg"] + sides.bobsWords).status == 0)
        let result = try sides.tool.run(["scan", "--json"] + sides.words + ["code.svg"])
        #expect(result.status == 3)
        #expect(result.failure["code"] as? String == "badPicture")
        #expect((result.failure["message"] as? String)?.contains("name a PNG") == true)
    }

    @Test("verify a user by a scan, and only by the right one")
    func verify() throws {
        let store = try StoreFixture()
        let number = try store.number("bob", store.bob)
        let theirs = SafetyNumber(ours: number.theirs, theirs: number.ours)
        try store.tool.write(number.scannable(), as: "own.bin")
        try store.tool.write(theirs.scannable(), as: "scanned.bin")
        func verify(_ words: String...) throws -> SafetynumTool.Result {
            try store.tool.run(["verify", "--json", "--with", "bob"] + store.words + words)
        }
        let own = try verify("--scan", "own.bin")
        #expect(own.status == 1)
        #expect(own.json["result"] as? String == "ownCode")
        #expect(own.json["marked"] as? Bool == false)
        let other = try verify("--scan", "scanned.bin", "--code-version", "1")
        #expect(other.json["result"] as? String == "versionMismatch")
        #expect(try store.alice.identity(of: "bob")?.verifiedAt == nil)
        let right = try verify("--scan", "scanned.bin")
        #expect(right.status == 0)
        #expect(right.json["marked"] as? Bool == true)
        #expect(try store.alice.identity(of: "bob")?.isVerified == true)
        #expect(try verify("--scan", "scanned.bin", "12345").status == 2)
        #expect(try verify("--code-version", "1").status == 2)
    }
}

import Foundation
import Testing

@testable import demo

@Suite("The demo, run as a program")
struct DemoProgramTests {
    @Test("passes its own conversation on, and shows what was late, repeated and changed")
    func builtIn() throws {
        let result = try Programs.run("demo")
        #expect(result.status == 0)
        #expect(result.complaint.isEmpty)
        for word in [
            "late: ", "repeats", "duplicate", "ignore", "changes", "notAuthentic", "askForResend",
            "signatureInvalid", "refreshBundle", "prekey message", "session message", "They are the same.",
            "16 messages", "Every line arrived once, as it was sent.",
        ] {
            #expect(result.output.contains(word), "\(word)")
        }
    }

    @Test("starts a process for each device")
    func processes() throws {
        let lines = try Programs.run("demo").lines.filter { $0.contains(" process ") }
        let numbers = lines.compactMap { $0.split(separator: " ").dropFirst(2).first.flatMap { Int($0) } }
        #expect(numbers.count == 3)
        #expect(Set(numbers).count == 3)
    }

    @Test("shows what the server sees of a message that hides its sender, and of one that doesn't")
    func sender() throws {
        let lines = try Programs.run("demo").lines
        let sights = lines.filter { $0.contains("server  sees     from ") && $0.hasSuffix(" bytes") }
        try #require(sights.count == 2)
        #expect(sights[0].contains("from alice.1 to bob.1, "))
        #expect(sights[1].contains("from ?       to bob.1, "))
        #expect(lines.contains { $0.hasSuffix("Bob     sees     alice.1: Now only you do.") })
        #expect(
            lines.contains(
                "The server read no sender on any envelope, and Carol nothing after she left."))
    }

    @Test("lets a third one into a group and out of it, who then has nothing to open")
    func group() throws {
        let lines = try Programs.run("demo").lines
        let start = try #require(lines.firstIndex(of: "Three in a group, and one leaves"))
        let end = try #require(lines[start...].firstIndex { $0.contains("have the same secret?") })
        // Sizes and the line with keys change from run to run, or with the formats.
        let rows = lines[(start + 3)..<end].map { row in
            row.trimmingCharacters(in: .whitespaces)
                .replacing(#/[0-9,]+ bytes/#, with: "N bytes").replacing(#/ {2,}/#, with: "  ")
        }
        #expect(rows == Self.groupRows)
    }

    private static let groupRows = [
        "Alice  begins  a group, and sends who is in it: alice, bob, carol",
        "server  sees  two envelopes from ?, for bob.1 and carol.1",
        "Alice  sends  Saturday, the three of us?",
        "Alice  gives  a new key for the group to bob.1 and carol.1, sealed",
        "server  splits  N bytes from ?, a part each for bob.1 and carol.1",
        "Bob  sees  alice.1: Saturday, the three of us?",
        "Carol  sees  alice.1: Saturday, the three of us?",
        "Bob  sends  I have the tickets.",
        "Bob  gives  a new key for the group to alice.1 and carol.1, sealed",
        "server  splits  N bytes from ?, a part each for alice.1 and carol.1",
        "Alice  sees  bob.1: I have the tickets.",
        "Carol  sees  bob.1: I have the tickets.",
        "Carol  leaves  and sends who is in it now: alice, bob",
        "server  sees  two envelopes from ?, for alice.1 and bob.1",
        "Alice  sends  Then we need two seats.",
        "Alice  gives  a new key for the group to bob.1, sealed",
        "server  splits  N bytes from ?, a part each for bob.1",
        "Bob  sees  alice.1: Then we need two seats.",
        "server  hands  Bob's part to Carol, who has none",
        "Carol  refuses  envelopeRefused: it isn't sealed for this device",
        "→ ignore: nothing is to be done",
        "",
    ]

    @Test("kills both processes, which go on from their stores")
    func killed() throws {
        let result = try Programs.run("demo")
        #expect(result.status == 0)
        for word in [
            "Alice   killed   by SIGKILL: the message is shown, but not acknowledged",
            "Alice   finds    1 message waiting in the inbox, shown before",
            "Bob     killed   by SIGKILL: its message is sealed, but not handed over",
            "Bob     uploads  what the server didn't confirm, the same bytes",
            "Bob     finds    1 message waiting in the outbox, the same bytes",
            "Killed      2 times", "Killed processes went on from their stores",
        ] {
            #expect(result.output.contains(word), "\(word)")
        }
        let first = result.lines.filter { $0.contains(" process ") && $0.contains("identity key") }
        let later = result.lines.filter { $0.contains("opens    its store again, in process ") }
        let numbers =
            (first.map { $0.split(separator: " ")[2] } + later.compactMap { $0.split(separator: " ").last })
        #expect(numbers.count == 5)
        #expect(Set(numbers).count == 5)
    }

    @Test("shows a message once whose sender or receiver was killed", arguments: [6, 10, 22, 26])
    func once(_ number: Int) throws {
        let lines = (1...28).map { "This is line \($0).\n" }.joined()
        let result = try Programs.run("demo", ["-"], input: Array(lines.utf8))
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("Killed      4 times"))
        let seen = result.lines.filter { $0.hasSuffix("sees     This is line \(number).") }
        #expect(seen.count == 1)
    }

    @Test("passes any text on", arguments: OddText.all)
    func odd(_ text: OddText) throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("text", text.bytes)
        for result in [
            try Programs.run("demo", [file.path]), try Programs.run("demo", ["-"], input: text.bytes),
        ] {
            #expect(result.status == 0, "\(result.complaint)")
            #expect(result.output.contains(" \(text.messageCount) message"))
            for line in result.lines {
                #expect(TerminalText.width(of: line) <= 80, "\(line)")
                #expect(TerminalText.escaped(line) == line)
            }
        }
    }

    @Test("says which byte of a text isn't UTF-8")
    func invalid() throws {
        let result = try Programs.run("demo", ["-"], input: Array("good\nbad: ".utf8) + [0xFF, 0x0A])
        #expect(result.status == 3)
        #expect(result.complaint == "demo: standard input isn't UTF-8: byte 6 of line 2 is 0xff\n")
        #expect(result.output.isEmpty)
    }

    @Test("says that a text isn't there")
    func missing() throws {
        let folder = try TemporaryFolder()
        let result = try Programs.run("demo", [folder.url.appendingPathComponent("none").path])
        #expect(result.status == 3)
        #expect(result.complaint.hasSuffix("none can't be read: there is no such file or folder\n"))
        #expect(try Programs.run("demo", [folder.url.path]).complaint.hasSuffix("it is a folder\n"))
    }

    @Test(
        "refuses wrong arguments",
        arguments: [
            ["--loud"], ["a", "b"], ["--device"], ["--device", "eve"], ["--device", "bob"], [""],
            ["--keep"], ["--keep", ""], ["--keep", "a", "--keep", "b"], ["--keep", "a", "--device", "bob"],
        ])
    func usage(_ arguments: [String]) throws {
        let result = try Programs.run("demo", arguments)
        #expect(result.status == 2)
        #expect(result.complaint.hasPrefix("demo: "))
        #expect(result.output.isEmpty)
    }

    @Test("explains itself")
    func help() throws {
        for option in ["--help", "-h"] {
            let result = try Programs.run("demo", [option])
            #expect(result.status == 0)
            #expect(result.output.hasPrefix("usage: demo [--keep FOLDER] [TEXTFILE]\n"))
            #expect(result.lines.allSatisfy { $0.count <= 80 })
        }
    }

    @Test("prints the ends and the refusals of a long text")
    func long() throws {
        let lines = (1...300).map { "This is line \($0) of the text.\n" }.joined()
        let result = try Programs.run("demo", ["-"], input: Array(lines.utf8))
        #expect(result.status == 0)
        #expect(result.output.contains("messages 17 to 292 are left out"))
        #expect(result.output.contains("This is line 16 of the text."))
        #expect(!result.output.contains("This is line 17 of the text."))
        #expect(result.output.contains("This is line 293 of the text."))
        #expect(result.output.contains("one bit of the session selector"))
        #expect(result.output.contains("Not printed 276 messages"))
    }
}

/// A text that is unusual, and how many messages it makes.
struct OddText: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
    let messageCount: Int

    init(_ name: String, _ text: String, _ messageCount: Int) {
        testDescription = name
        bytes = Array(text.utf8)
        self.messageCount = messageCount
    }

    static let all: [OddText] = [
        OddText("nothing", "", 0),
        OddText("one empty line", "\n", 1),
        OddText("no last line end", "one\ntwo", 2),
        OddText("three lines", "one\n\nthree\n", 3),
        OddText("CR LF and lone CR", "one\r\ntwo\rtwo\r\nthree\r\nfour\r\n", 4),
        OddText("a byte order mark", "\u{FEFF}one\ntwo\nthree\nfour\nfive\n", 5),
        OddText("twelve lines", String(repeating: "same\n", count: 12), 12),
        OddText("60,000 bytes in a line", String(repeating: "a", count: 60_000) + "\nshort\n", 2),
        OddText("the longest message", String(repeating: "b", count: 65_000), 1),
        OddText("one byte more", String(repeating: "c", count: 65_001), 2),
        OddText("escapes", "\u{1B}[31mred\u{7}\u{8}\u{7F}\n\u{202E}round\u{2028}\u{85}\u{200B}\n", 2),
        OddText("wide characters", String(repeating: "土", count: 100) + "\n각각\n", 2),
        OddText("families", String(repeating: "👩‍👩‍👧‍👦", count: 80) + "\n🇫🇷❤️1️⃣\n", 2),
        OddText("a pile of marks", "e" + String(repeating: "\u{301}", count: 40_000) + "\n\u{301}\n", 3),
    ]
}

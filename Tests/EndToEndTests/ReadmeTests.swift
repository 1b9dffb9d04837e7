import Foundation
import Testing

@Suite("The README")
struct ReadmeTests {
    @Test("shows the first program as it is compiled, in at most 25 lines")
    func program() throws {
        let programs = try snippets().filter { $0.hasPrefix("import ") }
        let program = try text("Examples/FirstConversation/main.swift")
        #expect(programs == [program])
        #expect(program.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count <= 25)
        let imports = program.split(separator: "\n").filter { $0.contains("import ") }
        #expect(imports == ["import Sotto"])
    }

    @Test("shows what the first program prints")
    func output() throws {
        let result = try Programs.run("FirstConversation")
        #expect(result.status == 0)
        #expect(result.complaint.isEmpty)
        #expect(try text("README.md").contains("```text\n\(result.output)```\n"))
        #expect(result.lines.contains("alice.1 says Hello, Bob"))
        #expect(result.lines.contains("bob.1 says Hello, Alice"))
        #expect(result.lines.contains("the same bytes again: ignore"))
    }

    @Test("names an app's loop that runs")
    func mailbox() throws {
        let result = try Programs.run("Mailbox")
        #expect(result.status == 0)
        #expect(result.complaint.isEmpty)
        #expect(
            result.lines.dropLast() == [
                "alice.1 says Are you there?",
                "Bob's app was opened again; 0 messages were left to take over",
                "bob.1 says Yes, again.",
            ])
    }

    @Test("shows no other code than pieces of those programs and of a manifest")
    func pieces() throws {
        let pieces = try snippets().filter { !$0.hasPrefix("import ") }
        try #require(pieces.count == 10)
        #expect(pieces[0].hasPrefix("// in Package.swift\n"))
        #expect(lines(try text("Examples/Mailbox/Mailbox.swift")).contains(lines(pieces[1])))
        #expect(lines(try text("Examples/Chat/Phone.swift")).contains(lines(pieces[2])))
        #expect(lines(try text("Examples/Verification/main.swift")).contains(lines(pieces[3])))
        let chat = lines(try text("Examples/GroupChat/Chat.swift"))
        for piece in pieces[4...7] { #expect(chat.contains(lines(piece)), "\(piece)") }
        #expect(lines(try text("Examples/GroupChat/Server.swift")).contains(lines(pieces[8])))
        let desk = lines(try text("Examples/NotificationService/NotificationDesk.swift"))
        #expect(desk.contains(lines(pieces[9])))
    }

    @Test("names a chat that runs")
    func messages() throws {
        let result = try Programs.run("Chat")
        #expect(result.status == 0)
        #expect(result.complaint.isEmpty)
        #expect(!result.output.contains("without effect"))
        #expect(result.output.contains("Sprachnachricht (0:12)"))
        #expect(result.lines.contains { $0.hasPrefix("me: Saturday at 19:30? (edited)") })
        #expect(result.lines.contains { $0.hasPrefix("Bob: Fine [to: Saturday at 19:30?] 👍") })
    }

    @Test("names a verification that runs")
    func verification() throws {
        let result = try Programs.run("Verification")
        #expect(result.status == 0)
        #expect(result.complaint.isEmpty)
        #expect(result.lines.count == 6)
        #expect(result.lines[4] == "Bob is verified")
    }

    @Test("names a group that runs")
    func group() throws {
        let result = try Programs.run("GroupChat")
        #expect(result.status == 0)
        #expect(result.complaint.isEmpty)
        #expect(
            result.lines.dropLast() == [
                "bob.1 sees Saturday? by alice.1",
                "carol.1 sees Saturday? by alice.1",
                "alice.1 sees Not me. by carol.1",
                "bob.1 sees Not me. by carol.1",
                "bob.1 sees The two of us, then. by alice.1",
                "carol.1 is a member: false",
            ])
    }

    @Test("names a notification extension that runs")
    func notifications() throws {
        let result = try Programs.run("NotificationService")
        #expect(result.status == 0)
        #expect(result.complaint.isEmpty)
        #expect(
            result.lines.filter { !$0.isEmpty } == [
                "inline, 1095 bytes",
                "  Alice | Are we still on for tonight?",
                "  nothing is shown: alreadyShown",
                "preview, 1607 bytes",
                "  Alice | It was a dark night. And it went on. And",
                "  Sotto | New message",
                "  Sotto | New message",
                "a call by Sotto, to be ended: true",
                "in the inbox: 2",
            ])
    }

    @Test("shows what safetynum prints")
    func comparison() throws {
        let result = try Programs.run(
            "safetynum",
            [
                "compare", "--me", "+14152222222", "--my-key",
                "0506863bc66d02b40d27b8d49ca7c09e9239236f9d7d25d6fcca5ce13c7064d868", "--them",
                "+14153333333",
                "--their-key", "05f781b6fb32fed9ba1cf2de978d4d5da28dc34046ae814402b5c0dbd96fda907b",
                "30035 44776 92869 39689 28698 76765 45825 75691 62576 84344 09180 79132",
            ])
        #expect(result.status == 1)
        #expect(try text("README.md").contains("\n\(result.output)```\n"))
    }

    @Test("shows a manifest that the package manager reads")
    func manifest() throws {
        let piece = try #require(try snippets().first { $0.hasPrefix("// in Package.swift\n") })
        let manifest = """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "YourApp",
            \(piece.replacing("URL-OF-THIS-REPOSITORY", with: "https://example.org/sotto"))
            )
            """
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let file = try folder.file("Package.swift", Array(manifest.utf8))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--package-path", file.deletingLastPathComponent().path, "dump-package",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(String(decoding: said, as: UTF8.self).contains("https://example.org/sotto"))
    }

    /// The pieces of Swift on the page, in order.
    private func snippets() throws -> [String] {
        try text("README.md").components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```\n").first }
    }

    /// Lines without what they are indented by.
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Programs.package.appendingPathComponent(path), encoding: .utf8)
    }
}

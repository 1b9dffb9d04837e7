import Foundation
import Testing

@Suite("The README")
struct ReadmeTests {
    @Test("shows the first program as it is compiled, in at most 25 lines")
    func program() throws {
        let readme = try text("README.md")
        let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
        let programs = blocks.compactMap { $0.components(separatedBy: "```\n").first }
            .filter { $0.hasPrefix("import ") }
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

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Programs.package.appendingPathComponent(path), encoding: .utf8)
    }
}

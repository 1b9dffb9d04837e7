import ConformanceSuites
import Foundation
import Testing

@Suite("The conformance command")
struct ConformanceCommandTests {
    private struct Result {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs the binary that was built beside the test bundle.
    private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Result {
        let process = Process()
        process.executableURL = try builtProducts().appendingPathComponent("conformance")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let errorText = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Result(status: process.terminationStatus, output: text, errors: errorText)
    }

    private struct NotFound: Error {}

    private func builtProducts() throws -> URL {
        // The test bundle or the test runner stands in the folder of the build's products.
        let candidates =
            CommandLine.arguments.prefix(1).map { URL(fileURLWithPath: $0) } + [Bundle.main.bundleURL]
        for candidate in candidates {
            var folder = candidate
            for _ in 0..<5 {
                if FileManager.default.isExecutableFile(
                    atPath: folder.appendingPathComponent("conformance").path)
                {
                    return folder
                }
                folder.deleteLastPathComponent()
            }
        }
        throw NotFound()
    }

    @Test("passes over one suite, with one line that counts")
    func oneSuite() throws {
        let result = try run("--suite", "published-hkdf-sha256")
        #expect(result.status == 0)
        #expect(result.output == "published-hkdf-sha256      3 passed      0 failed\n")
        #expect(result.errors.isEmpty)
    }

    @Test("runs the suites that it is given, each once and in that order")
    func severalSuites() throws {
        let result = try run(
            "--suite", "published-sha512", "--suite", "published-sha256", "--suite", "published-sha512")
        #expect(result.status == 0)
        let names = result.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
        #expect(names == ["published-sha512", "published-sha256"])
    }

    @Test(
        "says how it is used and leaves with 2 after a wrong argument",
        arguments: [
            ["--unknown"], ["name"], ["--suite"], ["--suite", "nothing"], ["--wycheproof"],
            ["--suite", "--json"],
        ])
    func usage(_ arguments: [String]) throws {
        let result =
            arguments.count == 1 ? try run(arguments[0]) : try run(arguments[0], arguments[1])
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("usage: conformance"))
    }

    @Test("helps and leaves with 0")
    func help() throws {
        let result = try run("--help")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("usage: conformance"))
        for name in ConformanceSuites.names { #expect(result.output.contains(name)) }
    }

    @Test("fails when a suite's files aren't in the folder it is given")
    func emptyFolder() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = try run("--suite", "wycheproof-x25519", "--wycheproof", folder.path)
        #expect(result.status == 1)
        #expect(result.output.contains("x25519_test.json isn't in the folder"))
    }

    @Test("says which case of Wycheproof fails and leaves with 1")
    func failingCase() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = """
            {"numberOfTests": 1, "testGroups": [{"tagSize": 256, "tests": [{"tcId": 17, "comment": "", "flags": [],
            "key": "00", "msg": "", "tag": "\(String(repeating: "00", count: 32))", "result": "valid"}]}]}
            """
        try Data(file.utf8).write(to: folder.appendingPathComponent("hmac_sha256_test.json"))
        let result = try run("--suite", "wycheproof-hmac-sha256", "--wycheproof", folder.path)
        #expect(result.status == 1)
        #expect(result.output.contains("0 passed      1 failed\n    17: tag is"))
    }

    @Test("prints one array of objects and nothing else with --json")
    func json() throws {
        let result = try run("--json", "--suite", "published-blake2b", "--suite", "published-sha256")
        #expect(result.status == 0)
        let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        let suites = try #require(value as? [[String: Any]])
        #expect(suites.compactMap { $0["name"] as? String } == ["published-blake2b", "published-sha256"])
        #expect(suites.compactMap { $0["passed"] as? Int } == [34, 3])
        #expect(suites.compactMap { $0["failed"] as? Int } == [0, 0])
        #expect(suites.allSatisfy { ($0["failures"] as? [Any])?.isEmpty == true })
    }

    @Test("takes skipping for a failure where Wycheproof is required")
    func required() throws {
        let result = try run(
            "--suite", "wycheproof-ed25519", environment: ["WYCHEPROOF_DIR": "", "REQUIRE_WYCHEPROOF": "1"])
        // Beside the repository the files may stand; then nothing is skipped.
        #expect(result.status == (result.output.contains("no vectors here") ? 1 : 0))
    }

    @Test("leaves with 1 when nothing ran")
    func nothingRan() throws {
        let result = try run(
            "--suite", "wycheproof-ed25519", environment: ["WYCHEPROOF_DIR": "", "REQUIRE_WYCHEPROOF": "0"])
        #expect(result.status == (result.output.contains("skipped: no vectors here") ? 1 : 0))
    }
}

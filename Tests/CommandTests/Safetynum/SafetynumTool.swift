import Foundation
import Sotto
import Testing

/// Runs the built `safetynum` as people do: words, standard input, a folder.
struct SafetynumTool {
    struct Result {
        let status: Int32
        let output: String
        let errors: String

        /// The one line of standard error.
        var message: String { errors.hasSuffix("\n") ? String(errors.dropLast()) : errors }

        /// The object on standard output.
        var json: [String: Any] { Self.object(output) }

        /// The object of a failure, on standard error.
        var failure: [String: Any] { Self.object(errors)["error"] as? [String: Any] ?? [:] }

        private static func object(_ text: String) -> [String: Any] {
            let isOneLine = text.hasSuffix("\n") && text.dropLast().allSatisfy { $0.isASCII && $0 != "\n" }
            guard isOneLine, let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)) else {
                return [:]
            }
            return value as? [String: Any] ?? [:]
        }
    }

    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "safetynum-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func write(_ bytes: [UInt8], as name: String) throws {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }

    func write(_ text: String, as name: String) throws { try write(Array(text.utf8), as: name) }

    func bytes(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    /// Runs it in the folder, with a file as standard input and pipes behind it.
    func run(
        _ words: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> Result {
        try start(try Self.binary(), words, input: Array(input.utf8), environment)
    }

    func run(_ words: String..., input: String = "") throws -> Result { try run(words, input: input) }

    /// Runs a line of bash in which `safetynum` is the tool.
    func shell(_ line: String, environment: [String: String] = [:]) throws -> Result {
        let places = try Self.binary().deletingLastPathComponent().path + ":/usr/local/bin:/usr/bin:/bin"
        return try start(
            URL(fileURLWithPath: "/bin/bash"), ["-c", line], input: [],
            environment.merging(["PATH": places]) { $1 })
    }

    private func start(
        _ program: URL, _ words: [String], input: [UInt8], _ environment: [String: String]
    ) throws -> Result {
        let process = Process()
        process.executableURL = program
        process.arguments = words
        process.currentDirectoryURL = folder
        process.environment = ["LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        let names = (0..<3).map { _ in UUID().uuidString }
        for name in names { try write(name == names[0] ? input : [], as: name) }
        let files = names.map { folder.appendingPathComponent($0) }
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationReason == .exit, "the tool was ended by a signal")
        return Result(
            status: process.terminationStatus,
            output: String(decoding: try bytes(of: names[1]), as: UTF8.self),
            errors: String(decoding: try bytes(of: names[2]), as: UTF8.self))
    }

    private struct NotFound: Error {}

    /// The binary that was built beside the test bundle.
    static func binary() throws -> URL {
        let candidates =
            CommandLine.arguments.prefix(1).map { URL(fileURLWithPath: $0) } + [Bundle.main.bundleURL]
        for candidate in candidates {
            var folder = candidate
            for _ in 0..<5 {
                let file = folder.appendingPathComponent("safetynum")
                var isFolder: ObjCBool = false
                let exists = unsafe FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
                if exists, !isFolder.boolValue { return file }
                folder.deleteLastPathComponent()
            }
        }
        throw NotFound()
    }
}

/// A folder with two sides: keys in files, and the digits of their number.
struct TwoSides {
    let tool: SafetynumTool
    let alice: IdentityPublicKey
    let bob: IdentityPublicKey

    init() throws {
        tool = try SafetynumTool()
        alice = try IdentityKeyPair().publicKey
        bob = try IdentityKeyPair().publicKey
        try tool.write(hex(alice) + "\n", as: "alice.pub")
        try tool.write(hex(bob) + "\n", as: "bob.pub")
    }

    var words: [String] {
        ["--me", "alice", "--my-key", "alice.pub", "--them", "bob", "--their-key", "bob.pub"]
    }
    var bobsWords: [String] {
        ["--me", "bob", "--my-key", "bob.pub", "--them", "alice", "--their-key", "alice.pub"]
    }

    func number(_ me: [UInt8] = Array("alice".utf8), _ them: [UInt8] = Array("bob".utf8)) throws
        -> SafetyNumber
    {
        SafetyNumber(
            ours: try Fingerprint(of: alice, identifier: me),
            theirs: try Fingerprint(of: bob, identifier: them))
    }

    /// The line that `show` prints in a pipe.
    func line(_ number: SafetyNumber) -> String { number.groups.joined(separator: " ") + "\n" }
}

func hex(_ key: IdentityPublicKey) -> String { Hex.encode(key.encoded.span) }
func hex(_ bytes: [UInt8]) -> String { Hex.encode(bytes.span) }

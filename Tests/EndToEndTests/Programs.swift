import Foundation
import Testing

/// Runs programs that were built beside the tests.
enum Programs {
    struct Result {
        let status: Int32
        let output: String
        let complaint: String

        var lines: [String] {
            output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// Runs `name` to its end.
    static func run(
        _ name: String, _ arguments: [String] = [], input: [UInt8] = [], environment: [String: String] = [:]
    ) throws -> Result {
        let folder = try TemporaryFolder()
        let process = Process()
        process.executableURL = products.appendingPathComponent(name)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // Files, because a pipe that nobody reads while the program runs can fill up.
        process.standardInput = try FileHandle(forReadingFrom: folder.file("input", input))
        let output = try folder.file("output", [])
        let complaint = try folder.file("complaint", [])
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: complaint)
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
            complaint: try String(contentsOf: complaint, encoding: .utf8))
    }

    /// A program that runs, with pipes to read from; a part of its output is enough for it to go on.
    struct Started {
        let process: Process
        let output: FileHandle
        let complaint: FileHandle
    }

    /// Starts `name`.
    static func started(
        _ name: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> Started {
        let process = Process()
        process.executableURL = products.appendingPathComponent(name)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (output, complaint) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = complaint
        try process.run()
        return Started(
            process: process, output: output.fileHandleForReading, complaint: complaint.fileHandleForReading)
    }

    /// The package's own folder.
    static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static var products: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
        return bundle.bundleURL.pathExtension == "xctest"
            ? bundle.bundleURL.deletingLastPathComponent() : bundle.bundleURL
    }
}

/// A folder that is removed when the value ends.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("sotto-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file.
    func file(_ name: String, _ bytes: [UInt8]) throws -> URL {
        let file = url.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return file
    }
}

import Foundation

/// Starts processes of `storage-worker`.
enum Worker {
    /// Where the programs lie: beside the bundle of the tests.
    private static var products: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
        return bundle.bundleURL.pathExtension == "xctest"
            ? bundle.bundleURL.deletingLastPathComponent() : bundle.bundleURL
    }

    static func start(_ arguments: String...) throws -> (process: Process, output: FileHandle) {
        try start(arguments)
    }

    private static func start(_ arguments: [String]) throws -> (process: Process, output: FileHandle) {
        let process = Process()
        process.executableURL = products.appendingPathComponent("storage-worker")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        return (process, pipe.fileHandleForReading)
    }

    /// Runs a worker to its end; the lines that it said.
    static func run(_ arguments: String...) throws -> [String] {
        let (process, output) = try start(arguments)
        let text = try output.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else { throw Failure() }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    struct Failure: Error {}

    /// Starts a worker and waits until it says that it is at work.
    static func startWorking(_ arguments: String...) throws -> Process {
        let (process, output) = try start(arguments)
        _ = output.availableData
        return process
    }
}

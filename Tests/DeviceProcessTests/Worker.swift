import DeviceSupport
import Foundation

/// A process of `device-worker`, and the device in it.
///
/// One thread writes to it at a time, and one reads.
final class Worker: Seat, @unchecked Sendable {
    private let path: String
    private let mode: String
    private var process = Process()
    private var input = FileHandle.nullDevice
    private var output = FileHandle.nullDevice
    private var buffer = Data()

    /// Makes a device for `user`, or opens the one that is there.
    init(_ path: String, creating user: String? = nil, mode: String = "open") throws {
        self.path = path
        self.mode = mode
        try launch(user.map { ["create", path, $0] } ?? [mode, path])
    }

    deinit { end() }

    var processIdentifier: Int32 { process.processIdentifier }

    /// What the process said when it had opened the device, or why it hadn't.
    private(set) var opening = Reply()

    private func launch(_ arguments: [String]) throws {
        Foundation.signal(SIGPIPE, SIG_IGN)
        process = Process()
        process.executableURL = Self.products.appendingPathComponent("device-worker")
        process.arguments = arguments
        let (requests, replies) = (Pipe(), Pipe())
        process.standardInput = requests
        process.standardOutput = replies
        try process.run()
        // Its ends are its own: what it leaves is read to the end once it is gone.
        try replies.fileHandleForWriting.close()
        try requests.fileHandleForReading.close()
        input = requests.fileHandleForWriting
        output = replies.fileHandleForReading
        buffer = Data()
        opening = try read() ?? Reply()
    }

    /// Where the programs lie: beside the bundle of the tests.
    private static var products: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
        return bundle.bundleURL.pathExtension == "xctest"
            ? bundle.bundleURL.deletingLastPathComponent() : bundle.bundleURL
    }

    func reopen() throws {
        end()
        try launch([mode, path])
    }

    /// Kills the process; what it wrote before can still be read.
    func end() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Writes a request without waiting for the reply.
    func write(_ request: Request) throws {
        var line = try JSONEncoder().encode(request)
        line.append(UInt8(ascii: "\n"))
        try input.write(contentsOf: line)
    }

    /// Closes the way to the process, which ends when it has done what it was asked.
    func close() throws { try input.close() }

    /// The next reply, or nothing when the process is gone.
    func read() throws -> Reply? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[buffer.startIndex..<end]
                buffer = Data(buffer[(end + 1)...])
                return try JSONDecoder().decode(Reply.self, from: Data(line))
            }
            let more = output.availableData
            guard !more.isEmpty else { return nil }
            buffer.append(more)
        }
    }

    /// Does a command and returns its reply.
    func reply(to command: Command, at instant: UInt64 = 1_800_000_000_000) throws -> Reply {
        try write(Request(command, at: instant))
        guard let reply = try read() else { throw Gone() }
        return reply
    }

    func run(_ request: Request, killedAfter microseconds: UInt32?) throws -> Outcome {
        // Killed when it had already answered.
        if !process.isRunning { try reopen() }
        try write(request)
        if let microseconds {
            usleep(microseconds)
            end()
        }
        if let reply = try read() { return microseconds == nil ? .reply(reply) : .struck(.nothing, reply) }
        process.waitUntilExit()
        return .struck(.nothing, nil)
    }

    struct Gone: Error {}
}

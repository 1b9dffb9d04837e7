#if canImport(Glibc)
import Glibc
#endif
import CFloor
import Foundation
import Sotto
import SottoCrypto

/// A file with the sessions of one device with very many others, made when it is first asked for.
final class LargeStore {
    let sessionCount: Int
    private var made: (files: TemporaryStore, path: String, bob: Device)?

    init(sessionCount: Int) { self.sessionCount = sessionCount }

    static func full() -> LargeStore { LargeStore(sessionCount: 50_000) }
    static func quick() -> LargeStore { LargeStore(sessionCount: 500) }

    /// The file's path, and the one device of the others that answers.
    func ready() throws -> (path: String, bob: Device) {
        if let made { return (made.path, made.bob) }
        let memory = CountingStorage(InMemoryStorage())
        let device = try Device.create(
            in: memory, key: TemporaryStore.key(), as: try Address(user: "the-sending-user", device: 1),
            trusting: .onFirstUse, clock: Crowd.clock)
        let bob = try Device.inMemory(
            as: try Address(user: DevicePair.Side.bob.user, device: 1), trusting: .onFirstUse,
            clock: Crowd.clock)
        guard let upload = try bob.prekeyUpload() else { throw BenchmarkError("no upload is due") }
        try bob.confirm(upload)
        try device.start(with: upload.bundle(oneTimePrekey: nil), of: bob.address)
        let first = try device.send([], to: .device(bob.address))
        _ = try bob.receive(first.envelopes[0].bytes, from: device.address)
        let answer = try bob.send([], to: .device(device.address))
        _ = try device.receive(answer.envelopes[0].bytes, from: bob.address)
        try Crowd.join(0..<sessionCount - 1, device, isAnswered: false)
        let files = try TemporaryStore()
        let path = files.path()
        try memory.copy(to: try SQLiteStorage.create(at: path))
        made = (files, path, bob)
        return (path, bob)
    }

    /// Opens the device, as a program does at its start.
    static func open(_ path: String) throws -> Device {
        try Device.open(
            in: try SQLiteStorage.open(at: path), key: TemporaryStore.key(), clock: Crowd.clock)
    }

    /// By how many bytes a process grows that opens the device: measured in one of its own.
    func openedByteCount() throws -> Double {
        let (path, _) = try ready()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = ["--open", path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(bytes: output, encoding: .utf8)?.trimmingCharacters(in: .whitespacesAndNewlines)
        guard process.terminationStatus == 0, let text, let value = Double(text) else {
            throw BenchmarkError("the process that opens a store failed")
        }
        return value
    }

    /// What that process does: opens the device and returns by how much it grew.
    static func growth(opening path: String) throws -> Double {
        // Libraries, guarded memory and the runtime's tables are there before anything is counted.
        _ = try DevicePair()
        let before = try residentByteCount()
        let device = try open(path)
        let after = try residentByteCount()
        return withExtendedLifetime(device) { max(0, after - before) }
    }

    private static func residentByteCount() throws -> Double {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return 0 }
        for line in text.split(separator: "\n") where line.hasPrefix("VmRSS:") {
            return (Double(line.split(separator: " ")[1]) ?? 0) * 1_024
        }
        return 0
    }
}

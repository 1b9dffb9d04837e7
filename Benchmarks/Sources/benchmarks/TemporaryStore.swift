#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Sotto
import SottoCrypto

/// A folder for files of stores, deleted when the value ends.
final class TemporaryStore {
    let folder: String
    private var count = 0

    init() throws {
        folder =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("sotto-benchmark-\(Random.number(below: .max))").path
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw BenchmarkError("can't make \(folder)")
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The path of another file.
    func path() -> String {
        count += 1
        return folder + "/\(count).store"
    }

    /// A new device in a file of its own.
    func device(_ address: Address, exclusively: Bool, clock: DeviceClock = .system) throws -> Device {
        let storage = try SQLiteStorage.create(at: path(), exclusively: exclusively)
        return try Device.create(
            in: storage, key: Self.key(), as: address, trusting: .onFirstUse, clock: clock)
    }

    /// A key that costs nothing to derive.
    static func key() -> StorageKey { .key(SecretBytes(copying: [UInt8](repeating: 7, count: 32).span)) }
}

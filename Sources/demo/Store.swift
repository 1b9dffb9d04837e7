import Foundation

/// Where a device keeps its records, and what they are sealed with.
struct Store: Equatable, Sendable {
    let path: String
    /// 32 random bytes.
    let key: [UInt8]
    /// Whether it outlives the run.
    let isKept: Bool

    /// Removes a store that isn't kept, and its folder with the last one; what isn't there is no fault.
    ///
    /// Its process does that at its end, so a run that is killed leaves nothing behind either.
    func remove() {
        guard !isKept else { return }
        for suffix in Self.suffixes { _ = unsafe unlink(path + suffix) }
        // Fails while there is something in it, which is as it should be.
        _ = unsafe rmdir(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    /// What SQLite calls its files.
    private static let suffixes = ["", "-wal", "-shm", "-journal"]
}

import Foundation

/// Where a device keeps its records, and what they are sealed with.
struct Store: Equatable, Sendable {
    let path: String
    /// 32 random bytes.
    let key: [UInt8]
    /// Whether it outlives the run.
    let isKept: Bool

    /// Removes a store that isn't kept, with the folder of its run.
    ///
    /// Its process does that at its end, so a run that is killed leaves nothing behind either.
    func remove() {
        if !isKept { StoreFolder.remove(URL(fileURLWithPath: path).deletingLastPathComponent().path) }
    }
}

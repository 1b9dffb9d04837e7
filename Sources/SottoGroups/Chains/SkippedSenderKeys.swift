internal import SottoCrypto

/// Messages of a chain that can no longer be opened, because their skipped keys were dropped.
public struct DroppedSenderKeys: Hashable, Sendable {
    /// The chain.
    public let chainID: SenderChainID
    /// The places of the messages in the chain.
    public let iterations: ClosedRange<UInt32>
}

/// The message key of one message that hasn't arrived.
///
/// A class, so that an array can hold it though the key can't be copied.
final class SkippedSenderKey {
    let iteration: UInt32
    /// When the message that skipped this one was opened, in milliseconds.
    var instant: UInt64
    /// 32 bytes.
    let key: SecretBytes

    init(iteration: UInt32, instant: UInt64, key: consuming SecretBytes) {
        self.iteration = iteration
        self.instant = instant
        self.key = key
    }
}

/// The skipped keys of one chain, in the order of their places, which is the order of their age.
///
/// Rule GR-18.
struct SkippedSenderKeys {
    private(set) var keys: [SkippedSenderKey] = []

    var count: Int { keys.count }

    /// The key of one message.
    func key(of iteration: UInt32) -> SkippedSenderKey? {
        place(of: iteration).map { keys[$0] }
    }

    private func place(of iteration: UInt32) -> Int? {
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if keys[middle].iteration < iteration { low = middle + 1 } else { high = middle }
        }
        return low < keys.count && keys[low].iteration == iteration ? low : nil
    }

    /// Forgets the key of a message that was opened.
    mutating func remove(_ iteration: UInt32) {
        if let place = place(of: iteration) { keys.remove(at: place) }
    }

    /// Adds younger keys of later places.
    mutating func append(_ newer: [SkippedSenderKey]) { keys += newer }

    /// Drops the oldest keys, beyond 2,000 or older than 30 days; the result are their places, ascending.
    mutating func dropBeyondLimits(at instant: UInt64) -> [UInt32] {
        // Dates from a clock that was ahead would keep keys for as long as it was wrong, and all behind them. Those that
        // were skipped since may have the right one.
        for key in keys where key.instant > instant { key.instant = instant }
        let excess = max(0, keys.count - GroupLimits.maximumSkippedKeys)
        let expired = keys.prefix { Self.isExpired($0, at: instant) }.count
        let dropped = keys.prefix(max(excess, expired)).map(\.iteration)
        keys.removeFirst(dropped.count)
        return dropped
    }

    static func isExpired(_ key: SkippedSenderKey, at instant: UInt64) -> Bool {
        instant > key.instant && instant - key.instant > GroupLimits.maximumSkippedKeyAge
    }
}

extension [DroppedSenderKeys] {
    /// Appends one place, joined to the last range where it continues it.
    mutating func add(_ chainID: SenderChainID, _ iteration: UInt32) {
        if let last, last.chainID == chainID, iteration > 0, last.iterations.upperBound == iteration - 1 {
            self[count - 1] = DroppedSenderKeys(
                chainID: chainID, iterations: last.iterations.lowerBound...iteration)
        } else {
            append(DroppedSenderKeys(chainID: chainID, iterations: iteration...iteration))
        }
    }
}

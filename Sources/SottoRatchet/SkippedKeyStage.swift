internal import SottoCrypto

/// The keys that one message skips, kept aside until it has opened.
///
/// Only the newest 2,000 of them can stay, so no more are stored, however large the gap.
struct SkippedKeyStage: ~Copyable {
    private var runs: [SkippedRun] = []
    private var dropped: [DroppedMessageKeys] = []
    private var left: UInt64
    private let instant: UInt64

    /// - Throws: ``RatchetError/gapTooLarge(gap:limit:)`` when the message skips more than it may. Rule DR-6.
    init(gap: UInt64, _ incoming: borrowing Incoming) throws(RatchetError) {
        guard gap <= UInt64(incoming.maximumGap) else {
            throw .gapTooLarge(gap: gap, limit: incoming.maximumGap)
        }
        left = gap
        instant = incoming.instant
    }

    /// Takes the message key of one skipped message from a chain step's output.
    mutating func add(_ block: borrowing SecretBytes, _ ratchetKey: RatchetPublicKey, _ index: UInt32) {
        defer { left -= 1 }
        guard left <= UInt64(RatchetLimits.maximumSkippedKeys) else {
            dropped.add(ratchetKey, index)
            return
        }
        if let run = runs.last, run.ratchetKey == ratchetKey, !run.isFull {
            run.add(fromStep: block)
        } else {
            let run = SkippedRun(
                ratchetKey: ratchetKey, firstIndex: index, instant: instant,
                capacity: Int(min(left, UInt64(SkippedRun.maximumSlotCount))))
            run.add(fromStep: block)
            runs.append(run)
        }
    }

    /// Adds the keys to the collection; returns everything that was dropped.
    consuming func commit(to skipped: inout SkippedMessageKeys) -> [DroppedMessageKeys] {
        runs.isEmpty ? dropped : skipped.insert(runs, at: instant) + dropped
    }
}

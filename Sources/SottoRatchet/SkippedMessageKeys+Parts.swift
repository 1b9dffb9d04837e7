/// For a store that keeps the keys in several parts, so that using one touches one part.
extension SkippedMessageKeys {
    /// Whether the key of this message is kept and not too old, or another key of its chain is.
    package func concerns(_ header: RatchetHeader) -> Bool { hasKeys(of: header.ratchetKey) }

    /// Takes all keys out, oldest first.
    package mutating func takeRuns() -> [SkippedRun] {
        let runs = orderedRuns()
        self = SkippedMessageKeys()
        return runs
    }

    /// Adds keys that are younger than all that are here, and drops what is beyond the limits.
    package mutating func add(_ runs: [SkippedRun], at instant: UInt64) -> [DroppedMessageKeys] {
        insert(runs, at: instant)
    }

    /// When the oldest keys were skipped, in milliseconds.
    package var oldestInstant: UInt64? { orderedRuns().first?.instant }

    /// Dates at `instant` the keys that are dated later, of a clock that was ahead; says whether there were any.
    package mutating func takeBackDates(to instant: UInt64) -> Bool {
        let later = orderedRuns().filter { $0.instant > instant }
        for run in later { run.instant = instant }
        return !later.isEmpty
    }

    /// Wipes up to `limit` of the oldest run's keys and says which.
    package mutating func dropFromOldestRun(_ limit: Int) -> [DroppedMessageKeys] {
        guard let run = orderedRuns().first else { return [] }
        var dropped: [DroppedMessageKeys] = []
        for slot in run.usedSlots.prefix(limit) {
            let index = run.firstIndex + UInt32(slot)
            remove(RatchetHeader(ratchetKey: run.ratchetKey, previousChainLength: 0, index: index))
            dropped.add(run.ratchetKey, index)
        }
        return dropped
    }
}

extension SkippedRun {
    /// The same keys, cut so that no part reaches over a multiple of 32 in its chain.
    package var blocks: [SkippedRun] {
        var result: [SkippedRun] = []
        for slot in usedSlots {
            let index = firstIndex + UInt32(slot)
            if let last = result.last, last.firstIndex / Self.blockLength == index / Self.blockLength,
                last.lastIndex + 1 == index
            {
                last.add(from: self, slot: slot)
            } else {
                let run = SkippedRun(
                    ratchetKey: ratchetKey, firstIndex: index, instant: instant,
                    capacity: Self.maximumSlotCount)
                run.add(from: self, slot: slot)
                result.append(run)
            }
        }
        return result
    }

    /// How many neighbours in a chain are kept together: 32.
    package static let blockLength: UInt32 = 32
}

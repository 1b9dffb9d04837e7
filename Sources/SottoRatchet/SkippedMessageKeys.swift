public import SottoCrypto

/// MKSKIPPED of the specification: message keys of messages that have not arrived.
///
/// Kept apart from ``RatchetState`` so that a message in order never touches them. Looking up, using and
/// dropping a key take the same time whatever the number kept. At most 2,000 are kept, each for 30 days;
/// the oldest go first.
///
/// Rules: DR-7, DR-15.
public struct SkippedMessageKeys: ~Copyable {
    // Runs of a chain are sorted by index and chains queued by age, so "oldest" is always at the front.
    private var chains: [RatchetPublicKey: Chain] = [:]
    private var queue: [QueueEntry] = []
    private var queueHead = 0
    private var nextSerial: UInt64 = 0

    /// How many keys are kept.
    public private(set) var count = 0

    private struct Chain {
        let serial: UInt64
        var runs: [SkippedRun]
    }

    private struct QueueEntry {
        let serial: UInt64
        let ratchetKey: RatchetPublicKey
    }

    /// The length of the queue, stale entries and all.
    var queueLength: Int { queue.count }

    /// Keeps nothing yet.
    public init() {}

    /// Whether keys of the chain under this ratchet key are kept.
    func hasKeys(of ratchetKey: RatchetPublicKey) -> Bool { chains[ratchetKey] != nil }

    /// The key for one message, if it is kept and not too old.
    package func key(for header: RatchetHeader, at instant: UInt64) -> SecretBytes? {
        guard let place = find(header), !Self.isExpired(place.run, at: instant) else { return nil }
        return place.run.key(in: place.slot)
    }

    private func find(_ header: RatchetHeader) -> (run: SkippedRun, slot: Int, runIndex: Int)? {
        guard let runs = chains[header.ratchetKey]?.runs else { return nil }
        var low = 0
        var high = runs.count
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].firstIndex <= header.index { low = middle + 1 } else { high = middle }
        }
        guard low > 0, let slot = runs[low - 1].slot(of: header.index) else { return nil }
        return (runs[low - 1], slot, low - 1)
    }

    /// Wipes the key of a message that was opened.
    mutating func remove(_ header: RatchetHeader) {
        guard let place = find(header) else { return }
        place.run.remove(slot: place.slot)
        count -= 1
        guard place.run.keyCount == 0 else { return }
        chains[header.ratchetKey]?.runs.remove(at: place.runIndex)
        if chains[header.ratchetKey]?.runs.isEmpty == true { forget(header.ratchetKey) }
    }

    /// Adds new runs, the youngest of all, and drops the oldest keys beyond the limits.
    mutating func insert(_ runs: [SkippedRun], at instant: UInt64) -> [DroppedMessageKeys] {
        for run in runs where run.keyCount > 0 {
            if chains[run.ratchetKey] == nil {
                chains[run.ratchetKey] = Chain(serial: nextSerial, runs: [])
                queue.append(QueueEntry(serial: nextSerial, ratchetKey: run.ratchetKey))
                nextSerial += 1
            }
            chains[run.ratchetKey]?.runs.append(run)
            count += run.keyCount
        }
        return dropOldest(at: instant)
    }

    /// Drops every key older than 30 days and says which.
    public mutating func dropExpired(at instant: UInt64) -> [DroppedMessageKeys] {
        var dropped: [DroppedMessageKeys] = []
        for ratchetKey in orderedRatchetKeys() {
            let expired = chains[ratchetKey]?.runs.filter { Self.isExpired($0, at: instant) } ?? []
            guard !expired.isEmpty else { continue }
            for run in expired {
                for slot in run.usedSlots { drop(run, slot, into: &dropped) }
            }
            chains[ratchetKey]?.runs.removeAll { $0.keyCount == 0 }
            if chains[ratchetKey]?.runs.isEmpty == true { forget(ratchetKey) }
        }
        return dropped
    }

    private mutating func dropOldest(at instant: UInt64) -> [DroppedMessageKeys] {
        var dropped: [DroppedMessageKeys] = []
        while let ratchetKey = oldestRatchetKey(), let run = chains[ratchetKey]?.runs.first {
            let excess = count - RatchetLimits.maximumSkippedKeys
            let expired = Self.isExpired(run, at: instant)
            guard excess > 0 || expired else { break }
            for slot in run.usedSlots.prefix(expired ? run.keyCount : excess) {
                drop(run, slot, into: &dropped)
            }
            guard run.keyCount == 0 else { break }
            chains[ratchetKey]?.runs.removeFirst()
            if chains[ratchetKey]?.runs.isEmpty == true { forget(ratchetKey) }
        }
        return dropped
    }

    private mutating func drop(_ run: SkippedRun, _ slot: Int, into dropped: inout [DroppedMessageKeys]) {
        run.remove(slot: slot)
        count -= 1
        dropped.add(run.ratchetKey, run.firstIndex + UInt32(slot))
    }

    private static func isExpired(_ run: SkippedRun, at instant: UInt64) -> Bool {
        instant > run.instant && instant - run.instant > RatchetLimits.maximumSkippedKeyAge
    }

    private mutating func forget(_ ratchetKey: RatchetPublicKey) {
        chains[ratchetKey] = nil
        // A stale entry stays in the queue until half of it is stale.
        if queue.count > 2 * chains.count + 16 { compactQueue() }
    }

    private mutating func compactQueue() {
        queue = queue[queueHead...].filter { chains[$0.ratchetKey]?.serial == $0.serial }
        queueHead = 0
    }

    private mutating func oldestRatchetKey() -> RatchetPublicKey? {
        while queueHead < queue.count {
            let entry = queue[queueHead]
            if chains[entry.ratchetKey]?.serial == entry.serial { return entry.ratchetKey }
            queueHead += 1
        }
        queue.removeAll()
        queueHead = 0
        return nil
    }

    func orderedRuns() -> [SkippedRun] { orderedRatchetKeys().flatMap { chains[$0]?.runs ?? [] } }

    private func orderedRatchetKeys() -> [RatchetPublicKey] {
        queue[queueHead...].filter { chains[$0.ratchetKey]?.serial == $0.serial }.map(\.ratchetKey)
    }
}

extension SkippedMessageKeys {
    private static let format: UInt8 = 1

    /// The keys as bytes, in the layout of DR-15.
    ///
    /// They are secret.
    public borrowing func archive() -> SecretBytes {
        let runs = orderedRuns()
        var writer = SecretWriter(byteCount: runs.reduce(5) { $0 + $1.archivedByteCount })
        writer.append(u8: Self.format)
        writer.append(u32: UInt32(truncatingIfNeeded: runs.count))
        for run in runs { run.append(to: &writer) }
        return writer.finish()
    }

    /// Restores what ``archive()`` gave.
    ///
    /// - Throws: ``RatchetError/archiveCorrupt`` for any other bytes.
    public init(archive: consuming SecretBytes) throws(RatchetError) {
        self.init()
        do throws(SecretReader.Corrupt) { try restore(SecretReader(archive)) } catch { throw .archiveCorrupt }
    }

    private mutating func restore(_ source: consuming SecretReader) throws(SecretReader.Corrupt) {
        var reader = source
        guard try reader.u8() == Self.format else { throw SecretReader.Corrupt() }
        let runCount = try reader.u32()
        guard runCount <= UInt32(RatchetLimits.maximumSkippedKeys) else { throw SecretReader.Corrupt() }
        var runs: [SkippedRun] = []
        var seen: Set<RatchetPublicKey> = []
        for _ in 0..<runCount {
            guard let key = try? X25519.PublicKey(try reader.bytes32()) else { throw SecretReader.Corrupt() }
            let run = SkippedRun(
                ratchetKey: RatchetPublicKey(key), firstIndex: try reader.u32(),
                header: (try reader.u8(), try reader.u32(), try reader.u64()))
            guard let run else { throw SecretReader.Corrupt() }
            try run.read(from: &reader)
            try check(run, follows: runs.last, in: &seen)
            runs.append(run)
        }
        try reader.finish()
        guard runs.reduce(0, { $0 + $1.keyCount }) <= RatchetLimits.maximumSkippedKeys else {
            throw SecretReader.Corrupt()
        }
        _ = insert(runs, at: 0)
    }

    /// Runs of one chain stand together and in order.
    private borrowing func check(
        _ run: SkippedRun, follows previous: SkippedRun?, in seen: inout Set<RatchetPublicKey>
    ) throws(SecretReader.Corrupt) {
        if let previous, previous.ratchetKey == run.ratchetKey {
            guard previous.lastIndex < run.firstIndex else { throw SecretReader.Corrupt() }
        } else {
            guard seen.insert(run.ratchetKey).inserted else { throw SecretReader.Corrupt() }
        }
    }
}

extension SkippedRun {
    /// Takes slot count, mask and time from a stored run, or nothing when they don't fit together.
    convenience init?(
        ratchetKey: RatchetPublicKey, firstIndex: UInt32,
        header: (slots: UInt8, mask: UInt32, instant: UInt64)
    ) {
        let slots = UInt32(header.slots)
        guard slots >= 1, slots <= UInt32(Self.maximumSlotCount), header.mask != 0,
            UInt64(header.mask) < 1 << UInt64(slots),
            UInt64(firstIndex) + UInt64(slots) - 1 <= UInt64(RatchetLimits.maximumIndex)
        else { return nil }
        self.init(
            ratchetKey: ratchetKey, firstIndex: firstIndex, instant: header.instant, slotCount: Int(slots),
            mask: header.mask)
    }
}

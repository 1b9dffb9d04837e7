internal import SottoCrypto
internal import SottoHandshake
internal import SottoRatchet

/// Skipped keys in 32 records a session, so that using one reads and writes one of them.
///
/// Rule DS-6.
extension DeviceTransaction {
    /// Opens a message in a session, with the skipped keys that it needs.
    ///
    /// `isAcceptable` is asked about the content before anything changes.
    func open(
        _ received: ReceivedBytes, in stored: StoredSession, of peer: PeerRecord, betweenOwnDevices: Bool,
        accepting isAcceptable: ([UInt8]) -> Bool
    ) throws -> OpenedContent {
        var part: Int?
        if stored.skippedKeys.count > 0, !stored.session.ratchet.isInOrder(received.ratchetHeader) {
            part = try lend(received.ratchetHeader, to: stored, of: peer)
        }
        do {
            let opened = try stored.session.open(
                received, at: now, betweenOwnDevices: betweenOwnDevices, accepting: isAcceptable)
            change(peer)
            stored.isChanged = true
            guard part != nil || stored.session.skipped.count > 0 else { return opened }
            let lost = try keep(stored, of: peer, part: opened.isFromNewestChain ? nil : part)
            return OpenedContent(
                content: opened.content, isFromNewestChain: opened.isFromNewestChain, lost: opened.lost + lost
            )
        } catch {
            stored.session.skipped = SkippedMessageKeys()
            throw error
        }
    }

    /// Gives the session the record in which the message's key is, if there is one.
    private func lend(_ header: RatchetHeader, to stored: StoredSession, of peer: PeerRecord) throws -> Int? {
        let part = try self.part(of: header.ratchetKey, header.index)
        guard stored.skippedKeys.generation(of: part) != 0 else { return nil }
        let keys = try skippedKeys(part, stored, peer)
        guard keys.concerns(header) else { return nil }
        stored.session.skipped = keys
        return part
    }

    /// Puts the session's skipped keys back where they belong: into the record they were taken from, or, if they
    /// are new, each where its place says.
    private func keep(_ stored: StoredSession, of peer: PeerRecord, part: Int?) throws -> [LostMessages] {
        if let part {
            let before = try skippedKeys(part, stored, peer).count
            let archive = stored.session.skipped.archive()
            let count = stored.session.skipped.count
            stored.session.skipped = SkippedMessageKeys()
            try write(archive, count: count, part, stored, peer, countChange: count - before)
            return []
        }
        return try keep(stored.session.skipped.takeRuns(), in: stored, of: peer)
    }

    /// Writes new skipped keys, each where its place says.
    func keep(_ runs: [SkippedRun], in stored: StoredSession, of peer: PeerRecord) throws -> [LostMessages] {
        guard !runs.isEmpty else { return [] }
        let runs = runs.flatMap(\.blocks)
        var parts: [Int: [SkippedRun]] = [:]
        for run in runs { parts[try self.part(of: run.ratchetKey, run.firstIndex), default: []].append(run) }
        var dropped: [DroppedMessageKeys] = []
        for (part, runs) in parts.sorted(by: { $0.key < $1.key }) {
            var keys = try skippedKeys(part, stored, peer)
            let before = keys.count
            dropped += keys.add(runs, at: now)
            try write(
                keys.archive(), count: keys.count, part, stored, peer, countChange: keys.count - before)
        }
        dropped += try dropOldest(of: stored, peer)
        return dropped.map(LostMessages.init)
    }

    /// Drops the oldest keys of a session that keeps too many.
    private func dropOldest(of stored: StoredSession, _ peer: PeerRecord) throws -> [DroppedMessageKeys] {
        var excess = Int(stored.skippedKeys.count) - RatchetLimits.maximumSkippedKeys
        guard excess > 0 else { return [] }
        let parts = try stored.skippedKeys.parts.map { part in
            SkippedKeyPart(part, try skippedKeys(part, stored, peer))
        }
        var dropped: [DroppedMessageKeys] = []
        while excess > 0, let oldest = parts.min(by: { $0.age < $1.age }), oldest.keys.count > 0 {
            let more = oldest.keys.dropFromOldestRun(excess)
            excess -= more.reduce(0) { $0 + $1.indices.count }
            dropped += more
            oldest.refresh()
        }
        for part in parts where part.keys.count != part.countBefore {
            try write(
                part.keys.archive(), count: part.keys.count, part.number, stored, peer,
                countChange: part.keys.count - part.countBefore)
        }
        return dropped
    }

    /// Drops keys that are older than 30 days.
    func dropExpired(of stored: StoredSession, _ peer: PeerRecord) throws -> [LostMessages] {
        var dropped: [DroppedMessageKeys] = []
        for part in stored.skippedKeys.parts {
            var keys = try skippedKeys(part, stored, peer)
            let before = keys.count
            let expired = keys.dropExpired(at: now)
            guard !expired.isEmpty else { continue }
            change(peer)
            stored.isChanged = true
            dropped += expired
            try write(keys.archive(), count: keys.count, part, stored, peer, countChange: keys.count - before)
        }
        return dropped.map(LostMessages.init)
    }

    private func skippedKeys(
        _ part: Int, _ stored: StoredSession, _ peer: PeerRecord
    ) throws -> SkippedMessageKeys {
        let generation = stored.skippedKeys.generation(of: part)
        guard generation != 0 else { return SkippedMessageKeys() }
        let name = try skippedKeyName(part, stored.number, peer)
        guard let record = try read(name) else { throw StorageError.recordOutdated }
        guard UInt32(truncatingIfNeeded: record.generation) == generation else {
            throw StorageError.recordOutdated
        }
        do { return try SkippedMessageKeys(archive: record.record.duplicate()) } catch {
            throw StorageError.recordCorrupt
        }
    }

    private func write(
        _ archive: borrowing SecretBytes, count: Int, _ part: Int, _ stored: StoredSession,
        _ peer: PeerRecord, countChange: Int
    ) throws {
        let name = try skippedKeyName(part, stored.number, peer)
        guard count > 0 else {
            stored.skippedKeys.set(0, of: part, countChange: countChange)
            return try remove(name)
        }
        // Zero means that there is no record; 2^32 writings don't happen to one session.
        let generation = max(1, UInt32(truncatingIfNeeded: peer.nextGeneration))
        stored.skippedKeys.set(generation, of: part, countChange: countChange)
        try put(archive, as: name, in: peer.group, generation: peer.nextGeneration)
    }

    /// Which of the 32 records a key is in: neighbours of 32 share one, and nobody else can choose which.
    private func part(of ratchetKey: RatchetPublicKey, _ index: UInt32) throws -> Int {
        let name = try state.codec.name(.skippedKeys, ratchetKey.key.bytes.bytes)
        let offset = UInt32(name.bytes.bytes[0])
        return Int((offset + index / SkippedRun.blockLength) % UInt32(SkippedKeyIndex.recordCount))
    }
}

/// One of the records while the oldest keys are looked for.
private final class SkippedKeyPart {
    let number: Int
    let countBefore: Int
    var keys: SkippedMessageKeys
    private(set) var age: UInt64

    init(_ number: Int, _ keys: consuming SkippedMessageKeys) {
        self.number = number
        countBefore = keys.count
        age = keys.oldestInstant ?? .max
        self.keys = keys
    }

    func refresh() { age = keys.oldestInstant ?? .max }
}

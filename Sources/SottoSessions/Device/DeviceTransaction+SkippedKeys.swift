internal import SottoCrypto
internal import SottoHandshake
internal import SottoRatchet

/// Skipped keys in 32 records a session, so that using one reads and writes one of them.
///
/// Rule DS-6.
extension DeviceTransaction {
    /// Opens a message in a session, with the skipped keys that it needs.
    ///
    /// `read` gets the content before anything changes, and gives nothing where it is malformed.
    func open(
        _ received: ReceivedBytes, in stored: StoredSession, of peer: PeerRecord, betweenOwnDevices: Bool,
        reading read: (consuming [UInt8]) -> [UInt8]?
    ) throws -> OpenedContent {
        var part: SkippedKeyPart?
        if stored.skippedKeys.count > 0, !stored.session.ratchet.isInOrder(received.ratchetHeader) {
            part = try lend(received.ratchetHeader, to: stored, of: peer)
        }
        do {
            let opened = try stored.session.open(
                received, at: now, betweenOwnDevices: betweenOwnDevices, reading: read)
            change(peer)
            stored.isChanged = true
            if let part, !opened.isFromNewestChain {
                part.keys = stored.session.takeSkipped()
                note(part)
                return opened
            }
            guard stored.session.skipped.count > 0 else { return opened }
            let runs = stored.session.skipped.takeRuns()
            return OpenedContent(
                content: opened.content, isFromNewestChain: opened.isFromNewestChain,
                beganChain: opened.beganChain, lost: opened.lost + (try keep(runs, in: stored, of: peer)))
        } catch {
            let keys = stored.session.takeSkipped()
            part?.keys = keys
            throw error
        }
    }

    /// Gives the session the record in which the message's key is, if there is one.
    private func lend(
        _ header: RatchetHeader, to stored: StoredSession, of peer: PeerRecord
    ) throws -> SkippedKeyPart? {
        let number = try number(of: header.ratchetKey, header.index, in: stored)
        guard stored.skippedKeys.generation(of: number) != 0 else { return nil }
        let part = try part(number, stored, peer)
        guard part.keys.concerns(header) else { return nil }
        stored.session.skipped = part.takeKeys()
        return part
    }

    /// Writes new skipped keys, each where its place says.
    func keep(_ runs: [SkippedRun], in stored: StoredSession, of peer: PeerRecord) throws -> [LostMessages] {
        guard !runs.isEmpty else { return [] }
        let runs = runs.flatMap(\.blocks)
        var parts: [Int: [SkippedRun]] = [:]
        for run in runs {
            parts[try number(of: run.ratchetKey, run.firstIndex, in: stored), default: []].append(run)
        }
        var dropped: [DroppedMessageKeys] = []
        for (number, runs) in parts.sorted(by: { $0.key < $1.key }) {
            let part = try part(number, stored, peer)
            dropped += part.keys.add(runs, at: now)
            note(part)
        }
        dropped += try dropOldest(of: stored, peer)
        return dropped.map(LostMessages.init)
    }

    /// Drops the oldest keys of a session that keeps too many.
    private func dropOldest(of stored: StoredSession, _ peer: PeerRecord) throws -> [DroppedMessageKeys] {
        var excess = Int(stored.skippedKeys.count) - RatchetLimits.maximumSkippedKeys
        guard excess > 0 else { return [] }
        let parts = try stored.skippedKeys.parts.map { try part($0, stored, peer) }
        var dropped: [DroppedMessageKeys] = []
        while excess > 0, let oldest = parts.min(by: { $0.age < $1.age }), oldest.keys.count > 0 {
            let more = oldest.keys.dropFromOldestRun(excess)
            excess -= more.reduce(0) { $0 + $1.indices.count }
            dropped += more
            note(oldest)
        }
        return dropped
    }

    /// Drops keys that are older than 30 days; those of a clock that was ahead are dated now.
    func dropExpired(of stored: StoredSession, _ peer: PeerRecord) throws -> [LostMessages] {
        var dropped: [DroppedMessageKeys] = []
        for number in stored.skippedKeys.parts {
            let part = try part(number, stored, peer)
            let isDatedBack = part.keys.takeBackDates(to: now)
            let expired = part.keys.dropExpired(at: now)
            guard isDatedBack || !expired.isEmpty else { continue }
            change(peer)
            stored.isChanged = true
            dropped += expired
            note(part)
        }
        return dropped.map(LostMessages.init)
    }

    /// One of the records, read once in a transaction.
    private func part(
        _ number: Int, _ stored: StoredSession, _ peer: PeerRecord
    ) throws -> SkippedKeyPart {
        try part(SkippedKeyPart.Place(number, stored)) {
            let generation = stored.skippedKeys.generation(of: number)
            return SkippedKeyPart(
                number, try skippedKeys(number, generation, stored, peer), isStored: generation != 0,
                of: stored, peer)
        }
    }

    private func skippedKeys(
        _ part: Int, _ generation: UInt32, _ stored: StoredSession, _ peer: PeerRecord
    ) throws -> SkippedMessageKeys {
        guard generation != 0 else { return SkippedMessageKeys() }
        let name = try skippedKeyName(part, stored.number, peer)
        guard let record = try read(name) else { throw StorageError.recordOutdated }
        guard UInt32(truncatingIfNeeded: record.generation) == generation else {
            throw StorageError.recordOutdated
        }
        do { return try SkippedMessageKeys(archive: record.record) } catch {
            throw StorageError.recordCorrupt
        }
    }

    /// Which of the 32 records a key is in: neighbours of 32 share one, and nobody else can choose which.
    private func number(
        of ratchetKey: RatchetPublicKey, _ index: UInt32, in stored: StoredSession
    ) throws -> Int {
        let offset: UInt32
        if let known = stored.skippedKeyOffset, known.ratchetKey == ratchetKey {
            offset = known.offset
        } else {
            offset = UInt32(try state.codec.name(.skippedKeys, ratchetKey.key.bytes.bytes).bytes.bytes[0])
            stored.skippedKeyOffset = (ratchetKey, offset)
        }
        return Int((offset + index / SkippedRun.blockLength) % UInt32(SkippedKeyIndex.recordCount))
    }
}

internal import SottoCrypto
internal import SottoHandshake

/// Which prekeys there are, and which number comes next.
///
/// The keys themselves stand in records of their own. Rule DS-8.
final class PrekeyHead: StoredRecord, RecordContent {
    /// Never goes back.
    var nextID: UInt32 = 1
    /// The signed prekeys that still open first messages, oldest first.
    var signed: [Signed] {
        get { storedSigned }
        set { storedSigned = newValue }
    }
    private var storedSigned: [Signed] = []
    /// The one in bundles, once its upload was confirmed.
    var currentSigned: PrekeyID?
    /// The one-time prekeys, by the uploads that they were made for, oldest first.
    var batches: [Batch] {
        get { storedBatches }
        set { storedBatches = newValue }
    }
    private var storedBatches: [Batch] = []
    /// An upload waits for its confirmation.
    var hasPendingUpload = false
    /// The next upload replaces everything at the server.
    var replacesAll = false
    /// First messages without a one-time prekey call for a signed prekey after the newest.
    var isRotationDue = false

    struct Signed {
        let id: PrekeyID
        let createdAt: UInt64
        /// When another one was confirmed in its place.
        var replacedAt: UInt64?
        /// First messages that are remembered for it.
        var firstMessages: UInt16 = 0
    }

    struct Batch {
        let firstID: PrekeyID
        let count: UInt16
        var remaining: UInt16
        var createdAt: UInt64

        func contains(_ id: PrekeyID) -> Bool {
            id >= firstID && id.value - firstID.value < UInt32(count)
        }

        var ids: [PrekeyID] { (0..<UInt32(count)).map { PrekeyID(firstID.value + $0) } }
    }

    var remaining: Int { batches.reduce(0) { $0 + Int($1.remaining) } }

    /// Takes `count` numbers.
    ///
    /// - Throws: ``UsageFault/prekeysExhausted`` at the end of 32 bits: numbers never wrap.
    func takeIDs(_ count: Int) throws(SessionError) -> PrekeyID {
        let (next, overflow) = nextID.addingReportingOverflow(UInt32(clamping: count))
        guard !overflow else { throw .usage(.prekeysExhausted) }
        defer { nextID = next }
        isChanged = true
        return PrekeyID(nextID)
    }

    /// Notes that a one-time prekey was used.
    func use(_ id: PrekeyID) {
        guard let index = batches.firstIndex(where: { $0.contains(id) }), batches[index].remaining > 0 else {
            return
        }
        batches[index].remaining -= 1
        if batches[index].remaining == 0 { batches.remove(at: index) }
        isChanged = true
    }

    func index(ofSigned id: PrekeyID) -> Int? { signed.firstIndex { $0.id == id } }

    /// Whether the signed prekey is to be replaced.
    func isSignedPrekeyDue(at instant: UInt64) -> Bool {
        guard let currentSigned, let index = index(ofSigned: currentSigned) else { return true }
        return isRotationDue || replacesAll || isOver(signed[index].createdAt, at: instant)
    }

    /// One of a clock that was far ahead would be refused by others, and be the one in bundles for as long.
    private func isOver(_ createdAt: UInt64, at instant: UInt64) -> Bool {
        createdAt > instant
            ? createdAt - instant > DeviceLimits.clockLead
            : instant - createdAt >= HandshakeLimits.signedPrekeyRotation
    }

    /// Dates at `instant` what is dated later; says whether there was anything.
    func takeBackDates(to instant: UInt64) -> Bool {
        var isTaken = false
        for index in signed.indices {
            guard let replacedAt = signed[index].replacedAt, replacedAt > instant else { continue }
            signed[index].replacedAt = max(1, instant)
            isTaken = true
        }
        for index in batches.indices where batches[index].createdAt > instant {
            batches[index].createdAt = instant
            isTaken = true
        }
        return isTaken
    }

    /// Whether something is to be uploaded.
    func isUploadDue(at instant: UInt64) -> Bool {
        hasPendingUpload || isSignedPrekeyDue(at: instant)
            || remaining < DeviceLimits.oneTimePrekeysBeforeRefill
    }

    var encodedByteCount: Int {
        1 + 4 + 4 + 1 + 2 + signed.count * 22 + 2 + batches.count * 16
    }

    func append(to writer: inout SecretWriter) {
        writer.append(u8: 1)
        writer.append(u32: nextID)
        writer.append(u32: currentSigned?.value ?? 0)
        writer.append(u8: (hasPendingUpload ? 1 : 0) | (replacesAll ? 2 : 0) | (isRotationDue ? 4 : 0))
        writer.append(u16: UInt16(truncatingIfNeeded: signed.count))
        for entry in signed {
            writer.append(u32: entry.id.value)
            writer.append(u64: entry.createdAt)
            writer.append(u64: entry.replacedAt ?? 0)
            writer.append(u16: entry.firstMessages)
        }
        writer.append(u16: UInt16(truncatingIfNeeded: batches.count))
        for batch in batches {
            writer.append(u32: batch.firstID.value)
            writer.append(u16: batch.count)
            writer.append(u16: batch.remaining)
            writer.append(u64: batch.createdAt)
        }
    }

    static func decoded(
        _ record: consuming OpenedRecord, name: RecordName, group: RecordGroup
    ) throws(StorageError) -> PrekeyHead {
        let result = PrekeyHead(name: name, group: group)
        result.generation = record.generation
        do throws(SecretReader.Corrupt) {
            try result.read(SecretReader(record.record))
        } catch {
            throw .recordCorrupt
        }
        return result
    }

    private func read(_ source: consuming SecretReader) throws(SecretReader.Corrupt) {
        var reader = source
        try reader.format()
        nextID = try reader.u32()
        let current = try reader.u32()
        currentSigned = current == 0 ? nil : PrekeyID(current)
        let flags = try reader.u8()
        guard nextID >= 1, flags & ~7 == 0 else { throw SecretReader.Corrupt() }
        (hasPendingUpload, replacesAll, isRotationDue) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
        for _ in 0..<(try reader.u16()) {
            signed.append(
                Signed(
                    id: PrekeyID(try reader.u32()), createdAt: try reader.u64(),
                    replacedAt: try reader.optionalInstant(), firstMessages: try reader.u16()))
        }
        for _ in 0..<(try reader.u16()) {
            let batch = Batch(
                firstID: PrekeyID(try reader.u32()), count: try reader.u16(), remaining: try reader.u16(),
                createdAt: try reader.u64())
            guard batch.remaining <= batch.count,
                UInt64(batch.firstID.value) + UInt64(batch.count) <= UInt64(nextID)
            else { throw SecretReader.Corrupt() }
            batches.append(batch)
        }
        try reader.finish()
    }
}

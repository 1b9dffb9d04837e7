internal import SottoCrypto
internal import SottoHandshake
internal import SottoIdentity
internal import SottoRatchet

/// A session with what a device knows of it beside its state.
///
/// The session in use stands in its peer's record, the others in records of their own; skipped keys stand
/// apart in both cases. Rules DS-5 and DS-6.
final class StoredSession {
    /// Its number among the sessions with this peer, never used twice.
    let number: UInt32
    /// When it was started or answered here, in milliseconds.
    let createdAt: UInt64
    /// T of the session.
    let transcript: HandshakeTranscript
    let theirIdentityKey: IdentityPublicKey
    let incomingSelector: SessionSelector
    let outgoingSelector: SessionSelector
    /// Places of the sending chain below this one may have been used without being written down.
    var leaseEnd: UInt32 = 0
    var skippedKeys: SkippedKeyIndex {
        get { storedSkippedKeys }
        set { storedSkippedKeys = newValue }
    }
    private var storedSkippedKeys = SkippedKeyIndex()
    /// Without skipped keys, but while one message is opened.
    var session: Session
    /// Where the keys of the chain that was asked about last begin among the records of skipped keys.
    var skippedKeyOffset: (ratchetKey: RatchetPublicKey, offset: UInt32)?
    /// Whether a record of its own is to be written.
    var isChanged = false

    init(number: UInt32, createdAt: UInt64, _ session: consuming Session) {
        self.number = number
        self.createdAt = createdAt
        transcript = session.transcript
        theirIdentityKey = session.theirIdentityKey
        incomingSelector = session.incomingSelector
        outgoingSelector = session.outgoingSelector
        self.session = session
    }

    /// Whether the next place of its chain is one that a lease reserved.
    var hasReservedPlace: Bool {
        guard let next = session.ratchet.nextSendingIndex else { return false }
        return next < leaseEnd
    }

    /// Whether it may be used for sending: not one that was started here long ago and never answered.
    func isUsable(at instant: UInt64) -> Bool {
        let isOld =
            createdAt > instant
            ? createdAt - instant > DeviceLimits.clockLead
            : instant - createdAt > DeviceLimits.unansweredSessionLife
        return session.isUsable(isOld: isOld)
    }

    var encodedByteCount: Int { 4 + 8 + 4 + skippedKeys.encodedByteCount + session.archiveByteCount }

    func append(to writer: inout SecretWriter) {
        writer.append(u32: number)
        writer.append(u64: createdAt)
        writer.append(u32: leaseEnd)
        skippedKeys.append(to: &writer)
        session.appendArchive(to: &writer)
    }

    /// Reads a session; places that were leased when the process ended are passed over.
    static func read(from reader: inout SecretReader) throws(SecretReader.Corrupt) -> StoredSession {
        let number = try reader.u32()
        let createdAt = try reader.u64()
        let leaseEnd = try reader.u32()
        let skippedKeys = try SkippedKeyIndex(from: &reader)
        let result = StoredSession(
            number: number, createdAt: createdAt, try Session.restored(from: &reader))
        result.skippedKeys = skippedKeys
        if leaseEnd > 0 { result.session.ratchet.skipSending(to: leaseEnd) }
        return result
    }

    /// The record of a session that isn't in use.
    struct OwnRecord: RecordContent {
        let session: StoredSession

        var encodedByteCount: Int { 1 + session.encodedByteCount }

        func append(to writer: inout SecretWriter) {
            writer.append(u8: 1)
            session.append(to: &writer)
        }
    }

    static func decoded(_ record: consuming OpenedRecord) throws(StorageError) -> StoredSession {
        var reader = SecretReader(record.record)
        do throws(SecretReader.Corrupt) {
            try reader.format()
            let result = try read(from: &reader)
            try reader.finish()
            return result
        } catch {
            throw .recordCorrupt
        }
    }
}

/// How many skipped keys a session keeps, and the generations of the records that hold them.
///
/// Rule DS-6.
struct SkippedKeyIndex {
    private(set) var count: UInt16 = 0
    /// The generation of each record, cut to 32 bits; 0 where there is none.
    ///
    /// Empty while no key is kept.
    private(set) var generations: [UInt32] = []

    static let recordCount = 32

    init() {}

    func generation(of part: Int) -> UInt32 { generations.isEmpty ? 0 : generations[part] }

    var parts: [Int] { generations.indices.filter { generations[$0] != 0 } }

    mutating func set(_ generation: UInt32, of part: Int, countChange: Int) {
        if generations.isEmpty { generations = [UInt32](repeating: 0, count: Self.recordCount) }
        generations[part] = generation
        count = UInt16(clamping: Int(count) + countChange)
        if parts.isEmpty { self = SkippedKeyIndex() }
    }

    var encodedByteCount: Int { 2 + generations.count * 4 }

    func append(to writer: inout SecretWriter) {
        writer.append(u16: count)
        for generation in generations { writer.append(u32: generation) }
    }

    init(from reader: inout SecretReader) throws(SecretReader.Corrupt) {
        count = try reader.u16()
        guard count > 0 else { return }
        for _ in 0..<Self.recordCount { generations.append(try reader.u32()) }
        guard !parts.isEmpty else { throw SecretReader.Corrupt() }
    }
}

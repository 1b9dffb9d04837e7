internal import SottoCrypto
internal import SottoHandshake
internal import SottoIdentity

/// What is known of one device of a peer: its installation, the session in use, and a list of the others.
///
/// Lists the generation of every other record about the device, so that none of them can be put back alone.
/// Rule DS-4.
final class PeerRecord: StoredRecord, RecordContent {
    let address: Address
    /// The address as bytes, the start of the keys of all records about it.
    let key: [UInt8]
    /// The installation last heard of, or nothing.
    private(set) var registrationID: RegistrationID?
    /// Installations that were replaced, newest first.
    private(set) var pastRegistrationIDs: [RegistrationID] {
        get { storedPastRegistrationIDs }
        set { storedPastRegistrationIDs = newValue }
    }
    private var storedPastRegistrationIDs: [RegistrationID] = []
    /// Starts anywhere, so that no number of before counts when a device was forgotten and comes again.
    var nextSessionNumber: UInt32 = 1
    /// Messages of other sessions' newest chains since the one in use was started and not answered.
    var openedBesideUnanswered: UInt8 = 0
    /// Whether advice to send something was given for their newest ratchet key.
    var isHeartbeatAdvised = false
    /// Whether the device ever sent something again, so that a first form may come late.
    var hasSentAgain = false
    /// The session that was started to ask for a repair, and that they haven't answered in; 0 if there is none.
    var repairSession: UInt32 = 0
    var active: StoredSession?
    /// The sessions not in use, most recently used first.
    var others: [SessionEntry] {
        get { storedOthers }
        set { storedOthers = newValue }
    }
    private var storedOthers: [SessionEntry] = []
    /// Those of them that were read.
    var loaded: [UInt32: StoredSession] {
        get { storedLoaded }
        set { storedLoaded = newValue }
    }
    private var storedLoaded: [UInt32: StoredSession] = [:]
    /// Sessions to be deleted, with their skipped keys, when this record is written.
    var numbersToDrop: [SessionEntry] {
        get { storedNumbersToDrop }
        set { storedNumbersToDrop = newValue }
    }
    private var storedNumbersToDrop: [SessionEntry] = []
    /// Sessions whose own record is to be deleted.
    var rowsToRemove: [UInt32] {
        get { storedRowsToRemove }
        set { storedRowsToRemove = newValue }
    }
    private var storedRowsToRemove: [UInt32] = []

    /// What stands in the peer's record about a session that isn't in use.
    struct SessionEntry: Hashable {
        let number: UInt32
        var generation: UInt64
        let incoming: SessionSelector
        let outgoing: SessionSelector
    }

    init(name: RecordName, group: RecordGroup, address: Address) {
        self.address = address
        key = address.encoded
        super.init(name: name, group: group)
    }

    /// The generation that the next writing gives to this record and to those it lists.
    var nextGeneration: UInt64 { generation + 1 }

    func isPast(_ id: RegistrationID) -> Bool { pastRegistrationIDs.contains(id) }

    /// Takes another installation than the one last heard of; the older one's sessions are the caller's to retire.
    func setRegistrationID(_ id: RegistrationID) {
        guard id != registrationID else { return }
        if let registrationID {
            pastRegistrationIDs.insert(registrationID, at: 0)
            pastRegistrationIDs = Array(pastRegistrationIDs.prefix(DeviceLimits.pastRegistrationIDs))
        }
        pastRegistrationIDs.removeAll { $0 == id }
        registrationID = id
        isChanged = true
    }

    func takeSessionNumber() -> UInt32 {
        // Never 0, and no trap, should 2^31 of them ever be used.
        defer { nextSessionNumber = nextSessionNumber == .max ? 1 : nextSessionNumber + 1 }
        return nextSessionNumber
    }

    /// Whether a session that isn't there yet has a selector of one that is.
    ///
    /// Rule SM-4.
    func collides(with session: borrowing Session) -> Bool {
        let incoming = session.incomingSelector
        let outgoing = session.outgoingSelector
        if let active,
            active.incomingSelector == incoming || active.outgoingSelector == outgoing
        {
            return true
        }
        return others.contains { $0.incoming == incoming || $0.outgoing == outgoing }
    }

    override func writeParts(in transaction: DeviceTransaction) throws {
        guard !others.isEmpty || !numbersToDrop.isEmpty || !rowsToRemove.isEmpty else { return }
        try transaction.writeSessions(of: self)
    }

    var encodedByteCount: Int {
        1 + key.count + 1 + 4 + 1 + pastRegistrationIDs.count * 4 + 4 + 1 + 4 + 1
            + others.count * 20 + (active?.encodedByteCount ?? 0)
    }

    func append(to writer: inout SecretWriter) {
        writer.append(u8: 1)
        writer.append(key)
        writer.append(
            u8: (isHeartbeatAdvised ? 1 : 0) | (active == nil ? 0 : 2) | (hasSentAgain ? 4 : 0))
        writer.append(u32: registrationID?.value ?? 0)
        writer.append(u8: UInt8(truncatingIfNeeded: pastRegistrationIDs.count))
        for id in pastRegistrationIDs { writer.append(u32: id.value) }
        writer.append(u32: nextSessionNumber)
        writer.append(u8: openedBesideUnanswered)
        writer.append(u32: repairSession)
        writer.append(u8: UInt8(truncatingIfNeeded: others.count))
        for entry in others {
            writer.append(u32: entry.number)
            writer.append(u64: entry.generation)
            writer.append(u32: entry.incoming.value)
            writer.append(u32: entry.outgoing.value)
        }
        active?.append(to: &writer)
    }

    static func decoded(
        _ record: consuming OpenedRecord, address: Address, name: RecordName, group: RecordGroup
    ) throws(StorageError) -> PeerRecord {
        let result = PeerRecord(name: name, group: group, address: address)
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
        guard try reader.address() == address else { throw SecretReader.Corrupt() }
        let flags = try reader.u8()
        guard flags & ~7 == 0 else { throw SecretReader.Corrupt() }
        isHeartbeatAdvised = flags & 1 != 0
        hasSentAgain = flags & 4 != 0
        registrationID = RegistrationID(try reader.u32())
        for _ in 0..<(try reader.u8()) {
            guard let id = RegistrationID(try reader.u32()) else { throw SecretReader.Corrupt() }
            pastRegistrationIDs.append(id)
        }
        nextSessionNumber = try reader.u32()
        openedBesideUnanswered = try reader.u8()
        repairSession = try reader.u32()
        for _ in 0..<(try reader.u8()) {
            others.append(
                SessionEntry(
                    number: try reader.u32(), generation: try reader.u64(),
                    incoming: SessionSelector(try reader.u32()), outgoing: SessionSelector(try reader.u32())))
        }
        if flags & 2 != 0 { active = try StoredSession.read(from: &reader) }
        try reader.finish()
    }
}

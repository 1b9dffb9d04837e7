internal import SottoCrypto
internal import SottoIdentity
internal import SottoWire

/// What is known of a user: the identity key, whether it is trusted, and the devices.
///
/// Rule DS-3.
final class UserRecord: StoredRecord, RecordContent {
    let user: UserID
    /// The key in use, from the first contact on.
    private(set) var identityKey: IdentityPublicKey?
    /// When the key in use was first seen, in milliseconds.
    private(set) var knownSince: UInt64 = 0
    /// When the key in use was verified.
    private(set) var verifiedAt: UInt64?
    /// A key that came instead of the one in use and waits for a decision.
    private(set) var pending: PendingIdentity?
    /// In the order of their numbers.
    private(set) var devices: [KnownDevice] {
        get { storedDevices }
        set { storedDevices = newValue }
    }
    private var storedDevices: [KnownDevice] = []

    struct PendingIdentity: Hashable {
        let key: IdentityPublicKey
        let seenAt: UInt64
    }

    /// A device of the user; one that the server no longer knows is stale.
    struct KnownDevice: Hashable {
        let number: UInt32
        var staleSince: UInt64?
    }

    init(name: RecordName, group: RecordGroup, user: UserID) {
        self.user = user
        super.init(name: name, group: group)
    }

    var activeDevices: [UInt32] { devices.filter { $0.staleSince == nil }.map(\.number) }

    /// Takes the first key that is seen.
    func learn(_ key: IdentityPublicKey, at instant: UInt64) {
        guard identityKey == nil else { return }
        identityKey = key
        knownSince = instant
        isChanged = true
    }

    /// Notes another key than the one in use; true when it wasn't noted yet.
    func notePending(_ key: IdentityPublicKey, at instant: UInt64) {
        guard pending?.key != key else { return }
        pending = PendingIdentity(key: key, seenAt: instant)
        isChanged = true
    }

    /// Uses `key` from now on; verified only if it is the one that was.
    func accept(_ key: IdentityPublicKey, at instant: UInt64) {
        if key != identityKey {
            identityKey = key
            knownSince = pending?.key == key ? pending?.seenAt ?? instant : instant
            verifiedAt = nil
        }
        pending = nil
        isChanged = true
    }

    func setVerified(at instant: UInt64?) {
        verifiedAt = instant.map { max(1, $0) }
        isChanged = true
    }

    /// Whether a device is known or can be added.
    func hasRoom(for number: UInt32) -> Bool {
        devices.count < DeviceLimits.maximumDevicesOfUser || devices.contains { $0.number == number }
    }

    /// Adds a device that there is room for, or takes back that it is stale.
    func add(device number: UInt32) {
        if let index = devices.firstIndex(where: { $0.number == number }) {
            guard devices[index].staleSince != nil else { return }
            devices[index].staleSince = nil
        } else {
            let index = devices.firstIndex { $0.number > number } ?? devices.count
            devices.insert(KnownDevice(number: number), at: index)
        }
        isChanged = true
    }

    func markStale(device number: UInt32, at instant: UInt64) {
        guard let index = devices.firstIndex(where: { $0.number == number }),
            devices[index].staleSince == nil
        else { return }
        devices[index].staleSince = max(1, instant)
        isChanged = true
    }

    /// Dates at `instant` what is dated later; says whether there was anything.
    func takeBackDates(to instant: UInt64) -> Bool {
        var isTaken = false
        for index in devices.indices {
            guard let stale = devices[index].staleSince, stale > instant else { continue }
            devices[index].staleSince = max(1, instant)
            isTaken = true
        }
        return isTaken
    }

    func remove(device number: UInt32) {
        devices.removeAll { $0.number == number }
        isChanged = true
    }

    var encodedByteCount: Int {
        1 + 1 + user.bytes.count + 1 + 33 + 8 + 8 + 33 + 8 + 2 + devices.count * 12
    }

    func append(to writer: inout SecretWriter) {
        writer.append(u8: 1)
        writer.append(user)
        writer.append(u8: (identityKey == nil ? 0 : 1) | (pending == nil ? 0 : 2))
        if let identityKey { writer.append(identityKey) } else { writer.appendZeros(33) }
        writer.append(u64: knownSince)
        writer.append(u64: verifiedAt ?? 0)
        if let pending {
            writer.append(pending.key)
            writer.append(u64: pending.seenAt)
        } else {
            writer.appendZeros(33 + 8)
        }
        writer.append(u16: UInt16(truncatingIfNeeded: devices.count))
        for device in devices {
            writer.append(u32: device.number)
            writer.append(u64: device.staleSince ?? 0)
        }
    }

    static func decoded(
        _ record: consuming OpenedRecord, name: RecordName, group: RecordGroup
    ) throws(StorageError) -> UserRecord {
        let generation = record.generation
        var reader = SecretReader(record.record)
        do {
            try reader.format()
            let result = UserRecord(name: name, group: group, user: try reader.user())
            result.generation = generation
            try result.read(&reader)
            try reader.finish()
            return result
        } catch {
            throw .recordCorrupt
        }
    }

    private func read(_ reader: inout SecretReader) throws(SecretReader.Corrupt) {
        let flags = try reader.u8()
        guard flags & ~3 == 0 else { throw SecretReader.Corrupt() }
        if flags & 1 != 0 { identityKey = try reader.identityKey() } else { try reader.zeros(33) }
        knownSince = try reader.u64()
        verifiedAt = try reader.optionalInstant()
        if flags & 2 != 0 {
            pending = PendingIdentity(key: try reader.identityKey(), seenAt: try reader.u64())
        } else {
            try reader.zeros(33 + 8)
        }
        for _ in 0..<(try reader.u16()) {
            devices.append(
                KnownDevice(number: try reader.u32(), staleSince: try reader.optionalInstant()))
        }
    }
}

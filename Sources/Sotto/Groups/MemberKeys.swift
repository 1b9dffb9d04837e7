internal import SottoCrypto
internal import SottoGroups
internal import SottoIdentity
internal import SottoSessions

/// The chains of one member's device in a group, and the identity key of the session that their keys came by.
///
/// Skipped keys are in a record of their own, read when a message isn't the next one.
///
/// Rule DS-29.
struct MemberKeys: ~Copyable {
    let address: Address
    let identityKey: IdentityPublicKey
    var states: SenderKeyStates
    /// The generation of the record of skipped keys; 0 without one.
    private var skippedGeneration: UInt64
    private var areSkippedKeysLoaded = false

    init(of address: Address, _ identityKey: IdentityPublicKey) {
        self.address = address
        self.identityKey = identityKey
        states = SenderKeyStates()
        skippedGeneration = 0
    }

    private init(
        _ address: Address, _ identityKey: IdentityPublicKey, _ states: consuming SenderKeyStates,
        _ skippedGeneration: UInt64
    ) {
        self.address = address
        self.identityKey = identityKey
        self.states = states
        self.skippedGeneration = skippedGeneration
    }

    static func key(_ group: GroupID, _ address: Address) -> [UInt8] { group.bytes + address.encoded }

    /// A record isn't whole, or is of another time than the one that names it.
    struct Damaged: Error {}

    /// The chains of a device, or nothing.
    ///
    /// - Throws: ``Damaged``, and what the store throws.
    static func read(
        _ group: GroupID, _ address: Address, in transaction: DeviceTransaction
    ) throws -> MemberKeys? {
        do {
            guard let record = try transaction.record(.senderKeys, key(group, address)) else { return nil }
            return try decoded(record)
        } catch let error as StorageError where error.concernsOneRecord {
            throw Damaged()
        }
    }

    static func decoded(_ record: consuming OpenedRecord) throws(StorageError) -> MemberKeys {
        var reader = SecretReader(record.content())
        do {
            try reader.format()
            let address = try reader.address()
            let identityKey = try reader.identityKey()
            let generation = try reader.u64()
            let states = try SenderKeyStates(archive: try reader.secret(reader.remaining))
            return MemberKeys(address, identityKey, states, generation)
        } catch {
            throw .recordCorrupt
        }
    }

    /// Reads the skipped keys, if there are any that weren't read.
    ///
    /// - Throws: ``Damaged``, and what the store throws.
    mutating func loadSkippedKeys(of group: GroupID, in transaction: DeviceTransaction) throws {
        guard !states.hasSkippedKeysLoaded else { return }
        do {
            let record = try transaction.record(.skippedSenderKeys, Self.key(group, address))
            guard let record, record.generation == skippedGeneration else { throw Damaged() }
            try states.loadSkippedKeys(record.content())
        } catch let error as StorageError where error.concernsOneRecord {
            throw Damaged()
        } catch is GroupError {
            throw Damaged()
        }
    }

    /// Writes what was changed.
    mutating func write(of group: GroupID, in transaction: DeviceTransaction) throws {
        let key = Self.key(group, address)
        let records = try transaction.recordGroup(.group, group.bytes)
        if states.skippedKeysChanged, let skipped = states.skippedKeyArchive() {
            if states.skippedKeyCount > 0 {
                skippedGeneration += 1
                try transaction.put(
                    skipped, .skippedSenderKeys, key, in: records, generation: skippedGeneration)
            } else if skippedGeneration > 0 {
                try transaction.remove(.skippedSenderKeys, key)
            }
        }
        let archive = states.archive()
        var writer = SecretWriter(
            byteCount: 1 + address.encodedByteCount + IdentityPublicKey.encodedByteCount + 8 + archive.count)
        writer.append(u8: GroupTransaction.format)
        writer.append(address)
        writer.append(identityKey)
        writer.append(u64: skippedGeneration)
        writer.append(archive)
        try transaction.put(writer.finish(), .senderKeys, key, in: records)
    }

    static func remove(_ group: GroupID, _ address: Address, in transaction: DeviceTransaction) throws {
        try transaction.remove(.senderKeys, key(group, address))
        try transaction.remove(.skippedSenderKeys, key(group, address))
    }
}

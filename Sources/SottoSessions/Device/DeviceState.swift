internal import SottoCrypto
internal import SottoHandshake
internal import SottoIdentity

/// A device over a store: the records it has read, and the transactions that change them.
///
/// Used by one caller at a time; the facade holds the lock. What was read stays in memory as long as nobody else
/// changes the store, so an operation reads what it doesn't know and writes what it changed.
package final class DeviceState {
    let storage: any SessionStorage
    let codec: RecordCodec
    private let sealed: SealedStore?

    var device: DeviceRecord?
    var prekeys: PrekeyHead?
    var inbox: InboxTotals?
    let users = RecordCache<UserID, UserRecord>()
    let peers = RecordCache<Address, PeerRecord>()
    /// Whether it was read that nothing is kept about the own user: this is the user's only device.
    var hasNoOwnUser = false
    let names: FixedNames
    /// What ``StorageTransaction/changeNumber()`` says as long as nobody else writes.
    private var expectedChange: UInt64?
    /// The bytes of the sender certificate that were read; empty when there is none.
    var senderCertificate: [UInt8]?
    /// What seals and opens envelopes, where there is something that does.
    package var envelopes: (any EnvelopeLayer)?
    /// What takes part in groups, where there is something that does.
    package var groups: (any GroupReceiving)?
    /// What that has read, which is forgotten with everything else.
    package var groupCache: AnyObject?
    /// Places of sending chains that were reserved and not yet used.
    var leases = Leases()

    /// How many users, and how many of their devices, stay in memory.
    static let maximumCached = 2_048

    private init(
        _ storage: any SessionStorage, _ codec: consuming RecordCodec, _ sealed: consuming SealedStore?,
        names: FixedNames
    ) {
        self.storage = storage
        self.names = names
        self.codec = codec
        self.sealed = sealed
    }

    /// A device over a sealed store.
    private static func sealed(_ store: consuming SealedStore) throws -> DeviceState {
        let codec = RecordCodec.sealed(try store.makeSealer())
        let names = try FixedNames(codec)
        let storage = store.storage
        return DeviceState(storage, codec, store, names: names)
    }

    /// Makes a device in a store that has none.
    ///
    /// A store whose making was cut short is taken up when the key fits.
    package static func create(
        in storage: any SessionStorage, key: borrowing StorageKey, _ seed: consuming DeviceSeed,
        at instant: UInt64
    ) throws(SessionError) -> DeviceState {
        let state = try mapped {
            do { return try sealed(try SealedStore.create(in: storage, key: key)) } catch StorageError
                .storeExists
            {
                return try sealed(try SealedStore.open(in: storage, key: key))
            }
        }
        try state.establish(seed, at: instant)
        return state
    }

    /// Makes a device whose records never leave the process.
    package static func inMemory(
        _ seed: consuming DeviceSeed, at instant: UInt64
    ) throws(SessionError) -> DeviceState {
        let state = try mapped {
            let codec = RecordCodec.memory
            let names = try FixedNames(codec)
            return DeviceState(InMemoryStorage(), codec, nil, names: names)
        }
        try state.establish(seed, at: instant)
        return state
    }

    /// Opens the device that a store has.
    package static func open(
        in storage: any SessionStorage, key: borrowing StorageKey, at instant: UInt64
    ) throws(SessionError) -> DeviceState {
        let state = try mapped { try sealed(try SealedStore.open(in: storage, key: key)) }
        try state.run(.reading, at: instant) { transaction in
            _ = try transaction.device()
            // So that the first message asks for nothing but its receiver; damage is said by who uses it.
            _ = try? transaction.senderCertificate()
        }
        return state
    }

    /// Wraps the store's data key with another key.
    package func rekey(to key: borrowing StorageKey) throws(SessionError) {
        switch sealed {
        case .some(let store): try Self.mapped { try store.rekey(to: key) }
        case .none: throw .usage(.noStorageKey)
        }
    }

    private func establish(_ seed: consuming DeviceSeed, at instant: UInt64) throws(SessionError) {
        let record = DeviceRecord(
            name: names.device, group: names.deviceGroup, address: seed.address, identity: seed.identity,
            policy: seed.policy, createdAt: instant, registrationID: .random())
        try run(.writing, at: instant) { transaction in
            guard try transaction.isEmpty() else { throw SessionError.storage(.storeExists) }
            transaction.establish(record)
        }
    }

    /// Runs one operation in one transaction: all of it is kept, or nothing.
    ///
    /// Whoever throws after having changed a record in memory only makes it be read again.
    package func run<R>(
        _ kind: StorageTransactionKind, at instant: UInt64, _ body: (DeviceTransaction) throws -> R
    ) throws(SessionError) -> R {
        var wrote = false
        var isDirty = false
        var hasPut = false
        var hasRun = false
        do {
            let result = try storage.transaction(kind) { rows in
                // What the first run changed in memory would be taken for what is stored.
                guard !hasRun else { throw StorageError.adapterFailed(.ranTwice) }
                hasRun = true
                let change = try rows.changeNumber()
                if change != expectedChange { forgetRecords() }
                expectedChange = change
                let transaction = DeviceTransaction(self, rows, at: instant)
                defer { isDirty = transaction.isDirty }
                let result = try body(transaction)
                if kind == .writing, isFull { endLeases(in: transaction) }
                wrote = try transaction.writeChanges()
                hasPut = transaction.hasPut
                return result
            }
            // After deletions alone it isn't known whether the store counted them.
            if wrote { expectedChange = hasPut ? expectedChange.map { $0 &+ 1 } : nil }
            trimCache()
            return result
        } catch {
            if isDirty { forgetRecords() }
            throw Self.sessionError(error)
        }
    }

    private func forgetRecords() {
        device = nil
        prekeys = nil
        inbox = nil
        senderCertificate = nil
        groupCache = nil
        users.removeAll()
        peers.removeAll()
        hasNoOwnUser = false
        expectedChange = nil
    }

    private var isFull: Bool { peers.count > Self.maximumCached }

    private func trimCache() {
        if users.count > Self.maximumCached { users.removeAll() }
        // A session with reserved places is ahead of what is written of it.
        if isFull, leases.peers.isEmpty { peers.removeAll() }
    }

    /// Any error of a store of the caller's own is the storage's.
    package static func sessionError(_ error: any Error) -> SessionError {
        switch error {
        case let error as SessionError: error
        case let error as StorageError: .storage(error)
        case CryptoError.outOfMemory: .storage(.outOfMemory)
        default: .storage(.adapterFailed(AdapterFailure(error)))
        }
    }

    private static func mapped<R>(_ body: () throws -> R) throws(SessionError) -> R {
        do { return try body() } catch { throw sessionError(error) }
    }

    /// Names and groups of the records that there is one of.
    struct FixedNames {
        let device: RecordName
        let prekeys: RecordName
        let inboxTotals: RecordName
        let upload: RecordName
        let senderCertificate: RecordName
        let deviceGroup: RecordGroup
        let users: RecordGroup
        let inbox: RecordGroup
        let outbox: RecordGroup
        let sentMessages: RecordGroup
        let signedPrekeys: RecordGroup
        let oneTimePrekeys: RecordGroup
        let acknowledged: RecordGroup
        let openedFirstMessages: RecordGroup
        let groups: RecordGroup
        let senderChains: RecordGroup
        let groupOutbox: RecordGroup
        let sentGroupMessages: RecordGroup

        init(_ codec: borrowing RecordCodec) throws(StorageError) {
            device = try codec.name(.device, [])
            prekeys = try codec.name(.prekeys, [])
            inboxTotals = try codec.name(.inbox, [])
            upload = try codec.name(.upload, [])
            senderCertificate = try codec.name(.senderCertificate, [])
            deviceGroup = try codec.group(.device, [])
            users = try codec.group(.users, [])
            inbox = try codec.group(.inbox, [])
            outbox = try codec.group(.outbox, [])
            sentMessages = try codec.group(.sentMessages, [])
            signedPrekeys = try codec.group(.signedPrekeys, [])
            oneTimePrekeys = try codec.group(.oneTimePrekeys, [])
            acknowledged = try codec.group(.acknowledged, [])
            openedFirstMessages = try codec.group(.openedFirstMessages, [])
            groups = try codec.group(.groups, [])
            senderChains = try codec.group(.senderChains, [])
            groupOutbox = try codec.group(.groupOutbox, [])
            sentGroupMessages = try codec.group(.sentGroupMessages, [])
        }
    }
}

extension RecordCodec {
    borrowing func name(_ kind: RecordKind, _ key: [UInt8]) throws(StorageError) -> RecordName {
        try name(kind: kind.rawValue, key: key)
    }

    borrowing func name(_ kind: RecordKind, _ id: Bytes16) throws(StorageError) -> RecordName {
        try name(kind: kind.rawValue, id: id)
    }

    borrowing func group(_ kind: RecordGroupKind, _ key: [UInt8]) throws(StorageError) -> RecordGroup {
        try group(kind: kind.rawValue, key: key)
    }
}

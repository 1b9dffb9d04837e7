internal import SottoIdentity

/// Messages sent under leases that are not yet written, or not yet deleted.
///
/// Rule DS-14.
struct Leases {
    /// What was sent and not handed to the server, by id.
    var records: [MessageID: OutgoingRecord] = [:]
    /// Those of them that the store doesn't have yet.
    var unwritten: [MessageID] = []
    /// Those of these that the store has as they were before.
    var outdated: Set<MessageID> = []
    /// What the store still has and the server took.
    var toDelete: [MessageID] = []

    /// The devices whose sessions have reserved places.
    var peers: Set<Address> = []

    /// Whether the store alone says what was sent.
    var isSettled: Bool { records.isEmpty && toDelete.isEmpty }

    var isDue: Bool { unwritten.count + toDelete.count >= Int(DeviceLimits.leaseLength) }
}

/// Rows where none can be read: what a leased send does without the store.
struct NoRows: StorageTransaction {
    func value(of name: RecordName) throws(StorageError) -> [UInt8]? { throw .notWriting }

    func rows(
        in group: RecordGroup, after sequence: UInt64, limit: Int
    ) throws(StorageError) -> [StorageRow] { throw .notWriting }

    func put(_ value: [UInt8], as name: RecordName, in group: RecordGroup) throws(StorageError) {
        throw .notWriting
    }

    func remove(_ name: RecordName) throws(StorageError) { throw .notWriting }

    func changeNumber() throws(StorageError) -> UInt64 { throw .notWriting }
}

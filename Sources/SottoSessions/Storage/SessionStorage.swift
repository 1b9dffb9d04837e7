public import SottoCrypto

/// Where a device keeps its records: rows of sealed bytes under names that say nothing.
///
/// Implement this to keep sessions in a store of your own; the library ships one in memory and one over
/// SQLite. A store never sees an address, a key or a content, and has nothing to check but what stands here.
///
/// Rule ST-1.
public protocol SessionStorage: Sendable {
    /// Runs `body` in one transaction and returns what it returned.
    ///
    /// A writing transaction excludes every other one, of other processes too. When `body` returns, all it wrote
    /// is durable before this returns; when it throws, nothing of it was written. A reading one sees one moment.
    /// The transaction isn't used after `body`, and `body` runs once: it isn't tried again in another transaction.
    /// Calls come from any thread and never one inside another.
    ///
    /// - Throws: What `body` throws, as it is, and ``StorageError``: ``StorageError/busy`` after waiting about 2 s. Any
    ///   other error of a store reaches the caller of a device as ``StorageError/adapterFailed(_:)``, which keeps its type and, of one
    ///   whose raw value is an integer, that number, but not what it says.
    func transaction<R>(
        _ kind: StorageTransactionKind, _ body: (any StorageTransaction) throws -> R
    ) throws -> R

    /// Whether nobody else can write this store while this object is open: no process and no storage object.
    ///
    /// Who uses an exclusive store may keep in memory what it read or wrote, and never ask again. So it is false
    /// unless a store says otherwise, and it stays the same for the life of the object.
    var isExclusive: Bool { get }
}

extension SessionStorage {
    /// False: a store that doesn't say it is exclusive counts as shared.
    public var isExclusive: Bool { false }
}

/// What a transaction may do.
public enum StorageTransactionKind: Hashable, Sendable {
    /// Only reading; never waits for a writer.
    case reading
    /// Reading and writing.
    case writing
}

/// The rows of a store, for the time of one transaction.
///
/// What the transaction wrote before is seen by its own reading.
public protocol StorageTransaction {
    /// The value of a row, or nothing when it isn't there.
    func value(of name: RecordName) throws(StorageError) -> [UInt8]?

    /// Up to `limit` rows of a group whose sequence is above `sequence`, in the order of their sequence.
    ///
    /// Asked with 0 for the first rows, and with `Int.max` for all of them.
    func rows(in group: RecordGroup, after sequence: UInt64, limit: Int) throws(StorageError) -> [StorageRow]

    /// Writes a row; one that is there keeps its group and its sequence.
    ///
    /// A new one gets a sequence of the store's choice: 1 or more, and above that of every row that was ever in the group,
    /// so one counter for the whole store will do. It has to outlive the process, as the rows do.
    ///
    /// - Throws: ``StorageError/notWriting`` in a reading transaction, ``StorageError/valueLength(_:)`` for a value without
    ///   bytes or with more than ``StorageLimits/maximumValueByteCount``; and what the store throws.
    func put(_ value: [UInt8], as name: RecordName, in group: RecordGroup) throws(StorageError)

    /// Deletes a row; nothing happens when it isn't there.
    ///
    /// - Throws: ``StorageError/notWriting`` in a reading transaction, and what the store throws.
    func remove(_ name: RecordName) throws(StorageError)

    /// A number that tells whether somebody else has changed the store.
    ///
    /// While one storage object lives, the number rises by exactly 1 with each of its transactions that wrote
    /// something (a put, or the removal of a row that was there) and was committed. It stays with one that wrote
    /// nothing and with one that was taken back. A commit by anybody else, another storage object or another
    /// process, changes it by something else. So who remembers n, commits one write through this object and later
    /// reads n + 1 knows that nobody else committed in between; who reads n again knows that nobody did at all.
    ///
    /// Within a transaction it is the number before what this transaction writes. An error of the system below, a
    /// full disk for example, may change it as if somebody else had committed. It means nothing to another storage
    /// object, and nothing after this one ended.
    func changeNumber() throws(StorageError) -> UInt64
}

/// The name of a row: 32 bytes, a keyed hash.
public struct RecordName: Hashable, Sendable {
    /// The bytes.
    public let bytes: Bytes32

    /// Takes stored bytes.
    public init(_ bytes: Bytes32) { self.bytes = bytes }
}

/// The group of a row: 16 bytes, a keyed hash.
public struct RecordGroup: Hashable, Sendable {
    private let value: Bytes16

    /// The length in bytes.
    public static let byteCount = 16

    /// The bytes, 16 of them.
    public var bytes: [UInt8] { value.bytes }

    var words: (UInt64, UInt64) { value.words }

    /// Takes stored bytes.
    ///
    /// - Throws: ``StorageError/storeCorrupt`` unless there are 16.
    public init(_ bytes: [UInt8]) throws(StorageError) {
        guard bytes.count == Self.byteCount else { throw .storeCorrupt }
        value = Bytes16(prefixOf: bytes[...])
    }
}

/// A row as it is stored.
public struct StorageRow: Hashable, Sendable {
    /// Its name.
    public let name: RecordName
    /// Its place among the rows of its group.
    public let sequence: UInt64
    /// Its sealed bytes.
    public let value: [UInt8]

    /// Takes a row's parts.
    public init(name: RecordName, sequence: UInt64, value: [UInt8]) {
        self.name = name
        self.sequence = sequence
        self.value = value
    }
}

/// The limits of a store.
public enum StorageLimits {
    /// The longest value of a row in bytes: 16 MiB.
    public static let maximumValueByteCount = 16_777_216
}

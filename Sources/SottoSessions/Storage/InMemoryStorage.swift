private import Synchronization

/// A store in memory, for tests and for programs that keep nothing.
///
/// A value that is replaced or removed is overwritten with zeros when that is committed, what a transaction wrote
/// that is taken back at once, and all of them when the store ends. An array that somebody else still holds then,
/// who put or read it, is theirs and keeps its bytes. Cost: about 0.2 µs to put 400 bytes.
///
/// Rules ST-1 and ST-13.
public final class InMemoryStorage: SessionStorage {
    private let rows = Mutex(InMemoryRows())

    /// Makes an empty store.
    public init() {}

    /// True: nobody else can reach the rows.
    public var isExclusive: Bool { true }

    /// Runs `body` in one transaction.
    ///
    /// - Throws: What `body` throws; all it wrote is taken back then.
    public func transaction<R>(
        _ kind: StorageTransactionKind, _ body: (any StorageTransaction) throws -> R
    ) throws -> R {
        // Reading and writing take turns: nothing here waits long enough to make that a burden.
        try rows.withLock { rows in
            rows.begin(isWriting: kind == .writing)
            do {
                let result = try body(rows)
                rows.commit()
                return result
            } catch {
                rows.rollBack()
                throw error
            }
        }
    }
}

/// The rows as a transaction sees them.
private final class InMemoryRows: StorageTransaction {
    // Nearly all that changes is one value: each operation asks once whether nobody else is at it.
    private var table = InMemoryTable()
    private var isWriting = false
    /// How many transactions wrote something.
    private var changes: UInt64 = 0

    deinit { table.wipe() }

    func begin(isWriting: Bool) { self.isWriting = isWriting }

    func commit() {
        if isWriting, table.commit() { changes += 1 }
        isWriting = false
    }

    func rollBack() {
        table.rollBack()
        isWriting = false
    }

    func value(of name: RecordName) -> [UInt8]? { table.value(of: name) }

    func rows(in group: RecordGroup, after sequence: UInt64, limit: Int) -> [StorageRow] {
        table.rows(in: group, after: sequence, limit: limit)
    }

    func put(_ value: [UInt8], as name: RecordName, in group: RecordGroup) throws(StorageError) {
        guard isWriting else { throw .notWriting }
        guard (1...StorageLimits.maximumValueByteCount).contains(value.count) else {
            throw .valueLength(value.count)
        }
        table.put(value, as: name, in: group)
    }

    func remove(_ name: RecordName) throws(StorageError) {
        guard isWriting else { throw .notWriting }
        table.remove(name)
    }

    func changeNumber() -> UInt64 { changes }
}

import Sotto
import Synchronization

/// A store that counts what is done with the one behind it, and remembers which rows there are.
final class CountingStorage: SessionStorage {
    /// What was done.
    struct Counts {
        /// Transactions that wrote something.
        var commits = 0
        var rowsRead = 0
        var rowsWritten = 0
        var rowsRemoved = 0
    }

    private let storage: any SessionStorage
    private let state = Mutex(State())

    private struct State {
        var counts = Counts()
        var names: [RecordName] = []
        var groups: [RecordName: RecordGroup] = [:]
    }

    init(_ storage: any SessionStorage) { self.storage = storage }

    var isExclusive: Bool { storage.isExclusive }

    func transaction<R>(
        _ kind: StorageTransactionKind, _ body: (any StorageTransaction) throws -> R
    ) throws -> R {
        try storage.transaction(kind) { rows in
            let counting = CountingTransaction(rows)
            let result = try body(counting)
            state.withLock { state in
                state.counts.commits += counting.counts.rowsWritten + counting.counts.rowsRemoved > 0 ? 1 : 0
                state.counts.rowsRead += counting.counts.rowsRead
                state.counts.rowsWritten += counting.counts.rowsWritten
                state.counts.rowsRemoved += counting.counts.rowsRemoved
                for (name, group) in counting.written where state.groups[name] == nil {
                    state.groups[name] = group
                    state.names.append(name)
                }
            }
            return result
        }
    }

    /// What `body` does with the store.
    func counts(of body: () throws -> Void) rethrows -> Counts {
        state.withLock { $0.counts = Counts() }
        try body()
        return state.withLock { $0.counts }
    }

    /// Writes all rows into another store, in one transaction.
    func copy(to other: any SessionStorage) throws {
        let (names, groups) = state.withLock { ($0.names, $0.groups) }
        try storage.transaction(.reading) { rows in
            try other.transaction(.writing) { copies in
                for name in names {
                    guard let value = try rows.value(of: name), let group = groups[name] else { continue }
                    try copies.put(value, as: name, in: group)
                }
            }
        }
    }
}

private final class CountingTransaction: StorageTransaction {
    var counts = CountingStorage.Counts()
    var written: [(RecordName, RecordGroup)] = []
    private let rows: any StorageTransaction

    init(_ rows: any StorageTransaction) { self.rows = rows }

    func value(of name: RecordName) throws(StorageError) -> [UInt8]? {
        counts.rowsRead += 1
        return try rows.value(of: name)
    }

    func rows(
        in group: RecordGroup, after sequence: UInt64, limit: Int
    ) throws(StorageError) -> [StorageRow] {
        let result = try rows.rows(in: group, after: sequence, limit: limit)
        counts.rowsRead += result.count
        return result
    }

    func put(_ value: [UInt8], as name: RecordName, in group: RecordGroup) throws(StorageError) {
        counts.rowsWritten += 1
        written.append((name, group))
        try rows.put(value, as: name, in: group)
    }

    func remove(_ name: RecordName) throws(StorageError) {
        counts.rowsRemoved += 1
        try rows.remove(name)
    }

    func changeNumber() throws(StorageError) -> UInt64 { try rows.changeNumber() }
}

import Sotto
import StorageSupport
import Synchronization

/// Counts what is read and written of a store.
final class CountingStorage<Base: SessionStorage>: SessionStorage {
    private struct Counts {
        var reads = 0
        var writes = 0
        var commits = 0
    }

    private let base: Base
    private let counts = Mutex(Counts())

    init(_ base: Base) { self.base = base }

    var reads: Int { counts.withLock { $0.reads } }
    var writes: Int { counts.withLock { $0.writes } }
    /// Writing transactions that wrote something.
    var commits: Int { counts.withLock { $0.commits } }

    func reset() { counts.withLock { $0 = Counts() } }

    func transaction<R>(
        _ kind: StorageTransactionKind, _ body: (any StorageTransaction) throws -> R
    ) throws -> R {
        let before = writes
        let result = try base.transaction(kind) { try body(Transaction(of: self, $0)) }
        if writes > before { counts.withLock { $0.commits += 1 } }
        return result
    }

    private final class Transaction: ForwardingTransaction {
        private let owner: CountingStorage
        let base: any StorageTransaction

        init(of owner: CountingStorage, _ base: any StorageTransaction) {
            self.owner = owner
            self.base = base
        }

        func value(of name: RecordName) throws(StorageError) -> [UInt8]? {
            owner.counts.withLock { $0.reads += 1 }
            return try base.value(of: name)
        }

        func rows(
            in group: RecordGroup, after sequence: UInt64, limit: Int
        ) throws(StorageError) -> [StorageRow] {
            let rows = try base.rows(in: group, after: sequence, limit: limit)
            owner.counts.withLock { $0.reads += rows.count }
            return rows
        }

        func put(_ value: [UInt8], as name: RecordName, in group: RecordGroup) throws(StorageError) {
            owner.counts.withLock { $0.writes += 1 }
            try base.put(value, as: name, in: group)
        }

        func remove(_ name: RecordName) throws(StorageError) {
            owner.counts.withLock { $0.writes += 1 }
            try base.remove(name)
        }
    }
}

import Sotto
import Synchronization

/// A store whose rows can be put back to an earlier moment, as a restored backup does.
final class BackupStorage: SessionStorage {
    private struct Rows {
        var values: [RecordName: (group: RecordGroup, sequence: UInt64, value: [UInt8])] = [:]
        var nextSequence: UInt64 = 1
        var changes: UInt64 = 0
    }

    private let state = Mutex((now: Rows(), saved: Rows()))

    /// Remembers the rows as they are.
    func save() { state.withLock { $0.saved = $0.now } }

    /// Puts them back.
    func putBack() {
        state.withLock {
            let changes = $0.now.changes
            $0.now = $0.saved
            $0.now.changes = changes + 1_000
        }
    }

    func transaction<R>(
        _ kind: StorageTransactionKind, _ body: (any StorageTransaction) throws -> R
    ) throws -> R {
        try state.withLock { state in
            let transaction = Transaction(state.now, isWriting: kind == .writing)
            let result = try body(transaction)
            if transaction.hasWritten { transaction.rows.changes += 1 }
            state.now = transaction.rows
            return result
        }
    }

    private final class Transaction: StorageTransaction {
        var rows: Rows
        var hasWritten = false
        private let isWriting: Bool

        init(_ rows: Rows, isWriting: Bool) {
            self.rows = rows
            self.isWriting = isWriting
        }

        func value(of name: RecordName) -> [UInt8]? { rows.values[name]?.value }

        func rows(in group: RecordGroup, after sequence: UInt64, limit: Int) -> [StorageRow] {
            rows.values.filter { $0.value.group == group && $0.value.sequence > sequence }
                .sorted { $0.value.sequence < $1.value.sequence }.prefix(limit)
                .map { StorageRow(name: $0.key, sequence: $0.value.sequence, value: $0.value.value) }
        }

        func put(_ value: [UInt8], as name: RecordName, in group: RecordGroup) throws(StorageError) {
            guard isWriting else { throw .notWriting }
            hasWritten = true
            let old = rows.values[name]
            rows.values[name] = (old?.group ?? group, old?.sequence ?? rows.nextSequence, value)
            rows.nextSequence += old == nil ? 1 : 0
        }

        func remove(_ name: RecordName) throws(StorageError) {
            guard isWriting else { throw .notWriting }
            hasWritten = rows.values.removeValue(forKey: name) != nil || hasWritten
        }

        func changeNumber() -> UInt64 { rows.changes }
    }
}

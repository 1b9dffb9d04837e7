package import SottoSessions
internal import StorageSupport
import Synchronization

/// A store that remembers every value that each of its rows ever had.
package final class WatchedStorage: SessionStorage {
    private let base: any SessionStorage
    private let history = Mutex<[RecordName: Row]>([:])

    /// A row's group, and its values from the oldest to the newest.
    package struct Row: Sendable {
        package let group: RecordGroup
        package var values: [[UInt8]]
    }

    package init(_ base: any SessionStorage) { self.base = base }

    package func transaction<R>(
        _ kind: StorageTransactionKind, _ body: (any StorageTransaction) throws -> R
    ) throws -> R {
        try base.transaction(kind) { rows in try body(Rows(base: rows, store: self)) }
    }

    /// The rows that are there, with what they once were.
    package func rows() throws -> [RecordName: Row] {
        let all = history.withLock { $0 }
        return try base.transaction(.reading) { rows in
            try all.filter { try rows.value(of: $0.key) != nil }
        }
    }

    /// Writes a row past the device.
    package func set(_ value: [UInt8], _ name: RecordName, _ group: RecordGroup) throws {
        try base.transaction(.writing) { try $0.put(value, as: name, in: group) }
    }

    /// The value of a row.
    package func value(_ name: RecordName) throws -> [UInt8]? {
        try base.transaction(.reading) { try $0.value(of: name) }
    }

    private struct Rows: ForwardingTransaction {
        let base: any StorageTransaction
        let store: WatchedStorage

        func put(_ value: [UInt8], as name: RecordName, in group: RecordGroup) throws(StorageError) {
            try base.put(value, as: name, in: group)
            store.history.withLock { $0[name, default: Row(group: group, values: [])].values.append(value) }
        }

        func remove(_ name: RecordName) throws(StorageError) {
            try base.remove(name)
            store.history.withLock { _ = $0.removeValue(forKey: name) }
        }
    }
}

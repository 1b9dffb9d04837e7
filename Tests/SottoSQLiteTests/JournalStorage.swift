import Foundation
import SottoSessions

/// A store as a user of the library would write one, with its public interface alone: a file that
/// transactions are appended to, read whole when it is opened.
///
/// Each line is one transaction in JSON; a last line that a crash cut short counts as not written.
final class JournalStorage: SessionStorage, @unchecked Sendable {
    private let lock = NSLock()
    private let file: FileHandle
    private var rows: [RecordName: Row] = [:]
    private var nextSequence: UInt64 = 1
    private var changes: UInt64 = 0

    struct Row {
        let group: RecordGroup
        let sequence: UInt64
        let value: [UInt8]
    }

    /// One change: a row written, or removed where there is no value.
    struct Change: Codable {
        let name: [UInt8]
        let group: [UInt8]?
        let value: [UInt8]?
    }

    init(at url: URL) throws {
        if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
        file = try FileHandle(forUpdating: url)
        let text = try file.readToEnd() ?? Data()
        for line in text.split(separator: UInt8(ascii: "\n")) {
            guard let changes = try? JSONDecoder().decode([Change].self, from: line) else { break }
            for change in changes { try apply(change) }
        }
    }

    func transaction<R>(
        _ kind: StorageTransactionKind, _ body: (any StorageTransaction) throws -> R
    ) throws -> R {
        lock.lock()
        defer { lock.unlock() }
        let before = (rows, nextSequence)
        let transaction = Transaction(self, isWriting: kind == .writing)
        do {
            let result = try body(transaction)
            if !transaction.changes.isEmpty {
                var line = try JSONEncoder().encode(transaction.changes)
                line.append(UInt8(ascii: "\n"))
                try file.write(contentsOf: line)
                try file.synchronize()
                changes += 1
            }
            return result
        } catch {
            (rows, nextSequence) = before
            throw error
        }
    }

    fileprivate func apply(_ change: Change) throws {
        let name = RecordName(try Bytes32(change.name))
        guard let value = change.value, let group = change.group else {
            rows[name] = nil
            return
        }
        if let old = rows[name] {
            rows[name] = Row(group: old.group, sequence: old.sequence, value: value)
        } else {
            rows[name] = Row(group: try RecordGroup(group), sequence: nextSequence, value: value)
            nextSequence += 1
        }
    }

    private final class Transaction: StorageTransaction {
        private let store: JournalStorage
        private let isWriting: Bool
        var changes: [Change] = []

        init(_ store: JournalStorage, isWriting: Bool) {
            self.store = store
            self.isWriting = isWriting
        }

        func value(of name: RecordName) -> [UInt8]? { store.rows[name]?.value }

        func rows(in group: RecordGroup, after sequence: UInt64, limit: Int) -> [StorageRow] {
            store.rows.filter { $0.value.group == group && $0.value.sequence > sequence }
                .map { StorageRow(name: $0.key, sequence: $0.value.sequence, value: $0.value.value) }
                .sorted { $0.sequence < $1.sequence }.prefix(limit).map { $0 }
        }

        func put(_ value: [UInt8], as name: RecordName, in group: RecordGroup) throws(StorageError) {
            guard isWriting else { throw .notWriting }
            guard (1...StorageLimits.maximumValueByteCount).contains(value.count) else {
                throw .valueLength(value.count)
            }
            try keep(Change(name: name.bytes.bytes, group: group.bytes, value: value))
        }

        func remove(_ name: RecordName) throws(StorageError) {
            guard isWriting else { throw .notWriting }
            guard store.rows[name] != nil else { return }
            try keep(Change(name: name.bytes.bytes, group: nil, value: nil))
        }

        func changeNumber() -> UInt64 { store.changes }

        private func keep(_ change: Change) throws(StorageError) {
            do { try store.apply(change) } catch { throw .storeCorrupt }
            changes.append(change)
        }
    }
}

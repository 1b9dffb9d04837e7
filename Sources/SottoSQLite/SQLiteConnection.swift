internal import CSQLite
internal import SottoCrypto
internal import SottoSessions

/// One connection: an open file and its prepared statements.
///
/// Used under a lock; what is written is between ``begin(_:)`` and ``commit()``.
@safe
final class SQLiteConnection: StorageTransaction {
    private let handle: SQLiteHandle
    private var isWriting = false
    private var hasWritten = false
    /// What made this transaction one that can't be committed.
    private var failure: StorageError?
    /// Commits of this connection that wrote; the file's own number counts those of others only.
    private var ownChanges: UInt32 = 0

    private let selectValue: SQLiteStatement
    private let selectGroup: SQLiteStatement
    private let upsert: SQLiteStatement
    private let delete: SQLiteStatement
    private let dataVersion: SQLiteStatement
    private let beginReading: SQLiteStatement
    private let beginWriting: SQLiteStatement
    private let commitAll: SQLiteStatement
    private let rollBackAll: SQLiteStatement

    init(path: String, isNew: Bool, isExclusive: Bool) throws(StorageError) {
        handle = try SQLiteHandle(path: path, isNew: isNew)
        // Before anything is read: then the log's index is in this process's memory and not in a shared file.
        if isExclusive { try SQLiteSchema.excludeOthers(from: handle) }
        if isNew { try SQLiteSchema.create(in: handle) } else { try SQLiteSchema.check(handle) }
        try SQLiteSchema.configure(handle)
        if isExclusive { try SQLiteSchema.lock(handle) }
        selectValue = try SQLiteStatement(handle, "SELECT value FROM record WHERE name = ?1")
        selectGroup = try SQLiteStatement(
            handle,
            "SELECT name, sequence, value FROM record WHERE grp = ?1 AND sequence > ?2 ORDER BY sequence LIMIT ?3"
        )
        upsert = try SQLiteStatement(
            handle,
            "INSERT INTO record (name, grp, value) VALUES (?1, ?2, ?3) "
                + "ON CONFLICT (name) DO UPDATE SET value = excluded.value")
        delete = try SQLiteStatement(handle, "DELETE FROM record WHERE name = ?1")
        dataVersion = try SQLiteStatement(handle, "PRAGMA data_version")
        beginReading = try SQLiteStatement(handle, "BEGIN")
        beginWriting = try SQLiteStatement(handle, "BEGIN IMMEDIATE")
        commitAll = try SQLiteStatement(handle, "COMMIT")
        rollBackAll = try SQLiteStatement(handle, "ROLLBACK")
    }

    func begin(_ kind: StorageTransactionKind) throws(StorageError) {
        isWriting = kind == .writing
        hasWritten = false
        failure = nil
        try (isWriting ? beginWriting : beginReading).run()
    }

    func commit() throws(StorageError) {
        do throws(StorageError) {
            if let failure { throw failure }
            try commitAll.run()
        } catch {
            rollBack()
            throw error
        }
        // Zero isn't taken again: one more than the highest would pass for a commit of somebody else.
        if hasWritten { ownChanges = ownChanges == .max ? 1 : ownChanges + 1 }
        isWriting = false
    }

    func rollBack() {
        // After some errors SQLite has rolled back by itself, and says so here: nothing is left to do then.
        do throws(StorageError) { try rollBackAll.run() } catch {}
        isWriting = false
    }

    func value(of name: RecordName) throws(StorageError) -> [UInt8]? {
        try run(selectValue, [.name(name)]) { $0.bytes(0) }.first
    }

    func rows(
        in group: RecordGroup, after sequence: UInt64, limit: Int
    ) throws(StorageError) -> [StorageRow] {
        let rows = try run(
            selectGroup,
            [.bytes(group.bytes), .number(Int64(clamping: sequence)), .number(Int64(max(0, limit)))]
        ) { row in
            Bytes32(row.bytes(0), at: 0).map {
                StorageRow(
                    name: RecordName($0), sequence: UInt64(clamping: row.number(1)), value: row.bytes(2))
            }
        }
        return try rows.map { row throws(StorageError) in
            guard let row else { throw .storeCorrupt }
            return row
        }
    }

    func put(_ value: [UInt8], as name: RecordName, in group: RecordGroup) throws(StorageError) {
        guard isWriting else { throw .notWriting }
        guard (1...StorageLimits.maximumValueByteCount).contains(value.count) else {
            throw .valueLength(value.count)
        }
        try write(upsert, [.name(name), .bytes(group.bytes), .bytes(value)])
        hasWritten = true
    }

    func remove(_ name: RecordName) throws(StorageError) {
        guard isWriting else { throw .notWriting }
        try write(delete, [.name(name)])
        if handle.changedRowCount > 0 { hasWritten = true }
    }

    func changeNumber() throws(StorageError) -> UInt64 {
        // Asked for within the transaction, so it belongs to the moment that the transaction sees.
        guard let others = try run(dataVersion, [], { $0.number(0) }).first else { throw .storeCorrupt }
        return UInt64(truncatingIfNeeded: others) << 32 | UInt64(ownChanges)
    }

    /// Runs a statement of this transaction.
    ///
    /// SQLite ends a transaction by itself after some errors, a full disk for one. What a caller that goes on
    /// writes then would be kept at once, on its own: so nothing is done any more, and nothing is committed.
    private func run<T>(
        _ statement: SQLiteStatement, _ values: [SQLiteStatement.Value], _ make: (SQLiteStatement.Row) -> T
    ) throws(StorageError) -> [T] {
        if let failure { throw failure }
        do throws(StorageError) { return try statement.rows(values, make) } catch {
            if !handle.isInTransaction { failure = error }
            throw error
        }
    }

    /// Runs a statement that writes; a transaction in which one failed isn't committed.
    private func write(
        _ statement: SQLiteStatement, _ values: [SQLiteStatement.Value]
    ) throws(StorageError) {
        do throws(StorageError) { _ = try run(statement, values) { _ in () } } catch {
            failure = error
            throw error
        }
    }
}

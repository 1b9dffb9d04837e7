internal import CSQLite
internal import SottoSessions

/// An open database file, closed when its last user ends.
@safe
final class SQLiteHandle {
    let database: OpaquePointer

    /// Opens the file at `path`.
    ///
    /// - Throws: ``StorageError/storeExists`` for a new one where a file is, ``StorageError/noStore`` for an old
    ///   one where none is.
    init(path: String, isNew: Bool) throws(StorageError) {
        // Whether a new file is really ours to fill is checked again under the lock that fills it.
        if isNew, Self.exists(path) { throw .storeExists }
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (isNew ? SQLITE_OPEN_CREATE : 0)
        var opened: OpaquePointer?
        let status = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard let handle = unsafe opened else { throw .outOfMemory }
        guard status == SQLITE_OK else {
            unsafe sqlite3_close_v2(handle)
            throw StorageError(status)
        }
        unsafe database = handle
        unsafe sqlite3_extended_result_codes(handle, 1)
        unsafe sqlite3_busy_handler(handle, waitForWriter, nil)
    }

    private static func exists(_ path: String) -> Bool {
        guard let system = unsafe sqlite3_vfs_find(nil) else { return false }
        var result: Int32 = 0
        let status = unsafe system.pointee.xAccess(system, path, SQLITE_ACCESS_EXISTS, &result)
        return status == SQLITE_OK && result != 0
    }

    deinit {
        unsafe sqlite3_close_v2(database)
    }

    /// How many rows the last statement that writes has written.
    var changedRowCount: Int64 { unsafe sqlite3_changes64(database) }

    /// Runs statements that were written down here and take no data.
    func run(_ sql: String) throws(StorageError) {
        let status = unsafe sqlite3_exec(database, sql, nil, nil, nil)
        guard status == SQLITE_OK else { throw StorageError(status) }
    }
}

/// Waits for another writer: a random half to one and a half milliseconds, 2 s in all.
///
/// A fixed pause starves one of several writers that come back at the same time. Rule ST-10.
private func waitForWriter(_ context: UnsafeMutableRawPointer?, _ attempt: Int32) -> Int32 {
    // On average a thousand microseconds each time.
    guard attempt < 2_000, let system = unsafe sqlite3_vfs_find(nil) else { return 0 }
    let pause = Int32.random(in: 500...1_500)
    _ = unsafe system.pointee.xSleep(system, pause)
    return 1
}

extension StorageError {
    /// What a result code of SQLite means.
    init(_ code: Int32) {
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
        case SQLITE_NOTADB: self = .foreignFile
        case SQLITE_CORRUPT: self = .storeCorrupt
        case SQLITE_FULL: self = .storeFull
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: self = .readOnly
        case SQLITE_CANTOPEN: self = .noStore
        case SQLITE_NOMEM: self = .outOfMemory
        default: self = .system(code)
        }
    }
}

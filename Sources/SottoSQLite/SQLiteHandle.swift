internal import CSQLite
internal import SottoSessions

/// An open database file, closed when its last user ends.
@safe
final class SQLiteHandle {
    let database: OpaquePointer
    /// When this connection began to wait for the writer that it waits for.
    private var waitingSince = SuspendingClock.now

    /// Opens the file at `path`.
    ///
    /// - Throws: ``StorageError/storeExists`` for a new one where a file is, ``StorageError/noStore`` for an old
    ///   one where none is, ``StorageError/readOnly`` for one that can't be written,
    ///   ``StorageError/foreignFile`` for one that isn't a store by its first bytes.
    init(path: String, isNew: Bool) throws(StorageError) {
        // Whether a new file is really ours to fill is checked again under the lock that fills it.
        if isNew, Self.exists(path) { throw .storeExists }
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (isNew ? SQLITE_OPEN_CREATE : 0)
        var opened: OpaquePointer?
        let status = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard let handle = unsafe opened else { throw .outOfMemory }
        // From here on `deinit` closes it, whatever is thrown.
        unsafe database = handle
        guard status == SQLITE_OK else {
            throw unsafe StorageError(
                opening: status, systemError: sqlite3_system_errno(handle),
                isMissing: !(isNew && Self.exists(Self.folder(of: path))))
        }
        unsafe sqlite3_extended_result_codes(handle, 1)
        unsafe sqlite3_busy_handler(handle, waitForWriter, Unmanaged.passUnretained(self).toOpaque())
        // SQLite opens for reading what can't be written.
        guard unsafe sqlite3_db_readonly(handle, "main") == 0 else { throw .readOnly }
        if !isNew { try checkHead(of: path) }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return String(path[...slash])
    }

    private static func exists(_ path: String) -> Bool {
        guard let system = unsafe sqlite3_vfs_find(nil) else { return false }
        var result: Int32 = 0
        let status = unsafe system.pointee.xAccess(system, path, SQLITE_ACCESS_EXISTS, &result)
        return status == SQLITE_OK && result != 0
    }

    /// Looks at the first bytes of the file, past SQLite.
    ///
    /// SQLite itself would first mend what a crash left of a file of another program, and so write to it.
    private func checkHead(of path: String) throws(StorageError) {
        var pointer: UnsafeMutablePointer<sqlite3_file>?
        unsafe sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &pointer)
        guard let file = unsafe pointer, let methods = unsafe file.pointee.pMethods,
            let size = unsafe methods.pointee.xFileSize, let read = unsafe methods.pointee.xRead
        else { throw .system(SQLITE_INTERNAL) }
        var byteCount: sqlite3_int64 = 0
        var status = unsafe size(file, &byteCount)
        guard status == SQLITE_OK else { throw error(status) }
        // One byte is none to SQLite; there is a file all the same.
        guard byteCount > 0 else { throw Self.exists(path) ? .foreignFile : .noStore }
        var head = [UInt8](repeating: 0, count: SQLiteSchema.headByteCount)
        guard byteCount >= head.count else { throw .foreignFile }
        status = unsafe read(file, &head, Int32(head.count), 0)
        guard status == SQLITE_OK else { throw error(status) }
        // Zeros are what a loss of power can leave of a file that was being made: SQLite judges that by its journal.
        guard SQLiteSchema.isOurs(head) || head.allSatisfy({ $0 == 0 }) else { throw .foreignFile }
    }

    deinit {
        unsafe sqlite3_close_v2(database)
    }

    /// How many rows the last statement that writes has written.
    var changedRowCount: Int64 { unsafe sqlite3_changes64(database) }

    /// Runs statements that were written down here and take no data.
    func run(_ sql: String) throws(StorageError) {
        let status = unsafe sqlite3_exec(database, sql, nil, nil, nil)
        guard status == SQLITE_OK else { throw error(status) }
    }

    /// Whether a transaction is open; some errors end it.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(database) == 0 }

    /// What a result code of this connection means; asked for before anything else is called.
    func error(_ code: Int32) -> StorageError {
        // `sqlite3_system_errno` isn't set by a commit that failed, so the number is asked for where SQLite would.
        guard let system = unsafe sqlite3_vfs_find(nil), let last = unsafe system.pointee.xGetLastError else {
            return .system(code)
        }
        return StorageError(code, systemError: unsafe last(system, 0, nil))
    }

    /// Waits for another writer: a random half to one and a half milliseconds, 2 s in all.
    ///
    /// A fixed pause starves one of several writers that come back at the same time. The time is measured, for a
    /// pause may take longer than asked. Rule ST-10.
    fileprivate func waits(attempt: Int32) -> Bool {
        let now = SuspendingClock.now
        if attempt == 0 { waitingSince = now }
        let left = Self.longestWait - waitingSince.duration(to: now)
        guard left > .zero, let system = unsafe sqlite3_vfs_find(nil) else { return false }
        let pause = min(.microseconds(Int.random(in: 500...1_500)), left)
        _ = unsafe system.pointee.xSleep(system, Int32(pause / .microseconds(1)))
        return true
    }

    private static let longestWait = Duration.seconds(2)
}

/// What SQLite calls when it finds a lock taken; the context is the handle, which outlives its connection.
private func waitForWriter(_ context: UnsafeMutableRawPointer?, _ attempt: Int32) -> Int32 {
    guard let context = unsafe context else { return 0 }
    let handle = unsafe Unmanaged<SQLiteHandle>.fromOpaque(context).takeUnretainedValue()
    return handle.waits(attempt: attempt) ? 1 : 0
}

internal import SottoSessions

/// The tables, their version, and how a connection is set up.
///
/// Rules ST-9, ST-10 and ST-12.
enum SQLiteSchema {
    static let applicationID: Int64 = 0x534F_5454
    static let version: Int64 = 1

    /// How many bytes a database file has before anything else.
    static let headByteCount = 100

    private static let magic = Array("SQLite format 3\0".utf8)
    private static let applicationIDOffset = 68

    /// Whether the first bytes of a file are those of a database of this library.
    static func isOurs(_ head: [UInt8]) -> Bool {
        let id = head.dropFirst(applicationIDOffset).prefix(4).reduce(0) { $0 << 8 | Int64($1) }
        return head.starts(with: magic) && id == applicationID
    }

    /// Makes the tables of a new file, in one transaction.
    ///
    /// - Throws: ``StorageError/storeExists`` when another process was first.
    static func create(in handle: SQLiteHandle) throws(StorageError) {
        try handle.run("PRAGMA secure_delete = ON; BEGIN IMMEDIATE")
        do throws(StorageError) {
            guard try number("SELECT count(*) FROM sqlite_schema", in: handle) == 0 else {
                throw StorageError.storeExists
            }
            try handle.run(tables)
        } catch {
            do throws(StorageError) { try handle.run("ROLLBACK") } catch {}
            throw error
        }
    }

    private static let tables = """
        CREATE TABLE record (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            name BLOB NOT NULL UNIQUE,
            grp BLOB NOT NULL,
            value BLOB NOT NULL
        ) STRICT;
        CREATE INDEX record_group ON record (grp, sequence);
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(version);
        COMMIT;
        """

    /// Checks that an existing file is ours and of a version that is known.
    static func check(_ handle: SQLiteHandle) throws(StorageError) {
        // A process that ended while it made the file: SQLite has taken that back now.
        guard try number("PRAGMA page_count", in: handle) > 0 else { throw .noStore }
        guard try number("PRAGMA application_id", in: handle) == applicationID else { throw .foreignFile }
        let found = try number("PRAGMA user_version", in: handle)
        guard found <= version else { throw .newerFormat }
        guard found >= 1 else { throw .storeCorrupt }
    }

    /// Sets what holds for a connection; the journal's mode is kept in the file and set where a crash left it out.
    static func configure(_ handle: SQLiteHandle) throws(StorageError) {
        try handle.run(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = FULL;
            PRAGMA secure_delete = ON;
            PRAGMA wal_autocheckpoint = 1000;
            PRAGMA trusted_schema = OFF;
            PRAGMA cell_size_check = ON;
            """)
    }

    /// Lets a connection that has read nothing yet keep each lock it takes.
    static func excludeOthers(from handle: SQLiteHandle) throws(StorageError) {
        try handle.run("PRAGMA locking_mode = EXCLUSIVE")
    }

    /// Takes the exclusive lock, if no access before this has done so.
    ///
    /// - Throws: ``StorageError/busy`` while somebody else has the file open.
    static func lock(_ handle: SQLiteHandle) throws(StorageError) {
        try handle.run("BEGIN EXCLUSIVE; COMMIT")
    }

    private static func number(_ sql: String, in handle: SQLiteHandle) throws(StorageError) -> Int64 {
        try SQLiteStatement(handle, sql).rows([]) { $0.number(0) }.first ?? 0
    }
}

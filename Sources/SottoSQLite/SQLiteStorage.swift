public import SottoSessions
private import Synchronization

/// A store in one SQLite file, durable and shared by the processes of one device.
///
/// Write-ahead log, every commit synchronised, deleted bytes overwritten in the file. Several processes may open
/// one file: a writer waits for another one up to 2 s, readers never wait. No lock is held between calls.
///
/// Rules ST-9 to ST-11.
public final class SQLiteStorage: SessionStorage {
    private let connection: Mutex<SQLiteConnection>

    private init(_ connection: sending SQLiteConnection) { self.connection = Mutex(connection) }

    /// Makes a new store; the folder has to be there.
    ///
    /// - Throws: ``StorageError/storeExists`` where there is a file already, and as ``open(at:)``.
    public static func create(at path: String) throws(StorageError) -> SQLiteStorage {
        SQLiteStorage(try SQLiteConnection(path: path, isNew: true))
    }

    /// Opens a store; never makes one.
    ///
    /// - Throws: ``StorageError/noStore``, ``StorageError/foreignFile``, ``StorageError/newerFormat``,
    ///   ``StorageError/storeCorrupt``, ``StorageError/readOnly``, ``StorageError/busy``.
    public static func open(at path: String) throws(StorageError) -> SQLiteStorage {
        SQLiteStorage(try SQLiteConnection(path: path, isNew: false))
    }

    /// Runs `body` in one transaction.
    ///
    /// - Throws: What `body` throws, and ``StorageError``; nothing was written then.
    public func transaction<R>(
        _ kind: StorageTransactionKind, _ body: (any StorageTransaction) throws -> R
    ) throws -> R {
        try connection.withLock { connection in
            try connection.begin(kind)
            let result: R
            do { result = try body(connection) } catch {
                connection.rollBack()
                throw error
            }
            try connection.commit()
            return result
        }
    }
}

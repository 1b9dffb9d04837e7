public import SottoSessions
private import Synchronization

/// A store in one SQLite file, durable and shared by the processes of one device.
///
/// Write-ahead log, every commit synchronised, deleted bytes overwritten in the file. Several processes may open
/// one file: a writer waits for another one up to 2 s, readers never wait. Between calls it holds no lock that
/// another reader or writer waits for.
///
/// An exclusive store is this object's alone until the object or its process ends, however that happens: the lock
/// is the system's, and no file is left that would have to be removed. On Unix systems such a lock ends early
/// when the same process opens the store's file by other means and closes it, for a copy of it perhaps: so don't.
///
/// Rules ST-9 to ST-12.
public final class SQLiteStorage: SessionStorage {
    private let connection: Mutex<SQLiteConnection>

    /// Whether nobody else can read or write the file while this object is open.
    public let isExclusive: Bool

    private init(_ path: String, isNew: Bool, isExclusive: Bool) throws(SessionError) {
        do throws(StorageError) {
            connection = Mutex(try SQLiteConnection(path: path, isNew: isNew, isExclusive: isExclusive))
        } catch {
            throw .storage(error)
        }
        self.isExclusive = isExclusive
    }

    /// Makes a new store; the folder has to be there.
    ///
    /// It is empty until `Device.create` has made a device in it. Where a process ended between the two, this call says
    /// ``StorageError/storeExists`` and `Device.open` ``StorageError/noStore`` or
    /// ``StorageError/noIdentity``: `Device.create` over ``open(at:exclusively:)`` goes on then. It never replaces a device.
    ///
    /// - Parameter exclusively: Whether others that open it get ``StorageError/busy`` while this object is open.
    /// - Throws: As ``SessionError/storage(_:)`` ``StorageError/storeExists`` where there is a file already,
    ///   ``StorageError/noStore`` where the folder is missing, and as ``open(at:exclusively:)``.
    public static func create(
        at path: String, exclusively: Bool = false
    ) throws(SessionError) -> SQLiteStorage {
        try SQLiteStorage(path, isNew: true, isExclusive: exclusively)
    }

    /// Opens a store; never makes one.
    ///
    /// - Parameter exclusively: Whether others that open it get ``StorageError/busy`` while this object is open.
    /// - Throws: As ``SessionError/storage(_:)`` ``StorageError/noStore``, ``StorageError/foreignFile``,
    ///   ``StorageError/newerFormat``, ``StorageError/storeCorrupt``, ``StorageError/readOnly``, and after about 2 s ``StorageError/busy``: while
    ///   somebody else has it open exclusively, or has it open at all and `exclusively` is asked for.
    public static func open(
        at path: String, exclusively: Bool = false
    ) throws(SessionError) -> SQLiteStorage {
        try SQLiteStorage(path, isNew: false, isExclusive: exclusively)
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

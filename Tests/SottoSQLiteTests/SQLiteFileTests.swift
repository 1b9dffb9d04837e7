import CSQLite
import Foundation
import SottoCrypto
import SottoSQLite
import SottoSessions
import Testing

/// The file: made, opened, damaged, full, shared.
///
/// Rules ST-9 to ST-11.
@Suite("A store in a file")
struct SQLiteFileTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "store")
    }

    func put(_ number: UInt8, in store: SQLiteStorage) throws {
        try store.transaction(.writing) {
            try $0.put([number], as: StorageContract.name(number), in: StorageContract.group(1))
        }
    }

    func value(_ number: UInt8, in store: SQLiteStorage) throws -> [UInt8]? {
        try store.transaction(.reading) { try $0.value(of: StorageContract.name(number)) }
    }

    @Test("is there again when it is opened")
    func reopened() throws {
        try put(1, in: try SQLiteStorage.create(at: path))
        let again = try SQLiteStorage.open(at: path)
        #expect(try value(1, in: again) == [1])
        try put(2, in: again)
        #expect(try value(2, in: try SQLiteStorage.open(at: path)) == [2])
    }

    @Test("is never made by opening and never replaced by creating")
    func noAccident() throws {
        #expect(throws: SessionError.storage(.noStore)) { try SQLiteStorage.open(at: path) }
        #expect(!FileManager.default.fileExists(atPath: path))
        try put(1, in: try SQLiteStorage.create(at: path))
        #expect(throws: SessionError.storage(.storeExists)) { try SQLiteStorage.create(at: path) }
        #expect(try value(1, in: try SQLiteStorage.open(at: path)) == [1])
        #expect(throws: SessionError.storage(.noStore)) {
            try SQLiteStorage.create(at: folder.path(of: "no such folder/store"))
        }
        try Data().write(to: folder.url.appendingPathComponent("empty"))
        #expect(throws: SessionError.storage(.noStore)) {
            try SQLiteStorage.open(at: folder.path(of: "empty"))
        }
        _ = try SQLiteStorage.create(at: folder.path(of: "empty"))
    }

    @Test("of a newer format is refused")
    func newer() throws {
        try put(1, in: try SQLiteStorage.create(at: path))
        try Self.run("PRAGMA user_version = 2", at: path)
        #expect(throws: SessionError.storage(.newerFormat)) { try SQLiteStorage.open(at: path) }
        try Self.run("PRAGMA user_version = 0", at: path)
        #expect(throws: SessionError.storage(.storeCorrupt)) { try SQLiteStorage.open(at: path) }
    }

    @Test("says busy after about two seconds while another writes, and reads go on")
    func busy() throws {
        let one = try SQLiteStorage.create(at: path)
        let two = try SQLiteStorage.open(at: path)
        try put(1, in: one)
        try one.transaction(.writing) {
            try $0.put([2], as: StorageContract.name(2), in: StorageContract.group(1))
            #expect(try value(1, in: two) == [1])
            #expect(try value(2, in: two) == nil)
            #expect(throws: StorageError.busy) { try put(3, in: two) }
        }
        #expect(StorageError.busy.recovery == .tryAgain)
        try put(3, in: two)
        #expect(try value(2, in: two) == [2])
    }

    @Test("has the journal, the synchronisation and the deletion that its rules name")
    func pragmas() throws {
        let store = try SQLiteStorage.create(at: path)
        try put(1, in: store)
        #expect(try Self.run("PRAGMA journal_mode", at: path) == "wal")
        #expect(try Self.run("PRAGMA application_id", at: path) == "1397707860")
        #expect(try Self.run("PRAGMA user_version", at: path) == "1")
    }

    /// Runs SQL as another program would; the last value that came.
    ///
    /// `body` runs before the file is closed.
    @discardableResult
    static func run(
        _ sql: String, at path: String, before: String = "", _ body: () throws -> Void = {}
    ) throws -> String? {
        var handle: OpaquePointer?
        guard unsafe sqlite3_open(path, &handle) == SQLITE_OK else { throw StorageError.noStore }
        defer { unsafe sqlite3_close(handle) }
        guard unsafe sqlite3_exec(handle, before, nil, nil, nil) == SQLITE_OK else {
            throw StorageError.foreignFile
        }
        var statement: OpaquePointer?
        guard unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
            throw StorageError.foreignFile
        }
        defer { unsafe sqlite3_finalize(statement) }
        var last: String?
        while unsafe sqlite3_step(statement) == SQLITE_ROW {
            if let text = unsafe sqlite3_column_text(statement, 0) { last = unsafe String(cString: text) }
        }
        try body()
        return last
    }
}

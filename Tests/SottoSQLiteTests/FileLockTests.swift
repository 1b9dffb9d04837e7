#if os(Linux)
import Foundation
import SottoSQLite
import SottoSessions
import StorageSupport
import Testing

/// The locks that the system knows of, by process and file.
///
/// Rules ST-10, ST-12.
@Suite("The file locks of a store")
struct FileLockTests {
    struct Lock: Hashable {
        let file: String
        let isWriting: Bool
        let start: Int
    }

    struct Failure: Error {}

    /// Shared locks that a connection has as long as it is open.
    ///
    /// They keep others from deleting the log and from opening exclusively, and nobody from reading or writing:
    /// SQLite's shared range of the file, and byte 128 of the log's index.
    static let harmless: Set<Lock> = [
        Lock(file: "", isWriting: false, start: 0x4000_0002),
        Lock(file: "-shm", isWriting: false, start: 128),
    ]

    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "store")
    }

    /// What this process has locked of the store's files.
    func locks() throws -> Set<Lock> {
        var files: [UInt64: String] = [:]
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
            guard let number = attributes?[.systemFileNumber] as? NSNumber else { continue }
            files[number.uint64Value] = suffix
        }
        let text = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
        var found: Set<Lock> = []
        for line in text.split(separator: "\n") {
            // 1: POSIX  ADVISORY  READ 1234 fe:00:5678 128 128
            let columns = line.split(separator: " ")
            guard columns.count == 8, columns[4] == "\(getpid())" else { continue }
            guard let node = columns[5].split(separator: ":").last.flatMap({ UInt64($0) }),
                let start = Int(columns[6])
            else { throw Failure() }
            guard let file = files[node] else { continue }
            found.insert(Lock(file: file, isWriting: columns[3] == "WRITE", start: start))
        }
        return found
    }

    @Test("are none between calls that a reader or a writer would wait for")
    func betweenCalls() throws {
        let store = try SQLiteStorage.create(at: path)
        func expectHarmless(_ what: String) throws {
            let others = try locks().subtracting(Self.harmless)
            #expect(others.isEmpty, "\(what)")
        }
        try expectHarmless("after it was made")
        try Counters.advance(in: store)
        try expectHarmless("after a write")
        try store.transaction(.reading) { _ = try Counters.value(.first, in: $0) }
        try expectHarmless("after a read")
        #expect(throws: Failure.self) {
            try store.transaction(.writing) { transaction in
                try Counters.set(7, .first, in: transaction)
                // The search finds what there is to find.
                let held = try locks()
                #expect(held.contains { $0.file == "-shm" && $0.isWriting })
                throw Failure()
            }
        }
        try expectHarmless("after a write that was taken back")
        #expect(throws: StorageError.notWriting) {
            try store.transaction(.reading) { try Counters.set(7, .first, in: $0) }
        }
        try expectHarmless("after a call that was refused")
        let again = try SQLiteStorage.open(at: path)
        try expectHarmless("after it was opened again")
        try Counters.advance(in: again)
        try expectHarmless("after two wrote")
    }

    @Test("are none when it is closed")
    func closed() throws {
        do { try Counters.advance(in: SQLiteStorage.create(at: path)) }
        #expect(try locks() == [])
    }

    @Test("of an exclusive one are there from its opening on, on the file itself")
    func exclusive() throws {
        do { try Counters.advance(in: SQLiteStorage.create(at: path)) }
        let store = try SQLiteStorage.open(at: path, exclusively: true)
        let held = try locks()
        #expect(held.contains { $0.file == "" && $0.isWriting })
        try Counters.advance(in: store)
        #expect(try locks().contains { $0.file == "" && $0.isWriting })
    }
}
#endif

import Foundation
import SottoSQLite
import SottoSessions
import StorageSupport
import Testing

/// A store that is one object's alone.
///
/// Rule ST-12.
@Suite("An exclusive store")
struct ExclusiveStoreTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "store")
    }

    func first(in store: SQLiteStorage) throws -> UInt64 {
        try store.transaction(.reading) { try Counters.value(.first, in: $0) }
    }

    @Test("is busy for everybody else from the moment it is made or opened", arguments: [true, false])
    func othersWait(isNew: Bool) throws {
        if !isNew { _ = try SQLiteStorage.create(at: path) }
        do {
            let store =
                isNew
                ? try SQLiteStorage.create(at: path, exclusively: true)
                : try SQLiteStorage.open(at: path, exclusively: true)
            #expect(store.isExclusive)
            // In this process and in another one; nothing was read or written yet.
            #expect(throws: SessionError.storage(.busy)) { try SQLiteStorage.open(at: path) }
            let worker = try Worker.start("count", path, "1").process
            worker.waitUntilExit()
            #expect(worker.terminationStatus == 1)
            try Counters.advance(in: store)
            #expect(try first(in: store) == 1)
            #expect(!FileManager.default.fileExists(atPath: path + "-shm"))
        }
        // It is free when the object ends.
        let store = try SQLiteStorage.open(at: path)
        #expect(!store.isExclusive)
        #expect(try first(in: store) == 1)
    }

    @Test("is one at a time")
    func two() throws {
        let store = try SQLiteStorage.create(at: path, exclusively: true)
        #expect(throws: SessionError.storage(.busy)) { try SQLiteStorage.open(at: path, exclusively: true) }
        #expect(throws: SessionError.storage(.storeExists)) {
            try SQLiteStorage.create(at: path, exclusively: true)
        }
        try Counters.advance(in: store)
    }

    @Test("can't be had while another has the file open, even one that does nothing")
    func idleOther() throws {
        try Counters.advance(in: SQLiteStorage.create(at: path))
        let idle = try SQLiteStorage.open(at: path)
        #expect(throws: SessionError.storage(.busy)) { try SQLiteStorage.open(at: path, exclusively: true) }
        try Counters.advance(in: idle)
        #expect(try first(in: idle) == 2)
    }

    @Test("is free again, with all that was committed, when its process is killed")
    func killed() throws {
        _ = try SQLiteStorage.create(at: path)
        for round in 1...2 as ClosedRange<UInt64> {
            let worker = try Worker.startWorking("exclusive", path)
            #expect(throws: SessionError.storage(.busy)) {
                try SQLiteStorage.open(at: path, exclusively: round == 2)
            }
            kill(worker.processIdentifier, SIGKILL)
            worker.waitUntilExit()
            let store = try SQLiteStorage.open(at: path, exclusively: round == 1)
            #expect(try first(in: store) == round)
        }
    }
}

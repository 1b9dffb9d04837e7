import Foundation
import SottoSQLite
import SottoSessions
import StorageSupport
import Testing

/// What one process can keep others from, by standing still in the middle of a write.
///
/// Rule ST-10.
@Suite("While another process stands still in a write", .serialized)
final class StoppedProcessTests {
    let folder: TemporaryFolder
    let path: String
    let store: SQLiteStorage
    let holder: Process

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "store")
        store = try SQLiteStorage.create(at: path)
        try Counters.advance(in: store)
        holder = try Worker.startWorking("hold", path)
        kill(holder.processIdentifier, SIGSTOP)
    }

    deinit { end() }

    func end() {
        kill(holder.processIdentifier, SIGKILL)
        holder.waitUntilExit()
    }

    func first(in store: SQLiteStorage) throws -> UInt64 {
        try store.transaction(.reading) { try Counters.value(.first, in: $0) }
    }

    /// Runs a call that has to return within `seconds`, and says how long it took.
    func within(_ seconds: Double, _ what: String, _ call: () throws -> Void) throws {
        let time = try ContinuousClock().measure(call)
        print("\(what) beside a process that stands still: \(time)")
        #expect(time < .seconds(seconds), "\(what)")
    }

    @Test("reads and openings go on at once")
    func reading() throws {
        var found: Set<UInt64> = []
        try within(1, "100 reads") { for _ in 0..<100 { found.insert(try first(in: store)) } }
        try within(1, "opening and reading") { found.insert(try first(in: SQLiteStorage.open(at: path))) }
        #expect(found == [1])
        try within(1, "creating") {
            #expect(throws: SessionError.storage(.storeExists)) { try SQLiteStorage.create(at: path) }
        }
    }

    @Test("each write says within about two seconds that it is busy, and is done once the process is gone")
    func writing() throws {
        for what in ["a write", "another write"] {
            try within(3, what) { #expect(throws: StorageError.busy) { try Counters.advance(in: store) } }
        }
        #expect(try first(in: store) == 1)
        end()
        try within(1, "a write after it was killed") { try Counters.advance(in: store) }
        #expect(try first(in: store) == 2)
    }

    @Test("opening it exclusively says within about two seconds that it is busy")
    func exclusive() throws {
        try within(3, "opening exclusively") {
            #expect(throws: SessionError.storage(.busy)) {
                try SQLiteStorage.open(at: path, exclusively: true)
            }
        }
    }
}

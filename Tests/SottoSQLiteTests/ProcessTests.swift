import Foundation
import SottoSQLite
import SottoSessions
import StorageSupport
import TestSupport
import Testing

/// Several processes on one file: killed, or all at once.
///
/// Rules ST-1, ST-10.
@Suite("A store that processes share", .serialized)
struct ProcessTests {
    let folder: TemporaryFolder
    let path: String
    let store: SQLiteStorage

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "store")
        store = try SQLiteStorage.create(at: path)
    }

    func values() throws -> [UInt64] {
        try store.transaction(.reading) { transaction in
            try Counters.allCases.map { try Counters.value($0, in: transaction) }
        }
    }

    @Test("keeps whole transactions when a writer is killed at any moment", arguments: [1, 2] as [UInt64])
    func killed(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var last: UInt64 = 0
        for round in 0..<15 {
            let worker = try Worker.startWorking("forever", path)
            usleep(UInt32.random(in: 0...20_000, using: &random))
            kill(worker.processIdentifier, SIGKILL)
            worker.waitUntilExit()
            let now = try values()
            #expect(now[0] == now[1], "seed \(seed), round \(round)")
            #expect(now[0] >= last)
            last = now[0]
            let reopened = try SQLiteStorage.open(at: path)
            try Counters.advance(in: reopened)
            last += 1
        }
        #expect(last > 15)
    }

    @Test("loses no update of three processes that write at once")
    func threeWriters() throws {
        let workers = try (0..<3).map { _ in try Worker.start("count", path, "200").process }
        for worker in workers {
            worker.waitUntilExit()
            #expect(worker.terminationStatus == 0)
        }
        #expect(try values() == [600, 600])
    }

    @Test("isn't held by a process that stands still between calls")
    func stoppedBetweenCalls() throws {
        let number = try store.transaction(.reading) { try $0.changeNumber() }
        let idle = try Worker.start("count", path, "1")
        idle.process.waitUntilExit()
        let other = try SQLiteStorage.open(at: path)
        try Counters.advance(in: other)
        try Counters.advance(in: store)
        #expect(try values() == [3, 3])
        // One own commit, and two of others.
        #expect(try store.transaction(.reading) { try $0.changeNumber() } != number + 1)
    }
}

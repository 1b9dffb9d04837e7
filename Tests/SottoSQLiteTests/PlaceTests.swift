import Foundation
import SottoSQLite
import SottoSessions
import StorageSupport
import TestSupport
import Testing

/// The place of a store: full, without rights, not there, taken by something else.
///
/// Rules ST-11 and ST-14.
@Suite("A store at a place that doesn't do")
struct PlaceTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "store")
    }

    var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()) ?? []
    }

    func values() throws -> [UInt64] {
        try SQLiteStorage.open(at: path).transaction(.reading) { transaction in
            try Counters.allCases.map { try Counters.value($0, in: transaction) }
        }
    }

    @Test(
        "says that the disk is full, keeps what it had, and goes on when there is room",
        arguments: [0, 1_000, 4_096, 20_000, 32_768, 40_000, 65_536, 100_001, 200_000])
    func full(limit: Int) throws {
        try Counters.advance(in: SQLiteStorage.create(at: path))
        let said = try Worker.run("full", path, String(limit))
        if said == ["\(StorageError.storeFull) at opening"] {
            #expect(limit < 40_000)
            #expect(try values() == [1, 1])
        } else {
            let first = try #require(said.first)
            #expect(first.hasPrefix("\(StorageError.storeFull) "))
            let count = try #require(first.split(separator: " ").last.flatMap { UInt64($0) })
            #expect(said.dropFirst() == ["\(count + 2)"])
            #expect(try values() == [count + 2, count + 2])
        }
        #expect(StorageError.storeFull.recovery == .fixStorage)
    }

    @Test("keeps nothing of a transaction that went on after the disk was full")
    func stubborn() throws {
        try Counters.advance(in: SQLiteStorage.create(at: path))
        #expect(try Worker.run("stubborn", path, "3000000") == ["\(StorageError.storeFull) true"])
        #expect(try values() == [2, 2])
    }

    @Test("says that it can't be written, and changes nothing")
    func rights() throws {
        func set(folder folderRights: Int, file: Int?) throws {
            let manager = FileManager.default
            try manager.setAttributes([.posixPermissions: folderRights], ofItemAtPath: folder.url.path)
            if let file { try manager.setAttributes([.posixPermissions: file], ofItemAtPath: path) }
        }
        defer { try? set(folder: 0o700, file: nil) }
        try set(folder: 0o555, file: nil)
        #expect(try Worker.run("rights", path, "create") == ["\(StorageError.readOnly)"])
        #expect(try Worker.run("rights", path, "open") == ["\(StorageError.noStore)"])
        #expect(files == [])

        try set(folder: 0o700, file: nil)
        try Counters.advance(in: SQLiteStorage.create(at: path))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for call in ["open", "exclusive"] {
            for (folderRights, file) in [(0o777, 0o444), (0o555, 0o666), (0o555, 0o444), (0o777, 0o000)] {
                try set(folder: folderRights, file: file)
                let place =
                    "\(call), folder \(String(folderRights, radix: 8)), file \(String(file, radix: 8))"
                #expect(try Worker.run("rights", path, call) == ["\(StorageError.readOnly)"], "\(place)")
                #expect(files == ["store"], "\(place)")
            }
        }
        try set(folder: 0o700, file: 0o600)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)

        // With the rights it is written: so it was they that were missing.
        try set(folder: 0o777, file: 0o666)
        #expect(try Worker.run("rights", path, "open") == ["written"])
        #expect(try Worker.run("rights", path, "create") == ["\(StorageError.storeExists)"])
        #expect(try values() == [2, 2])
    }

    @Test(
        "says that there is none where there is no file or no folder, and makes neither",
        arguments: [true, false])
    func missing(exclusively: Bool) throws {
        for place in ["store", "no folder/store", "no folder/store/"] {
            #expect(throws: SessionError.storage(.noStore)) {
                try SQLiteStorage.open(at: folder.path(of: place), exclusively: exclusively)
            }
        }
        #expect(throws: SessionError.storage(.noStore)) {
            try SQLiteStorage.create(at: folder.path(of: "no folder/store"), exclusively: exclusively)
        }
        #expect(throws: SessionError.storage(.foreignFile)) {
            try SQLiteStorage.open(at: folder.url.path, exclusively: exclusively)
        }
        #expect(throws: SessionError.storage(.storeExists)) {
            try SQLiteStorage.create(at: folder.url.path, exclusively: exclusively)
        }
        #expect(files == [])
    }

    @Test("refuses a file of something else, and leaves it as it is", arguments: [1, 2, 99, 100, 512, 5_000])
    func foreign(byteCount: Int) throws {
        let text = Data(repeating: 0x61, count: byteCount)
        try text.write(to: URL(fileURLWithPath: path))
        for exclusively in [true, false] {
            #expect(throws: SessionError.storage(.foreignFile)) {
                try SQLiteStorage.open(at: path, exclusively: exclusively)
            }
            #expect(throws: SessionError.storage(.storeExists)) {
                try SQLiteStorage.create(at: path, exclusively: exclusively)
            }
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == text)
        #expect(files == ["store"])
    }

    @Test(
        "refuses a database of another program, and leaves it and its log as they are",
        arguments: [true, false])
    func foreignDatabase(exclusively: Bool) throws {
        let original = folder.path(of: "original")
        try SQLiteFileTests.run("PRAGMA application_id = 7", at: original)
        try SQLiteFileTests.run("PRAGMA journal_mode = WAL", at: original)
        // A log that a crash left: copied while the other program is at work.
        try SQLiteFileTests.run("CREATE TABLE record (x)", at: original) {
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: original + suffix, toPath: path + suffix)
            }
        }
        let before = try files.map { try Data(contentsOf: folder.url.appendingPathComponent($0)) }
        #expect(files == ["original", "store", "store-wal"])
        #expect(throws: SessionError.storage(.foreignFile)) {
            try SQLiteStorage.open(at: path, exclusively: exclusively)
        }
        #expect(throws: SessionError.storage(.storeExists)) {
            try SQLiteStorage.create(at: path, exclusively: exclusively)
        }
        #expect(try files.map { try Data(contentsOf: folder.url.appendingPathComponent($0)) } == before)
    }

    @Test("is none when the power went while it was made, and is made then", arguments: [true, false])
    func powerLost(headIsWritten: Bool) throws {
        let original = folder.path(of: "original")
        // A cache of one page: the pages go into the file before the transaction ends.
        try SQLiteFileTests.run(
            "PRAGMA application_id = 1397707860", at: original,
            before: """
                PRAGMA cache_size = 1; BEGIN;
                CREATE TABLE record (x); INSERT INTO record VALUES (zeroblob(100000));
                """
        ) {
            for suffix in ["", "-journal"] {
                try FileManager.default.copyItem(atPath: original + suffix, toPath: path + suffix)
            }
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        try #require(bytes.count > 8_192)
        bytes.replaceSubrange(0..<4_096, with: Data(count: 4_096))
        if headIsWritten {
            bytes.replaceSubrange(0..<16, with: Data("SQLite format 3\0".utf8))
            bytes.replaceSubrange(68..<72, with: Data("SOTT".utf8))
        }
        try bytes.write(to: URL(fileURLWithPath: path))
        #expect(throws: SessionError.storage(.noStore)) { try SQLiteStorage.open(at: path) }
        try Counters.advance(in: SQLiteStorage.create(at: path))
        #expect(try values() == [1, 1])
    }

    @Test("is a whole store or none when its process is killed while it makes it", arguments: [1] as [UInt64])
    func killedInTheMaking(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<20 {
            let worker = try Worker.startWorking("make", path)
            usleep(UInt32.random(in: 0...6_000, using: &random))
            kill(worker.processIdentifier, SIGKILL)
            worker.waitUntilExit()
            do {
                let found = try values()
                #expect(found[0] == found[1], "seed \(seed), round \(round)")
            } catch {
                #expect(error as? SessionError == .storage(.noStore), "seed \(seed), round \(round)")
                try Counters.advance(in: SQLiteStorage.create(at: path))
                #expect(try values() == [1, 1], "seed \(seed), round \(round)")
            }
            for file in files { try FileManager.default.removeItem(atPath: folder.path(of: file)) }
        }
    }
}

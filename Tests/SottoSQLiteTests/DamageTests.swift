import Foundation
import SottoCrypto
import SottoSQLite
import SottoSessions
import TestSupport
import Testing

/// A store whose bytes were cut, overwritten or changed: whatever is called works or throws what is the storage's fault.
///
/// Rules ST-4, ST-8, ST-11.
@Suite("A damaged store")
struct DamageTests {
    static let records = 0..<12 as Range<UInt8>

    let folder: TemporaryFolder
    let path: String
    let url: URL
    /// The file as it was before it was damaged, with a sealed store in it.
    let whole: Data

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "store")
        url = URL(fileURLWithPath: path)
        do {
            let store = try SealedStore.create(in: SQLiteStorage.create(at: path), key: Self.key())
            let group = try store.sealer.group(kind: 1, key: [])
            try store.storage.transaction(.writing) { transaction in
                for number in Self.records {
                    let name = try store.sealer.name(kind: 1, key: [number])
                    let record = SecretBytes(copying: Self.record(number).span)
                    try transaction.put(
                        try store.sealer.seal(record, as: name, generation: 1), as: name, in: group)
                }
            }
        }
        whole = try Data(contentsOf: url)
    }

    static func key() -> StorageKey { .key(SecretBytes(copying: [UInt8](repeating: 1, count: 32).span)) }
    static func record(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 300) }

    /// What came of using a store.
    struct Outcome {
        var errors: Set<StorageError> = []
        var found = 0
        var missing = 0
    }

    /// Puts the damaged file there and does everything with it that one does with a store.
    func use(_ bytes: Data, _ what: String) throws -> Outcome {
        try bytes.write(to: url)
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        var outcome = Outcome()
        /// Runs one call; an error that isn't the storage's fails the test.
        func note(_ call: () throws -> Void) throws {
            do { try call() } catch let error as StorageError {
                outcome.errors.insert(error)
            } catch let error as SessionError {
                guard case .storage(let fault) = error else { throw error }
                outcome.errors.insert(fault)
            }
        }
        try note {
            // Nobody who finds a damaged store may take it for none: that would be a new identity.
            #expect(throws: SessionError.storage(.storeExists), "\(what)") {
                try SQLiteStorage.create(at: path)
            }
            let storage: SQLiteStorage
            do throws(SessionError) { storage = try SQLiteStorage.open(at: path) } catch {
                #expect(error != .storage(.noStore), "\(what)")
                #expect(try Data(contentsOf: url) == bytes, "\(what)")
                throw error
            }
            try note {
                let store = try open(storage, what)
                for number in Self.records { try note { try read(number, store, &outcome, what) } }
                try note { try rewrite(store) }
                try note { try store.rekey(to: Self.key()) }
            }
            try note {
                let name = RecordName(SHA256.hash([1].span))
                try storage.transaction(.writing) { try $0.remove(name) }
            }
        }
        return outcome
    }

    private func open(_ storage: SQLiteStorage, _ what: String) throws -> SealedStore {
        #expect(throws: StorageError.self, "\(what)") {
            _ = try SealedStore.create(in: storage, key: Self.key())
        }
        do { return try SealedStore.open(in: storage, key: Self.key()) } catch {
            #expect(error as? StorageError != .noStore, "\(what)")
            throw error
        }
    }

    private func read(
        _ number: UInt8, _ store: borrowing SealedStore, _ outcome: inout Outcome, _ what: String
    ) throws {
        let name = try store.sealer.name(kind: 1, key: [number])
        guard let value = try store.storage.transaction(.reading, { try $0.value(of: name) }) else {
            outcome.missing += 1
            return
        }
        // What opens is what was sealed.
        let record = try store.sealer.open(value, as: name, atLeast: 1).record.exposeBytes()
        #expect(record == Self.record(number), "\(what)")
        outcome.found += 1
    }

    private func rewrite(_ store: borrowing SealedStore) throws {
        let group = try store.sealer.group(kind: 1, key: [])
        let all = try store.storage.transaction(.reading) { try $0.rows(in: group, after: 0, limit: 1_000) }
        try store.storage.transaction(.writing) { transaction in
            for row in all.prefix(2) { try transaction.put([1, 2, 3], as: row.name, in: group) }
            try transaction.remove(try store.sealer.name(kind: 1, key: [3]))
            try transaction.put([1], as: RecordName(SHA256.hash([1].span)), in: group)
        }
    }

    @Test("that isn't damaged gives all its records")
    func undamaged() throws {
        let outcome = try use(whole, "whole")
        #expect(outcome.found == Self.records.count)
        #expect(outcome.errors.isEmpty)
    }

    @Test("that was cut at any length throws, or has lost nothing that it gives")
    func cut() throws {
        let lengths = Set(
            stride(from: 2, to: whole.count, by: 509)
                + stride(from: 4_096, to: whole.count, by: 4_096).flatMap { [$0 - 1, $0, $0 + 1] } + [
                    99, 100, 101,
                ])
        for length in lengths {
            let outcome = try use(whole.prefix(length), "cut to \(length) bytes")
            #expect(!outcome.errors.isEmpty, "\(length)")
        }
    }

    @Test(
        "any page of which was overwritten throws, or gives what was written",
        arguments: [1, 2, 3] as [UInt64])
    func overwrittenPage(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for page in 0..<whole.count / 4_096 {
            var bytes = whole
            bytes.replaceSubrange(page * 4_096..<(page + 1) * 4_096, with: random.bytes(4_096))
            let outcome = try use(bytes, "page \(page), seed \(seed)")
            if page == 0 { #expect(outcome.errors == [.foreignFile]) }
        }
    }

    @Test("one bit of which was flipped throws, or gives what was written", arguments: 0..<4)
    func flippedBit(quarter: Int) throws {
        var random = SeededGenerator(seed: UInt64(quarter))
        var errors: Set<StorageError> = []
        for offset in stride(from: quarter * 64, to: whole.count, by: 256) {
            var bytes = whole
            let bit = Int.random(in: 0..<8, using: &random)
            bytes[offset] ^= 1 << bit
            let outcome = try use(bytes, "bit \(bit) of byte \(offset)")
            errors.formUnion(outcome.errors)
            // One that its name no longer leads to.
            #expect(outcome.missing <= 1, "bit \(bit) of byte \(offset)")
        }
        // SQLite doesn't notice a bit of a value; the seal does.
        #expect(errors.contains(.recordCorrupt))
    }

    @Test("whose log was cut or changed gives a whole earlier state")
    func log() throws {
        try whole.write(to: url)
        let copy = folder.path(of: "copy")
        let names = (0..<2).map { StorageContract.name(UInt8($0)) }
        var log = Data()
        do {
            let store = try SQLiteStorage.open(at: path)
            for number in 0..<10 as Range<UInt8> {
                try store.transaction(.writing) { transaction in
                    for name in names {
                        try transaction.put([number], as: name, in: StorageContract.group(1))
                    }
                }
            }
            log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        }
        #expect(log.count > 10 * 4_096)
        var random = SeededGenerator(seed: 1)
        var seen: Set<[UInt8]?> = []
        for round in 0..<120 {
            var damaged = log
            let place = Int.random(in: 0..<log.count, using: &random)
            if round % 2 == 0 { damaged = log.prefix(place) } else { damaged[place] ^= 1 << UInt8(round % 8) }
            try whole.write(to: URL(fileURLWithPath: copy))
            try damaged.write(to: URL(fileURLWithPath: copy + "-wal"))
            try? FileManager.default.removeItem(atPath: copy + "-shm")
            let values = try SQLiteStorage.open(at: copy).transaction(.reading) { transaction in
                try names.map { try transaction.value(of: $0) }
            }
            #expect(values[0] == values[1], "round \(round), place \(place)")
            seen.insert(values[0])
        }
        #expect(seen.count > 5)
    }
}

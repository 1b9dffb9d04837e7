import Foundation
import SottoCrypto
import SottoSQLite
import SottoSessions
import TestSupport
import Testing

/// What every store keeps to, whoever wrote it.
///
/// Rule ST-1.
@Suite("A store")
struct StorageContract {
    enum Kind: String, CaseIterable {
        case inMemory
        case sqlite
        case exclusive
        case journal
    }

    struct Failure: Error, Equatable {}

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func store(_ kind: Kind) throws -> any SessionStorage {
        switch kind {
        case .inMemory: InMemoryStorage()
        case .sqlite: try SQLiteStorage.create(at: folder.path(of: "store"))
        case .exclusive: try SQLiteStorage.create(at: folder.path(of: "store"), exclusively: true)
        case .journal: try JournalStorage(at: folder.url.appendingPathComponent("journal"))
        }
    }

    static func name(_ number: UInt8) -> RecordName { RecordName(SHA256.hash([number].span)) }
    static func group(_ number: UInt8) throws -> RecordGroup {
        try RecordGroup([UInt8](repeating: number, count: 16))
    }

    func value(_ number: UInt8, in store: any SessionStorage) throws -> [UInt8]? {
        try store.transaction(.reading) { try $0.value(of: Self.name(number)) }
    }

    @Test("gives back what was put, the newest value of each name", arguments: Kind.allCases)
    func putAndRead(kind: Kind) throws {
        let store = try store(kind)
        #expect(try value(1, in: store) == nil)
        for text in [[1], [2, 2], [3]] as [[UInt8]] {
            try store.transaction(.writing) { try $0.put(text, as: Self.name(1), in: Self.group(1)) }
            #expect(try value(1, in: store) == text)
        }
        try store.transaction(.writing) { try $0.remove(Self.name(1)) }
        #expect(try value(1, in: store) == nil)
        try store.transaction(.writing) { try $0.remove(Self.name(1)) }
    }

    @Test("takes back all of a transaction that throws", arguments: Kind.allCases)
    func rollBack(kind: Kind) throws {
        let store = try store(kind)
        try store.transaction(.writing) {
            for number in 1...3 as ClosedRange<UInt8> {
                try $0.put([number], as: Self.name(number), in: Self.group(1))
            }
        }
        #expect(throws: Failure()) {
            try store.transaction(.writing) {
                try $0.put([9], as: Self.name(1), in: Self.group(1))
                try $0.remove(Self.name(2))
                try $0.put([4], as: Self.name(4), in: Self.group(1))
                try $0.put([8], as: Self.name(2), in: Self.group(2))
                throw Failure()
            }
        }
        let rows = try store.transaction(.reading) { try $0.rows(in: Self.group(1), after: 0, limit: 10) }
        #expect(rows.map(\.value) == [[1], [2], [3]])
        #expect(try store.transaction(.reading) { try $0.rows(in: Self.group(2), after: 0, limit: 10) } == [])
    }

    @Test("gives the rows of a group in the order in which they were first written", arguments: Kind.allCases)
    func order(kind: Kind) throws {
        let store = try store(kind)
        try store.transaction(.writing) {
            for number in [5, 3, 9, 1] as [UInt8] {
                try $0.put([number], as: Self.name(number), in: Self.group(1))
                try $0.put([number], as: Self.name(number + 100), in: Self.group(2))
            }
        }
        try store.transaction(.writing) { try $0.put([55], as: Self.name(5), in: Self.group(1)) }
        try store.transaction(.reading) { transaction in
            let all = try transaction.rows(in: Self.group(1), after: 0, limit: 10)
            #expect(all.map(\.value) == [[55], [3], [9], [1]])
            #expect(all.map(\.name) == [5, 3, 9, 1].map(Self.name))
            let two = try transaction.rows(in: Self.group(1), after: all[0].sequence, limit: 2)
            #expect(two.map(\.value) == [[3], [9]])
            #expect(try transaction.rows(in: Self.group(1), after: all[3].sequence, limit: 2) == [])
        }
    }

    @Test("writes nothing in a reading transaction", arguments: Kind.allCases)
    func readingOnly(kind: Kind) throws {
        let store = try store(kind)
        #expect(throws: StorageError.notWriting) {
            try store.transaction(.reading) { try $0.put([1], as: Self.name(1), in: Self.group(1)) }
        }
        #expect(throws: StorageError.notWriting) {
            try store.transaction(.reading) { try $0.remove(Self.name(1)) }
        }
    }

    @Test("takes values of 1 byte to 16 MiB", arguments: Kind.allCases)
    func lengths(kind: Kind) throws {
        let store = try store(kind)
        for count in [0, 16_777_217] {
            #expect(throws: StorageError.valueLength(count)) {
                try store.transaction(.writing) {
                    try $0.put([UInt8](repeating: 1, count: count), as: Self.name(1), in: Self.group(1))
                }
            }
        }
        try store.transaction(.writing) {
            try $0.put([UInt8](repeating: 1, count: 16_777_216), as: Self.name(1), in: Self.group(1))
        }
        #expect(try value(1, in: store)?.count == 16_777_216)
    }

    @Test("is shared unless it says otherwise")
    func exclusive() throws {
        #expect(
            try Kind.allCases.map { try StorageContract().store($0).isExclusive } == [
                true, false, true, false,
            ])
    }

    @Test("of a user's own is there again when it is opened")
    func journalReopened() throws {
        let url = folder.url.appendingPathComponent("journal")
        do {
            let store = try JournalStorage(at: url)
            try store.transaction(.writing) {
                try $0.put([1], as: Self.name(1), in: Self.group(1))
                try $0.put([2], as: Self.name(2), in: Self.group(1))
            }
            try store.transaction(.writing) { try $0.remove(Self.name(1)) }
        }
        let rows = try JournalStorage(at: url).transaction(.reading) {
            try $0.rows(in: Self.group(1), after: 0, limit: 10)
        }
        #expect(rows.map(\.value) == [[2]])
    }

    @Test("is used from many threads at once", arguments: Kind.allCases)
    func threads(kind: Kind) async throws {
        let store = try store(kind)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for _ in 0..<50 {
                tasks.addTask {
                    try store.transaction(.writing) {
                        let old = try $0.value(of: Self.name(1)) ?? [0]
                        try $0.put([old[0] + 1], as: Self.name(1), in: Self.group(1))
                    }
                }
            }
            try await tasks.waitForAll()
        }
        #expect(try value(1, in: store) == [50])
    }
}

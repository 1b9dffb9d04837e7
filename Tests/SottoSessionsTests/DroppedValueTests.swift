import SottoCrypto
import SottoSessions
import TestSupport
import Testing

/// What the store in memory leaves of a value that it dropped.
///
/// Rule ST-13.
@Suite("Of a value that a store in memory dropped", .serialized)
struct DroppedValueTests {
    struct Failure: Error, Equatable {}

    static let name = RecordName(SHA256.hash([1].span))
    static func group() throws -> RecordGroup { try RecordGroup([UInt8](repeating: 1, count: 16)) }

    @Test("an array that somebody still holds keeps its bytes")
    func held() throws {
        let store = InMemoryStorage()
        let given: [UInt8] = [1, 2, 3]
        try store.transaction(.writing) { try $0.put(given, as: Self.name, in: Self.group()) }
        let read = try store.transaction(.reading) { try $0.value(of: Self.name) }
        try store.transaction(.writing) { try $0.put(given, as: Self.name, in: Self.group()) }
        try store.transaction(.writing) { try $0.put([4], as: Self.name, in: Self.group()) }
        try store.transaction(.writing) { try $0.remove(Self.name) }
        #expect(given == [1, 2, 3])
        #expect(read == [1, 2, 3])
    }

    @Test("the array that is put again under its name or another one stays")
    func putAgain() throws {
        let store = InMemoryStorage()
        let other = RecordName(SHA256.hash([2].span))
        try store.transaction(.writing) { try $0.put([1, 2, 3], as: Self.name, in: Self.group()) }
        try store.transaction(.writing) { transaction in
            let value = try #require(try transaction.value(of: Self.name))
            try transaction.put(value, as: Self.name, in: Self.group())
            try transaction.put(value, as: other, in: Self.group())
            try transaction.remove(Self.name)
        }
        #expect(try store.transaction(.reading) { try $0.value(of: other) } == [1, 2, 3])
        #expect(throws: Failure()) {
            try store.transaction(.writing) { transaction in
                let value = try #require(try transaction.value(of: other))
                try transaction.put(value, as: Self.name, in: Self.group())
                try transaction.remove(other)
                try transaction.put(value, as: other, in: Self.group())
                throw Failure()
            }
        }
        #expect(try store.transaction(.reading) { try $0.value(of: other) } == [1, 2, 3])
        #expect(try store.transaction(.reading) { try $0.value(of: Self.name) } == nil)
    }

    #if os(Linux)
    /// 400 bytes, the last 32 of them drawn: an allocator writes over the first of what is freed.
    private struct Value {
        let masked: [UInt8]

        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            masked = random.bytes(32)
        }

        @inline(never)
        func make() -> [UInt8] {
            (0..<400).map { $0 < 368 ? UInt8(truncatingIfNeeded: $0) : masked[$0 - 368] ^ MemoryScan.mask }
        }

        /// How many halves of it are in memory.
        func count() throws -> Int { try MemoryScan.count(masked: masked) }
    }

    @inline(never)
    private func put(_ value: Value, in transaction: any StorageTransaction) throws {
        try transaction.put(value.make(), as: Self.name, in: Self.group())
    }

    @Test("memory holds nothing once it was replaced", arguments: [1, 2] as [UInt64])
    func replaced(seed: UInt64) throws {
        let value = Value(seed: seed)
        let store = InMemoryStorage()
        try store.transaction(.writing) { try put(value, in: $0) }
        #expect(try value.count() == 2)
        #expect(try store.transaction(.reading) { try $0.value(of: Self.name)?.count } == 400)
        #expect(
            try store.transaction(.reading) { try $0.rows(in: Self.group(), after: 0, limit: 9).count } == 1)
        try store.transaction(.writing) {
            try $0.put([1], as: Self.name, in: Self.group())
            // It would be needed again if this were taken back.
            #expect(try value.count() == 2)
        }
        #expect(try value.count() == 0)
    }

    @Test("memory holds nothing once it was removed, or replaced by what it was written with")
    func removed() throws {
        let values = (3...5).map { Value(seed: $0) }
        let store = InMemoryStorage()
        try store.transaction(.writing) { transaction in
            for value in values { try put(value, in: transaction) }
        }
        #expect(try values.map { try $0.count() } == [0, 0, 2])
        try store.transaction(.writing) { try $0.remove(Self.name) }
        #expect(try values.map { try $0.count() } == [0, 0, 0])
    }

    @Test("memory holds nothing once it was taken back")
    func takenBack() throws {
        let values = (6...9).map { Value(seed: $0) }
        let store = InMemoryStorage()
        try store.transaction(.writing) { try put(values[0], in: $0) }
        #expect(throws: Failure()) {
            try store.transaction(.writing) { transaction in
                try put(values[1], in: transaction)
                try put(values[2], in: transaction)
                try transaction.remove(Self.name)
                try put(values[3], in: transaction)
                throw Failure()
            }
        }
        #expect(try values.map { try $0.count() } == [2, 0, 0, 0])
    }

    @Test("memory holds nothing once the store ended")
    func ended() throws {
        let value = Value(seed: 10)
        do {
            let store = InMemoryStorage()
            for number in 0..<50 as Range<UInt8> {
                try store.transaction(.writing) { transaction in
                    let name = RecordName(SHA256.hash([number].span))
                    try transaction.put(value.make(), as: name, in: Self.group())
                }
            }
            #expect(try value.count() == 100)
        }
        #expect(try value.count() == 0)
    }
    #endif
}

import SottoSQLite
import SottoSessions
import Testing

/// The number that tells own changes from those of others.
///
/// Rule ST-1.
@Suite("The change number of a store")
struct ChangeNumberContract {
    struct Failure: Error, Equatable {}

    let contract: StorageContract

    init() throws { contract = try StorageContract() }

    func number(_ store: any SessionStorage) throws -> UInt64 {
        try store.transaction(.reading) { try $0.changeNumber() }
    }

    func put(_ number: UInt8, in store: any SessionStorage) throws {
        try store.transaction(.writing) {
            try $0.put([number], as: StorageContract.name(number), in: StorageContract.group(1))
        }
    }

    @Test(
        "rises by one with each transaction that wrote, however much",
        arguments: StorageContract.Kind.allCases)
    func ownWrites(kind: StorageContract.Kind) throws {
        let store = try contract.store(kind)
        let start = try number(store)
        for count in 1...5 as ClosedRange<UInt8> {
            try store.transaction(.writing) {
                for number in 0..<count {
                    try $0.put([number], as: StorageContract.name(number), in: StorageContract.group(1))
                }
                #expect(try $0.changeNumber() == start + UInt64(count) - 1)
            }
            #expect(try number(store) == start + UInt64(count))
        }
        try put(0, in: store)
        #expect(try number(store) == start + 6)
        try store.transaction(.writing) { try $0.remove(StorageContract.name(0)) }
        #expect(try number(store) == start + 7)
        try store.transaction(.writing) {
            try $0.put([9], as: StorageContract.name(9), in: StorageContract.group(1))
            try $0.remove(StorageContract.name(9))
        }
        #expect(try number(store) == start + 8)
    }

    @Test(
        "stays with a transaction that wrote nothing or was taken back",
        arguments: StorageContract.Kind.allCases)
    func nothingWritten(kind: StorageContract.Kind) throws {
        let store = try contract.store(kind)
        try put(1, in: store)
        let start = try number(store)
        try store.transaction(.reading) { _ = try $0.value(of: StorageContract.name(1)) }
        try store.transaction(.writing) { _ in }
        try store.transaction(.writing) { _ = try $0.value(of: StorageContract.name(1)) }
        try store.transaction(.writing) { try $0.remove(StorageContract.name(2)) }
        try store.transaction(.writing) { transaction in
            _ = #expect(throws: StorageError.valueLength(0)) {
                try transaction.put([], as: StorageContract.name(2), in: StorageContract.group(1))
            }
        }
        #expect(try number(store) == start)
        #expect(throws: Failure()) {
            try store.transaction(.writing) {
                try $0.put([2], as: StorageContract.name(1), in: StorageContract.group(1))
                try $0.put([2], as: StorageContract.name(2), in: StorageContract.group(1))
                try $0.remove(StorageContract.name(1))
                throw Failure()
            }
        }
        #expect(try number(store) == start)
        // What was written before doesn't count for a later one that only looks.
        try put(1, in: store)
        try store.transaction(.writing) { try $0.remove(StorageContract.name(2)) }
        #expect(try number(store) == start + 1)
    }

    @Test(
        "changes by another number when another storage object commits, before, between or after own writes")
    func others() throws {
        let path = contract.folder.path(of: "store")
        let own = try SQLiteStorage.create(at: path)
        let other = try SQLiteStorage.open(at: path)
        for before in 0...2 as ClosedRange<UInt8> {
            for others in 1...3 as ClosedRange<UInt8> {
                for after in 0...2 as ClosedRange<UInt8> {
                    let start = try number(own)
                    for _ in 0..<before { try put(1, in: own) }
                    #expect(try number(own) == start + UInt64(before))
                    for _ in 0..<others { try put(2, in: other) }
                    for _ in 0..<after { try put(3, in: own) }
                    let end = try number(own)
                    #expect(end &- start > 1_000_000 && start &- end > 1_000_000)
                    #expect(try number(own) == end)
                }
            }
        }
    }

    @Test("stays when another storage object reads, or commits nothing")
    func otherReader() throws {
        let path = contract.folder.path(of: "store")
        let own = try SQLiteStorage.create(at: path)
        try put(1, in: own)
        let start = try number(own)
        let other = try SQLiteStorage.open(at: path)
        _ = try number(other)
        try other.transaction(.writing) { try $0.remove(StorageContract.name(2)) }
        #expect(throws: Failure()) {
            try other.transaction(.writing) {
                try $0.put([2], as: StorageContract.name(2), in: StorageContract.group(1))
                throw Failure()
            }
        }
        #expect(try number(own) == start)
    }

    @Test("belongs to the moment that a reading transaction sees")
    func snapshot() throws {
        let path = contract.folder.path(of: "store")
        let own = try SQLiteStorage.create(at: path)
        let other = try SQLiteStorage.open(at: path)
        let start = try number(own)
        try own.transaction(.reading) { transaction in
            #expect(try transaction.value(of: StorageContract.name(2)) == nil)
            try put(2, in: other)
            #expect(try transaction.changeNumber() == start)
            #expect(try transaction.value(of: StorageContract.name(2)) == nil)
        }
        #expect(try number(own) != start)
    }
}

import Foundation
import SottoCrypto
import SottoSQLite
import SottoSessions
import Testing

/// A store that is sealed under a key.
///
/// Rules ST-2, ST-8.
@Suite("A sealed store")
struct SealedStoreTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "store")
    }

    func key(_ number: UInt8) -> StorageKey {
        let bytes = [UInt8](repeating: number, count: 32)
        return .key(SecretBytes(copying: bytes.span))
    }

    func write(_ text: String, to store: borrowing SealedStore) throws {
        let record = Array(text.utf8)
        let name = try store.sealer.name(kind: 1, key: Array("alice".utf8))
        let group = try store.sealer.group(kind: 1, key: [])
        let value = try store.sealer.seal(SecretBytes(copying: record.span), as: name, generation: 1)
        try store.storage.transaction(.writing) { try $0.put(value, as: name, in: group) }
    }

    func read(from store: borrowing SealedStore) throws -> String? {
        let name = try store.sealer.name(kind: 1, key: Array("alice".utf8))
        guard let value = try store.storage.transaction(.reading, { try $0.value(of: name) }) else {
            return nil
        }
        return String(decoding: try store.sealer.open(value, as: name).record.exposeBytes(), as: UTF8.self)
    }

    @Test("gives its records back to the key that made it, and to no other")
    func reopened() throws {
        try write("hello", to: SealedStore.create(in: try SQLiteStorage.create(at: path), key: key(1)))
        let storage = try SQLiteStorage.open(at: path)
        #expect(try read(from: SealedStore.open(in: storage, key: key(1))) == "hello")
        #expect(throws: StorageError.wrongKey) { _ = try SealedStore.open(in: storage, key: key(2)) }
    }

    @Test("is made once and never by opening")
    func noAccident() throws {
        let storage = InMemoryStorage()
        #expect(throws: StorageError.noStore) { _ = try SealedStore.open(in: storage, key: key(1)) }
        _ = try SealedStore.create(in: storage, key: key(1))
        #expect(throws: StorageError.storeExists) { _ = try SealedStore.create(in: storage, key: key(1)) }
    }

    @Test("whose header can't be found under its name isn't taken for one without a header")
    func hiddenHeader() throws {
        let storage = InMemoryStorage()
        try storage.transaction(.writing) {
            try $0.put([1], as: StorageContract.name(1), in: StoreHeader.group())
        }
        #expect(throws: StorageError.headerCorrupt) { _ = try SealedStore.open(in: storage, key: key(1)) }
        #expect(throws: StorageError.headerCorrupt) { _ = try SealedStore.create(in: storage, key: key(1)) }
    }

    @Test("changes its key in one step, and keeps the old one when that fails")
    func rekey() throws {
        let storage = try SQLiteStorage.create(at: path)
        let store = try SealedStore.create(in: storage, key: key(1))
        try write("hello", to: store)
        #expect(throws: StorageError.keyLength(0)) {
            try store.rekey(to: .key(SecretBytes.random(byteCount: 0)))
        }
        #expect(try read(from: SealedStore.open(in: storage, key: key(1))) == "hello")
        try store.rekey(to: key(2))
        #expect(try read(from: SealedStore.open(in: storage, key: key(2))) == "hello")
        #expect(throws: StorageError.wrongKey) { _ = try SealedStore.open(in: storage, key: key(1)) }
    }

    @Test("shows nobody a name or a content in its file")
    func nothingInTheFile() throws {
        do {
            let store = try SealedStore.create(in: try SQLiteStorage.create(at: path), key: key(1))
            try write("a content that is easy to find", to: store)
        }
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
            let bytes = try Data(contentsOf: folder.url.appendingPathComponent(file))
            for text in ["alice", "easy to find"] {
                #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text) in \(file)")
            }
        }
    }
}

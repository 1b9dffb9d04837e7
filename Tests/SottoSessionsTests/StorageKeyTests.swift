import SottoCrypto
import SottoSessions
import Testing

/// What a program makes a store's key of.
///
/// Rule ST-6.
@Suite("A store's key")
struct StorageKeyTests {
    let cost: Argon2id.Cost

    init() throws { cost = try Argon2id.Cost(memoryKiB: 19_456, passes: 2) }

    /// Whether what one key wrapped is opened by the other.
    func opens(_ first: borrowing StorageKey, with second: borrowing StorageKey) throws -> Bool {
        let dataKey = SecretBytes.random(byteCount: 32)
        let header = try StoreHeader.wrap(dataKey, with: first, cost: cost)
        do { return try StoreHeader.unwrap(header, with: second).isEqual(to: dataKey) } catch .wrongKey {
            return false
        }
    }

    @Test("at random is opened by the bytes that it gave away")
    func exposed() throws {
        let key = try StorageKey.random()
        let header = try StoreHeader.wrap(SecretBytes.random(byteCount: 32), with: key, cost: cost)
        var bytes = key.exposeBytes()
        #expect(bytes.count == StorageKey.byteCount)
        _ = try StoreHeader.unwrap(header, with: .key(SecretBytes(consuming: &bytes)))
    }

    @Test("at random is another one each time")
    func fresh() throws {
        #expect(try StorageKey.random().exposeBytes() != StorageKey.random().exposeBytes())
        #expect(try !opens(.random(), with: .random()))
    }

    @Test("of text is its UTF-8 bytes")
    func text() throws {
        let bytes = Array("ein Schlüssel".utf8)
        #expect(try opens(.passphrase("ein Schlüssel"), with: .passphrase(SecretBytes(copying: bytes.span))))
        #expect(StorageKey.passphrase("ein Schlüssel").exposeBytes() == bytes)
    }

    @Test("of text that Swift calls equal is another one where the bytes are")
    func asTyped() throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        try #require(composed == decomposed)
        #expect(try !opens(.passphrase(composed), with: .passphrase(decomposed)))
    }

    @Test("of 32 bytes isn't a passphrase of the same bytes")
    func kinds() throws {
        let bytes = [UInt8](repeating: 0x61, count: 32)
        #expect(
            try !opens(
                .key(SecretBytes(copying: bytes.span)), with: .passphrase(SecretBytes(copying: bytes.span))))
    }

    @Test("of text without a byte, or with too many, is refused where it is used", arguments: [0, 1_025])
    func length(count: Int) throws {
        #expect(throws: StorageError.keyLength(count)) {
            _ = try StoreHeader.wrap(
                SecretBytes.random(byteCount: 32), with: .passphrase(String(repeating: "a", count: count)),
                cost: cost)
        }
    }
}

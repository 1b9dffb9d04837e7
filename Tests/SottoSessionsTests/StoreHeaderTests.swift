import SottoCrypto
import SottoSessions
import TestSupport
import Testing

/// The wrapped data key.
///
/// Rules ST-6, ST-7.
@Suite("A store's header")
final class StoreHeaderTests {
    let dataKey = SecretBytes.random(byteCount: 32)
    let cost: Argon2id.Cost

    init() throws { cost = try Argon2id.Cost(memoryKiB: 19_456, passes: 2) }

    func key(_ number: UInt8) -> StorageKey {
        let bytes = [UInt8](repeating: number, count: 32)
        return .key(SecretBytes(copying: bytes.span))
    }

    @Test("gives the data key back for the key that wrapped it")
    func callersKey() throws {
        let header = try StoreHeader.wrap(dataKey, with: key(1), cost: cost)
        #expect(header.count == 150)
        let isSame = try StoreHeader.unwrap(header, with: key(1)).isEqual(to: dataKey)
        #expect(isSame)
    }

    @Test("gives the data key back for the passphrase")
    func passphrase() throws {
        let header = try StoreHeader.wrap(dataKey, with: .passphrase("a long sentence"), cost: cost)
        let isSame = try StoreHeader.unwrap(header, with: .passphrase("a long sentence")).isEqual(to: dataKey)
        #expect(isSame)
        #expect(throws: StorageError.wrongKey) {
            _ = try StoreHeader.unwrap(header, with: .passphrase("another sentence"))
        }
        #expect(throws: StorageError.wrongKey) { _ = try StoreHeader.unwrap(header, with: key(1)) }
    }

    /// Rule DS-20.
    @Test("says that a newer version wrote it, whatever follows")
    func newer() throws {
        let header = try StoreHeader.wrap(dataKey, with: key(1), cost: cost)
        for digit in UInt8(ascii: "2")...UInt8(ascii: "9") {
            var newer = header
            newer[7] = digit
            newer += [1, 2, 3]
            #expect(throws: StorageError.newerFormat) { _ = try StoreHeader.unwrap(newer, with: key(1)) }
        }
    }

    @Test("tells a wrong key from damage")
    func wrongKeyOrDamage() throws {
        let header = try StoreHeader.wrap(dataKey, with: key(1), cost: cost)
        #expect(throws: StorageError.wrongKey) { _ = try StoreHeader.unwrap(header, with: key(2)) }
        for bit in 0..<header.count * 8 {
            var changed = header
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            // The digit of the format, made larger, is taken at its word.
            let isNewer = bit / 8 == 7 && [1, 2, 3].contains(bit % 8)
            #expect(throws: isNewer ? StorageError.newerFormat : StorageError.headerCorrupt) {
                _ = try StoreHeader.unwrap(changed, with: key(1))
            }
        }
        for length in 0..<header.count {
            #expect(throws: StorageError.headerCorrupt) {
                _ = try StoreHeader.unwrap(Array(header[..<length]), with: key(1))
            }
        }
    }

    @Test("takes keys of 32 bytes and passphrases of 1 to 1,024", arguments: [0, 16, 31, 33, 1_025])
    func lengths(count: Int) throws {
        let bytes = [UInt8](repeating: 1, count: count)
        #expect(throws: StorageError.keyLength(count)) {
            _ = try StoreHeader.wrap(dataKey, with: .key(SecretBytes(copying: bytes.span)), cost: cost)
        }
        guard count == 0 || count > 1_024 else { return }
        #expect(throws: StorageError.keyLength(count)) {
            _ = try StoreHeader.wrap(dataKey, with: .passphrase(SecretBytes(copying: bytes.span)), cost: cost)
        }
    }
}

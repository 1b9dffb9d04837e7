import SottoCrypto
import SottoRatchet
import TestSupport
import Testing

/// Stored states whose parts have their form and don't fit together.
///
/// Rules DR-14, DR-15, DR-16.
@Suite("A stored state that can't be")
struct ArchiveFormTests {
    typealias Own = RatchetState<BLAKE2bChainKDF, SyntheticNonceCipher>

    func isRefused(_ stored: [UInt8], _ ranges: [(Int, [UInt8])]) -> Bool {
        var changed = stored
        for (offset, bytes) in ranges { changed.replaceSubrange(offset..<offset + bytes.count, with: bytes) }
        do throws(RatchetError) {
            _ = try Own(archive: SecretBytes(copying: changed.span))
            return false
        } catch { return error == .archiveCorrupt }
    }

    @Test("is refused: a turn with keys or chains that it doesn't have")
    func turns() throws {
        let (alice, bob) = try RatchetStateTests().pair(BLAKE2bChainKDF.self, SyntheticNonceCipher.self)
        let listening = bob.stored
        let fresh = alice.stored
        _ = try bob.open(try alice.seal([]))
        let replying = bob.stored
        #expect(isRefused(listening, [(3, [1])]), "a listener that knows their key")
        #expect(isRefused(listening, [(2, [1])]), "a listener with a receiving chain")
        #expect(isRefused(listening, [(2, [1]), (3, [1])]), "a listener with both")
        #expect(
            isRefused(replying, [(2, [0]), (172, [UInt8](repeating: 0, count: 36))]),
            "a reply without a receiving chain")
        #expect(isRefused(replying, [(3, [0])]), "a reply without their key")
        #expect(isRefused(fresh, [(3, [0])]), "a sender without their key")
        #expect(isRefused(fresh, [(171, [1])]), "an initiator's first chain with one before")
    }

    @Test("is refused: a byte where nothing stands")
    func zeros() throws {
        let (alice, bob) = try RatchetStateTests().pair(BLAKE2bChainKDF.self, SyntheticNonceCipher.self)
        for offset in 100..<246 { #expect(isRefused(bob.stored, [(offset, [1])]), "listener \(offset)") }
        for offset in 172..<246 { #expect(isRefused(alice.stored, [(offset, [1])]), "initiator \(offset)") }
        _ = try bob.open(try alice.seal([]))
        for offset in Array(36..<100) + Array(132..<168) + Array(208..<246) {
            #expect(isRefused(bob.stored, [(offset, [1])]), "reply \(offset)")
        }
    }

    @Test("is refused: a counter beyond 2^31 − 1")
    func counters() throws {
        let (alice, bob) = try RatchetStateTests().pair(BLAKE2bChainKDF.self, SyntheticNonceCipher.self)
        _ = try bob.open(try alice.seal([]))
        #expect(isRefused(bob.stored, [(168, [0x80])]), "PN of a reply")
        _ = try bob.seal([])
        for offset in [164, 168, 204] { #expect(isRefused(bob.stored, [(offset, [0x80])]), "at \(offset)") }
    }

    /// One run of skipped keys as DR-15 has it.
    func run(
        _ key: [UInt8], first: [UInt8], slots: UInt8, mask: [UInt8], keys: Int
    ) -> [UInt8] {
        key + first + [slots] + mask + [UInt8](repeating: 0, count: 8)
            + [UInt8](repeating: 7, count: 32 * keys)
    }

    func isRefused(skipped runs: [[UInt8]]) -> Bool {
        var bytes: [UInt8] = [1, 0, 0, 0, UInt8(runs.count)]
        for run in runs { bytes += run }
        do throws(RatchetError) {
            _ = try SkippedMessageKeys(archive: SecretBytes(copying: bytes.span))
            return false
        } catch { return error == .archiveCorrupt }
    }

    @Test("is refused: runs of skipped keys that are empty, overlap or end beyond the largest counter")
    func runs() {
        let key = X25519.PrivateKey().publicKey.bytes.bytes
        let two = run(key, first: [0, 0, 0, 0], slots: 2, mask: [0, 0, 0, 3], keys: 2)
        #expect(!isRefused(skipped: [two]))
        #expect(isRefused(skipped: [run(key, first: [0, 0, 0, 0], slots: 2, mask: [0, 0, 0, 0], keys: 0)]))
        let neighbour = run(key, first: [0, 0, 0, 2], slots: 1, mask: [0, 0, 0, 1], keys: 1)
        let overlapping = run(key, first: [0, 0, 0, 1], slots: 1, mask: [0, 0, 0, 1], keys: 1)
        #expect(!isRefused(skipped: [two, neighbour]))
        #expect(isRefused(skipped: [two, overlapping]))
        let last: [UInt8] = [0x7F, 0xFF, 0xFF, 0xFF]
        #expect(!isRefused(skipped: [run(key, first: last, slots: 1, mask: [0, 0, 0, 1], keys: 1)]))
        #expect(isRefused(skipped: [run(key, first: last, slots: 2, mask: [0, 0, 0, 1], keys: 1)]))
    }
}

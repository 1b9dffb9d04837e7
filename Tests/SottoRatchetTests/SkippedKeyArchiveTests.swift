import SottoCrypto
import SottoRatchet
import SottoSessions
import TestSupport
import Testing

/// Stored skipped keys.
///
/// Rules DR-15, DR-16.
@Suite("Stored skipped keys")
struct SkippedKeyArchiveTests {
    func stored() throws -> [UInt8] {
        let pair = try SessionPair()
        for _ in 0..<40 { _ = try pair.alice.seal("late") }
        try pair.bob.open(try pair.alice.seal("one"))
        _ = try pair.alice.seal("late")
        try pair.bob.open(try pair.alice.seal("two"))
        try pair.alice.open(try pair.bob.seal("turn"))
        _ = try pair.alice.seal("late")
        try pair.bob.open(try pair.alice.seal("three"))
        return pair.bob.session.archive().skipped.exposeBytes()
    }

    func restore(_ bytes: [UInt8]) throws(RatchetError) -> [UInt8] {
        try SkippedMessageKeys(archive: SecretBytes(copying: bytes.span)).archive().exposeBytes()
    }

    @Test("come back byte for byte")
    func roundTrip() throws {
        let bytes = try stored()
        #expect(bytes.prefix(5) == [1, 0, 0, 0, 4])
        #expect(try restore(bytes) == bytes)
        #expect(try restore([1, 0, 0, 0, 0]) == [1, 0, 0, 0, 0])
    }

    @Test("are refused when cut anywhere or lengthened")
    func cut() throws {
        let bytes = try stored()
        for length in 0..<bytes.count {
            #expect(throws: RatchetError.archiveCorrupt) { try restore(Array(bytes[..<length])) }
        }
        #expect(throws: RatchetError.archiveCorrupt) { try restore(bytes + [0]) }
    }

    @Test("are refused, or come back the same, when any bit is flipped")
    func flipped() throws {
        let bytes = try stored()
        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            if let restored = try? restore(changed) { #expect(restored == changed, "bit \(bit)") }
        }
    }

    @Test("are refused when a run is there twice or out of order")
    func order() throws {
        let bytes = try stored()
        let first = Array(bytes[5..<5 + 49 + 32 * 32])
        let second = Array(bytes[(5 + first.count)..<(5 + first.count + 49 + 8 * 32)])
        #expect(throws: RatchetError.archiveCorrupt) { try restore([1, 0, 0, 0, 2] + first + first) }
        #expect(throws: RatchetError.archiveCorrupt) { try restore([1, 0, 0, 0, 2] + second + first) }
        #expect(try restore([1, 0, 0, 0, 2] + first + second) == [1, 0, 0, 0, 2] + first + second)
    }
}

import SottoCrypto
import SottoHandshake
import SottoIdentity
import TestSupport
import Testing

/// Stored prekeys.
///
/// Rule HS-14.
@Suite("A stored prekey")
struct PrekeyArchiveTests {
    @Test("answers first messages after it was restored")
    func answers() throws {
        let bob = try TestDevice("bob")
        let first = try TestDevice("alice").start(with: bob).seal("first")
        let signed = try SignedPrekey.restored(from: bob.signedPrekey.archive())
        #expect(signed.id == bob.signedPrekey.id)
        #expect(signed.device == bob.device)
        #expect(signed.createdAt == testInstant)
        #expect(signed.signature == bob.bundle.signature)
        let oneTime = OneTimePrekey(id: PrekeyID(2))
        let again = try OneTimePrekey.restored(from: oneTime.archive())
        #expect(again.publicKey == oneTime.publicKey)
        try bob.answer(first, signedPrekey: signed).open(first)
    }

    @Test("is refused when it is cut, lengthened or of the other kind, and otherwise comes back the same")
    func strict() throws {
        let bob = try TestDevice("bob")
        let stored = bob.signedPrekey.archive().exposeBytes()
        func restore(_ bytes: [UInt8]) throws(HandshakeError) -> [UInt8] {
            try SignedPrekey.restored(from: SecretBytes(copying: bytes.span)).archive().exposeBytes()
        }
        for length in 0..<stored.count {
            #expect(throws: HandshakeError.malformed) { try restore(Array(stored[..<length])) }
        }
        #expect(throws: HandshakeError.malformed) { try restore(stored + [0]) }
        #expect(throws: HandshakeError.malformed) {
            _ = try OneTimePrekey.restored(from: SecretBytes(copying: stored.span))
        }
        for bit in 0..<stored.count * 8 {
            var changed = stored
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            if let restored = try? restore(changed) { #expect(restored == changed, "bit \(bit)") }
        }
    }
}

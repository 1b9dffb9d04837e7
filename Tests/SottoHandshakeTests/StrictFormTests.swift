import SottoCrypto
import SottoHandshake
import SottoWire
import TestSupport
import Testing

/// Forms that differ from a valid one in one field.
///
/// Rules HS-2, HS-13, SM-2.
@Suite("A form with one field changed")
struct StrictFormTests {
    func refusal(ofBundle bytes: [UInt8]) -> HandshakeError? {
        do throws(HandshakeError) {
            _ = try PrekeyBundle(bytes)
            return nil
        } catch { return error }
    }

    @Test("is no bundle unless its suites are one to eight and ascend")
    func suites() throws {
        let bytes = try TestDevice("bob").bundle.bytes
        // Suite, kind, identity key, "bob" and device, registration, then the suites.
        let place = 2 + 33 + 8 + 4
        func offering(_ suites: [UInt8]) -> [UInt8] {
            bytes[..<place] + [UInt8(suites.count)] + suites + bytes[(place + 2)...]
        }
        #expect(refusal(ofBundle: offering([1, 2, 9])) == nil)
        #expect(refusal(ofBundle: offering(Array(1...8))) == nil)
        for suites in [[], [1, 1], [2, 1], Array(1...9)] as [[UInt8]] {
            #expect(refusal(ofBundle: offering(suites)) == .malformed, "\(suites)")
        }
    }

    @Test("is no bundle when a KEM prekey is empty")
    func emptyKEMPrekey() throws {
        let bytes = try TestDevice("bob").bundle.bytes
        // The end: no last-resort KEM prekey, no one-time KEM prekey, no proof.
        #expect(Array(bytes.suffix(4)) == [0, 0, 0, 0])
        func holding(_ key: [UInt8]) -> [UInt8] {
            Array(bytes[..<(bytes.count - 4)]) + [1, 0, 0, 0, 5, 0, UInt8(key.count)] + key + [0, 0, 0]
        }
        #expect(refusal(ofBundle: holding([7])) == nil)
        #expect(refusal(ofBundle: holding([])) == .malformed)
    }

    @Test("is no first message of this version when the sender accepts only newer ratchets")
    func newerRatchet() throws {
        let session = try TestDevice("alice").start(with: try TestDevice("bob"))
        let message = try session.seal("first")
        // Suite, kind, selector, N, PN, ratchet key; identity key, "alice" and device, registration.
        let place = 2 + 4 + 1 + 1 + 32 + 33 + 10 + 4
        #expect(message[place] == 1)
        var reader = WireReader(Array(message[..<place]) + [2] + message[(place + 1)...], at: 40)
        #expect(throws: HandshakeError.unsupportedRatchetVersion) { _ = try HandshakePart(from: &reader) }
    }
}

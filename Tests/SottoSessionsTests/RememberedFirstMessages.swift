import SottoCrypto
import SottoHandshake
import SottoIdentity
import TestSupport
import Testing

@testable import SottoSessions

/// How many first messages are remembered for a signed prekey.
///
/// Rule HS-10.
@Suite("Remembered first messages")
struct RememberedFirstMessages {
    @Test("end at 4,096 for a prekey, and ask for rotation from 3,000 on")
    func limits() throws {
        let device = try TestDevice("bob")
        let record = SignedPrekeyRecord(
            SignedPrekey(id: PrekeyID(5), identity: device.identity, device: device.device, createdAt: 0))
        var identities: [IdentityPublicKey] = []
        for _ in 0...HandshakeLimits.maximumFirstMessages / 16 {
            identities.append(IdentityPublicKey(X25519.PrivateKey().publicKey))
        }
        for count in 0..<HandshakeLimits.maximumFirstMessages {
            #expect(record.isRotationDue(for: identities[count / 16]) == (count >= 3_000))
            #expect(record.hasRoom(for: identities[count / 16]), "number \(count)")
            record.remember(transcript(count), from: identities[count / 16])
            if count % 16 == 15 { #expect(record.isRotationDue(for: identities[count / 16])) }
        }
        #expect(!record.hasRoom(for: identities[identities.count - 1]))
        #expect((0..<4_096).allSatisfy { record.remembers(transcript($0)) })
        #expect(!record.remembers(transcript(4_096)))
    }

    func transcript(_ number: Int) -> HandshakeTranscript {
        let bytes = [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
        return HandshakeTranscript(stored: SHA256.hash(bytes.span))
    }
}

import SottoCrypto
import TestSupport
import Testing

@testable import Sotto
@testable import SottoSessions

/// How many first messages are remembered for a signed prekey.
///
/// Rule HS-10.
@Suite("Remembered first messages")
struct RememberedFirstMessages {
    @Test("end at 4,096 for a prekey, and ask for rotation from 3,000 on")
    func limits() throws {
        let two = try TwoDevices()
        try two.start(two.alice, two.bob, oneTime: false)
        let message = try two.alice.seal([1], to: two.bob.address)
        // Fifteen of each identity: sixteen would ask for rotation by themselves.
        let identities = (0...HandshakeLimits.maximumFirstMessages / 15).map { _ in
            IdentityPublicKey(X25519.PrivateKey().publicKey)
        }
        try two.bob.write { transaction in
            let received = try ReceivedBytes(message)
            let part = try #require(received.handshake)
            let prekeys = try transaction.usedPrekeys(part)
            let head = try transaction.prekeys()
            func handshake(_ number: Int) -> HandshakePart {
                HandshakePart(
                    identityKey: identities[number / 15], device: part.device,
                    ephemeralKey: part.ephemeralKey, signedPrekeyID: part.signedPrekeyID,
                    oneTimePrekeyID: nil)
            }
            func check(_ number: Int) throws {
                let transcript = Self.transcript(number)
                try transaction.checkFirstMessage(
                    transcript, handshake(number), prekeys, ReceivedID(received, transcript), received)
            }
            for number in 0..<HandshakeLimits.maximumFirstMessages {
                try check(number)
                try transaction.use(prekeys, handshake(number), Self.transcript(number))
                #expect(head.isRotationDue == (number + 1 >= 3_000))
            }
            #expect(throws: SessionError.peer(.tooManyFirstMessages)) {
                try check(HandshakeLimits.maximumFirstMessages)
            }
            for number in 0..<HandshakeLimits.maximumFirstMessages {
                #expect(throws: SessionError.peer(.messageKeyDropped)) { try check(number) }
            }
        }
    }

    private static func transcript(_ number: Int) -> HandshakeTranscript {
        let bytes = [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
        return HandshakeTranscript(stored: SHA256.hash(bytes.span))
    }
}

import SottoCrypto
import SottoHandshake
import SottoIdentity
import SottoSessions
import TestSupport
import Testing

/// What is asked of who answers a first message, and the values of the limits.
///
/// Rules HS-8, HS-10, SM-11.
@Suite("Sessions")
struct SessionRulesTests {
    @Test("answer a first message only with the prekeys that it names")
    func namedPrekeys() throws {
        let bobsDevice = try TestDevice("bob")
        let session = try TestDevice("alice").start(with: bobsDevice)
        let part = try PrekeyMessage(try session.seal("first")).handshake
        let other = SignedPrekey(
            id: PrekeyID(7), identity: bobsDevice.identity, device: bobsDevice.device, createdAt: testInstant)
        do throws(SessionError) {
            _ = try Session.respond(
                to: part, identity: bobsDevice.identity, signedPrekey: other,
                oneTimePrekey: bobsDevice.oneTimePrekey)
            Issue.record("answered with another signed prekey")
        } catch { #expect(error == .usage(.otherPrekeys)) }
        do throws(SessionError) {
            _ = try Session.respond(
                to: part, identity: bobsDevice.identity, signedPrekey: bobsDevice.signedPrekey,
                oneTimePrekey: nil)
            Issue.record("answered without the one-time prekey")
        } catch { #expect(error == .usage(.otherPrekeys)) }
    }

    @Test("have the limits that the documents name")
    func values() {
        #expect(HandshakeLimits.maximumSignedPrekeyAge == 3_196_800_000)
        #expect(HandshakeLimits.maximumSignedPrekeyLead == 604_800_000)
        #expect(HandshakeLimits.maximumFirstMessagesOfIdentity == 16)
        #expect(HandshakeLimits.maximumFirstMessages == 4_096)
        #expect(HandshakeLimits.firstMessagesBeforeRotation == 3_000)
        #expect(HandshakeLimits.maximumUploadedPrekeys == 1_000)
        #expect(HandshakeLimits.maximumKEMByteCount == 2_048)
        #expect(HandshakeLimits.maximumProofByteCount == 4_096)
        #expect(SessionLimits.maximumOtherSessions == 5)
        #expect(SessionLimits.messagesBesideUnanswered == 5)
        #expect(SessionLimits.maximumContentByteCount == 65_535)
    }
}

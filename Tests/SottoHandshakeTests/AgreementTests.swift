import SottoCrypto
import SottoHandshake
import SottoIdentity
import TestSupport
import Testing

/// The agreement itself, and what it is bound to.
///
/// Rules HS-4 to HS-8.
@Suite("An X3DH agreement")
struct AgreementTests {
    func secrets(_ secrets: borrowing SessionSecrets) -> [UInt8] {
        secrets.rootKey.exposeBytes() + secrets.exporter.secret.exposeBytes()
    }

    func agree(
        _ alice: TestDevice, _ bob: TestDevice, change: (HandshakePart) -> HandshakePart = { $0 }
    ) throws -> (initiator: [UInt8], responder: [UInt8]) {
        let verified = try bob.bundle.verified(for: bob.device.address, at: testInstant)
        let initiated = try X3DHAgreement.initiate(
            with: verified, identity: alice.identity, device: alice.device)
        let part = change(initiated.part)
        switch bob.oneTimePrekey {
        case .some(let prekey):
            let answered = try X3DHAgreement.respond(
                to: part, identity: bob.identity, signedPrekey: bob.signedPrekey, oneTimePrekey: prekey)
            return (secrets(initiated.secrets), secrets(answered.secrets))
        case .none:
            let answered = try X3DHAgreement.respond(
                to: part, identity: bob.identity, signedPrekey: bob.signedPrekey)
            return (secrets(initiated.secrets), secrets(answered.secrets))
        }
    }

    @Test("gives both sides the same secrets", arguments: [true, false])
    func same(oneTime: Bool) throws {
        let bob = try TestDevice("bob", oneTime: oneTime)
        let agreed = try agree(try TestDevice("alice"), bob)
        #expect(agreed.initiator == agreed.responder)
        #expect(agreed.initiator.count == 64)
        #expect(agreed.initiator[..<32] != agreed.initiator[32...])
    }

    @Test("gives other secrets each time")
    func fresh() throws {
        let (alice, bob) = (try TestDevice("alice"), try TestDevice("bob"))
        #expect(try agree(alice, bob).initiator != agree(alice, bob).initiator)
    }

    @Test("gives other secrets when anything that the first message says was changed")
    func bound() throws {
        let (alice, bob) = (try TestDevice("alice"), try TestDevice("bob"))
        let other = DeviceDescription(
            address: try Address(user: "alicf", device: 1), registrationID: alice.device.registrationID)
        let otherDevice = DeviceDescription(
            address: try Address(user: "alice", device: 2), registrationID: alice.device.registrationID)
        let otherInstallation = DeviceDescription(
            address: alice.device.address, registrationID: .random())
        for device in [other, otherDevice, otherInstallation] {
            let agreed = try agree(alice, bob) { part in
                HandshakePart(
                    identityKey: part.identityKey, device: device, ephemeralKey: part.ephemeralKey,
                    signedPrekeyID: part.signedPrekeyID, oneTimePrekeyID: part.oneTimePrekeyID)
            }
            #expect(agreed.initiator != agreed.responder)
        }
    }

    @Test("can't be answered with other prekeys than the message names")
    func namedPrekeys() throws {
        let (alice, bob) = (try TestDevice("alice"), try TestDevice("bob"))
        let verified = try bob.bundle.verified(for: bob.device.address, at: testInstant)
        let part = try X3DHAgreement.initiate(
            with: verified, identity: alice.identity, device: alice.device
        ).part
        #expect(throws: HandshakeError.otherPrekeys) {
            _ = try X3DHAgreement.respond(
                to: part, identity: bob.identity, signedPrekey: bob.signedPrekey)
        }
    }
}

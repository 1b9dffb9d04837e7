import SottoCrypto
import SottoHandshake
import SottoIdentity
import TestSupport
import Testing

/// What an initiator accepts as the keys of a responder.
///
/// Rules HS-1, HS-2, HS-3, HS-13.
@Suite("A prekey bundle")
struct BundleTests {
    let bob: TestDevice
    var address: Address { bob.device.address }

    init() throws { bob = try TestDevice("bob") }

    func refusal(_ bundle: PrekeyBundle, at instant: UInt64 = testInstant) -> HandshakeError? {
        do throws(HandshakeError) {
            _ = try bundle.verified(for: address, at: instant)
            return nil
        } catch {
            return error
        }
    }

    func bundle(
        identity: IdentityPublicKey? = nil, device: DeviceDescription? = nil, createdAt: UInt64? = nil,
        id: PrekeyID? = nil, signedPrekey: X25519.PublicKey? = nil, signature: [UInt8]? = nil,
        oneTime: OneTimePrekeyBytes? = nil, kem: KEMPrekeyBytes? = nil, proof: [UInt8] = []
    ) -> PrekeyBundle {
        let own = bob.bundle
        return PrekeyBundle(
            identityKey: identity ?? own.identityKey, device: device ?? own.device,
            createdAt: createdAt ?? own.createdAt, signedPrekeyID: id ?? own.signedPrekeyID,
            signedPrekey: signedPrekey ?? own.signedPrekey, signature: signature ?? own.signature,
            oneTimePrekey: oneTime, lastResortKEMPrekey: kem, oneTimeKEMPrekey: nil, proof: proof)
    }

    @Test("is accepted when it is signed, fresh and for the device that was asked for")
    func accepted() throws {
        #expect(refusal(bob.bundle) == nil)
        #expect(try PrekeyBundle(bob.bundle.bytes) == bob.bundle)
    }

    @Test("is refused when it is for another device")
    func otherDevice() throws {
        let other = try Address(user: "bob", device: 2)
        #expect(throws: HandshakeError.wrongAddress) { try bob.bundle.verified(for: other, at: testInstant) }
    }

    @Test("is refused when any signed field differs from what was signed")
    func signedFields() throws {
        let stranger = try TestDevice("mallory")
        let otherAddress = DeviceDescription(
            address: try Address(user: "bob", device: 1), registrationID: .random())
        #expect(refusal(bundle(device: otherAddress)) == .signatureInvalid)
        #expect(refusal(bundle(createdAt: testInstant - 1)) == .signatureInvalid)
        #expect(refusal(bundle(id: PrekeyID(77))) == .signatureInvalid)
        #expect(refusal(bundle(signedPrekey: stranger.bundle.signedPrekey)) == .signatureInvalid)
        #expect(refusal(bundle(identity: stranger.identity.publicKey)) == .signatureInvalid)
        #expect(refusal(bundle(signature: stranger.bundle.signature)) == .signatureInvalid)
        #expect(refusal(bundle(kem: KEMPrekeyBytes(id: PrekeyID(1), key: [1]))) == .signatureInvalid)
        let moreSuites = DeviceDescription(
            address: address, registrationID: bob.device.registrationID, capabilities: .current,
            suites: [1, 2])
        #expect(refusal(bundle(device: moreSuites)) == .signatureInvalid)
    }

    @Test("is refused when identity key and signed prekey are swapped")
    func swappedKeys() {
        let own = bob.bundle
        let swapped = bundle(
            identity: IdentityPublicKey(own.signedPrekey), signedPrekey: own.identityKey.key)
        #expect(refusal(swapped) == .signatureInvalid)
    }

    @Test("is accepted for 37 days and refused after")
    func age() {
        let limit = HandshakeLimits.maximumSignedPrekeyAge
        #expect(limit == 37 * day)
        #expect(refusal(bob.bundle, at: testInstant + limit - 1) == nil)
        #expect(refusal(bob.bundle, at: testInstant + limit) == nil)
        #expect(refusal(bob.bundle, at: testInstant + limit + 1) == .signedPrekeyTooOld)
    }

    @Test("is accepted up to 7 days ahead of our clock")
    func lead() {
        let limit = HandshakeLimits.maximumSignedPrekeyLead
        #expect(refusal(bob.bundle, at: testInstant - limit + 1) == nil)
        #expect(refusal(bob.bundle, at: testInstant - limit) == nil)
        #expect(refusal(bob.bundle, at: testInstant - limit - 1) == .signedPrekeyFromTheFuture)
        #expect(refusal(bob.bundle, at: 0) == .signedPrekeyFromTheFuture)
        #expect(refusal(bob.bundle, at: .max) == .signedPrekeyTooOld)
    }

    @Test("of a device without suite 1, or with a newer ratchet only, is refused")
    func unsupported() throws {
        for (suites, version, expected) in [
            ([2], 1, HandshakeError.unsupportedSuite), ([1], 2, .unsupportedRatchetVersion),
        ] as [([UInt8], UInt8, HandshakeError)] {
            let capabilities = try #require(Capabilities(version))
            let device = DeviceDescription(
                address: address, registrationID: bob.device.registrationID, capabilities: capabilities,
                suites: suites)
            #expect(refusal(bundle(device: device)) == expected)
        }
    }

    @Test("keeps KEM prekeys and a proof through a round trip, and its signature covers the KEM prekey")
    func room() throws {
        let kem = KEMPrekeyBytes(id: PrekeyID(3), key: [UInt8](repeating: 7, count: 1_185))
        let fields = SignedFields(
            device: bob.device, createdAt: testInstant, id: PrekeyID(1),
            publicKey: bob.signedPrekey.publicKey,
            lastResortKEMPrekey: kem)
        let signature = bob.identity.sign(fields.bytes.span)
        let bundle = PrekeyBundle(
            identityKey: bob.identity.publicKey, device: bob.device, createdAt: testInstant,
            signedPrekeyID: PrekeyID(1), signedPrekey: bob.signedPrekey.publicKey, signature: signature,
            oneTimePrekey: nil, lastResortKEMPrekey: kem,
            oneTimeKEMPrekey: SignedKEMPrekeyBytes(
                prekey: kem, signature: [UInt8](repeating: 1, count: 64)), proof: [1, 2, 3])
        #expect(try PrekeyBundle(bundle.bytes) == bundle)
        #expect(refusal(bundle) == nil)
        #expect(try PrekeyBundle(bundle.bytes).bytes == bundle.bytes)
    }

    @Test(
        "gives the same bytes again whenever changed bytes are still a bundle",
        arguments: 1...4 as ClosedRange<UInt64>)
    func reencoding(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = bob.bundle.bytes
        for _ in 0..<2_000 {
            var changed = bytes
            changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                in: 0...255, using: &random)
            guard let parsed = try? PrekeyBundle(changed) else { continue }
            #expect(parsed.bytes == changed, "seed \(seed)")
        }
    }

    @Test("with prekey ids 0, 1 and the largest works", arguments: [0, 1, UInt32.max])
    func ids(id: UInt32) throws {
        let prekey = SignedPrekey(
            id: PrekeyID(id), identity: bob.identity, device: bob.device, createdAt: testInstant)
        let bundle = PrekeyBundle(
            identityKey: bob.identity.publicKey, signedPrekey: prekey,
            oneTimePrekey: OneTimePrekeyBytes(id: PrekeyID(id), publicKey: X25519.PrivateKey().publicKey))
        #expect(refusal(try PrekeyBundle(bundle.bytes)) == nil)
    }
}

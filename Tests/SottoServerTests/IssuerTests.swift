import SottoCrypto
import SottoSealedSender
import SottoServer
import TestSupport
import Testing

/// Roots, server keys, sender certificates.
///
/// Rules SV-1, SV-2.
@Suite("An issuer")
struct IssuerTests {
    @Test("is the same after its keys were stored")
    func restored() throws {
        let office = try PostOffice()
        let root = try TrustRootKeyPair(seed: office.root.exposeSeed())
        #expect(root.trustRoot == office.root.trustRoot)
        let key = try CertificateKeyPair()
        let certificate = root.certificate(ServerCertificate.ID(8), for: key.publicKey)
        #expect(office.root.certificate(ServerCertificate.ID(8), for: key.publicKey) == certificate)
        let again = try CertificateKeyPair(seed: key.exposeSeed())
        #expect(again.publicKey == key.publicKey)
        let trust = try CertificateTrust(roots: [root.trustRoot])
        try trust.verify(certificate, cache: CertificateCache())
        #expect(try TrustRootKeyPair().trustRoot != root.trustRoot)
        #expect(throws: CryptoError.wrongLength(expected: 32, actual: 31)) {
            _ = try TrustRootKeyPair(seed: SecretBytes.random(byteCount: 31))
        }
        #expect(throws: CryptoError.wrongLength(expected: 32, actual: 33)) {
            _ = try CertificateKeyPair(seed: SecretBytes.random(byteCount: 33))
        }
    }

    @Test("signs with the key of its certificate only")
    func otherKey() throws {
        let office = try PostOffice()
        #expect(throws: IssuingError.certificateOfAnotherKey) {
            _ = try CertificateIssuer(
                key: try CertificateKeyPair(), certificate: office.issuer.serverCertificate)
        }
    }

    @Test("gives certificates of 1 millisecond to 6 days, usually of a day")
    func lifetimes() throws {
        let office = try PostOffice()
        let alice = try SealingDevice("alice")
        let most = ServerLimits.maximumCertificateLifetime
        #expect(most == 6 * day)
        for lifetime in [1, most - 1, most] {
            let certificate = try office.certificate(alice, lifetime: lifetime)
            #expect(certificate.expiresAt == PostOffice.now + lifetime)
            let verified = try office.trust.verify(
                certificate, receivedAt: nil, now: PostOffice.now, cache: office.cache)
            #expect(verified.isOf(alice.address, alice.identity.publicKey))
        }
        for lifetime in [0, most + 1, .max] {
            #expect(throws: IssuingError.lifetimeOutOfRange(lifetime)) {
                try office.certificate(alice, lifetime: lifetime)
            }
        }
        let usual = try office.issuer.certificate(
            for: alice.address, identityKey: alice.identity.publicKey, at: PostOffice.now)
        #expect(usual.expiresAt == PostOffice.now + day)
        #expect(throws: IssuingError.lifetimeOutOfRange(day)) {
            try office.issuer.certificate(
                for: alice.address, identityKey: alice.identity.publicKey, at: .max - day + 1)
        }
    }
}

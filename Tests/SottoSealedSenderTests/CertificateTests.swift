import SottoSealedSender
import SottoServer
import TestSupport
import Testing

/// Which certificates are believed, and for how long.
///
/// Rules SS-2 to SS-7.
@Suite("A sender certificate")
struct CertificateTests {
    let office: PostOffice
    let alice: SealingDevice
    let now = PostOffice.now

    init() throws {
        office = try PostOffice()
        alice = try SealingDevice("alice")
    }

    func refusal(
        _ certificate: SenderCertificate, _ trust: CertificateTrust? = nil, receivedAt: UInt64? = nil,
        now: UInt64 = PostOffice.now, cache: CertificateCache? = nil
    ) -> CertificateError? {
        do throws(CertificateError) {
            _ = try (trust ?? office.trust).verify(
                certificate, receivedAt: receivedAt, now: now, cache: cache ?? office.cache)
            return nil
        } catch {
            return error
        }
    }

    @Test("is believed with its server certificate inside, or known")
    func believed() throws {
        let full = try office.certificate(alice)
        let rootOnly = try CertificateTrust(roots: [office.root.trustRoot])
        #expect(refusal(full, rootOnly) == nil)
        #expect(refusal(full.withoutServerCertificate) == nil)
        #expect(
            refusal(full.withoutServerCertificate, rootOnly)
                == .unknownServerCertificate(ServerCertificate.ID(3)))
        let verified = try office.trust.verify(full, receivedAt: nil, now: now, cache: office.cache)
        #expect(verified.address == alice.address)
        #expect(verified.identityKey == alice.identity.publicKey)
    }

    @Test("of a root that isn't in the list is refused, and the error names the root")
    func otherRoot() throws {
        let other = try PostOffice("another server")
        let certificate = try other.certificate(alice)
        let fault = CertificateError.untrustedCertificate(rootID: other.root.trustRoot.id)
        let rootOnly = try CertificateTrust(roots: [office.root.trustRoot])
        #expect(refusal(certificate, rootOnly) == fault)
        #expect(refusal(certificate, try CertificateTrust(roots: [])) == fault)
        let both = try CertificateTrust(roots: [office.root.trustRoot, other.root.trustRoot])
        #expect(refusal(certificate, both) == nil)
    }

    @Test("under a revoked server certificate is refused, known or inside, remembered or not")
    func revoked() throws {
        let certificate = try office.certificate(alice)
        let id = ServerCertificate.ID(3)
        #expect(refusal(certificate) == nil)
        let server = office.issuer.serverCertificate
        for known in [[], [server]] {
            let trust = try CertificateTrust(
                roots: [office.root.trustRoot], serverCertificates: known, revoked: [id])
            #expect(refusal(certificate, trust) == .certificateRevoked(id))
        }
        let trust = try CertificateTrust(
            roots: [office.root.trustRoot], serverCertificates: [server],
            revoked: [ServerCertificate.ID(4)])
        #expect(refusal(certificate.withoutServerCertificate, trust) == nil)
    }

    @Test("is refused when any signed field was changed")
    func changed() throws {
        let bytes = try office.certificate(alice).bytes
        let server = bytes.count - 64 - ServerCertificate.byteCount
        // user, device, identity key, expiry; server key; both signatures.
        let places = [
            3, 11, 14, 46, 53, server + 6, server + 46, server + 109, bytes.count - 64, bytes.count - 1,
        ]
        let trust = try CertificateTrust(roots: [office.root.trustRoot])
        for place in places {
            guard let certificate = try? SenderCertificate(bytes.with(place, bytes[place] ^ 1)) else {
                continue
            }
            #expect(refusal(certificate, trust) == .signatureInvalid, "byte \(place)")
        }
        // The number of the server certificate is under both signatures.
        let renumbered = try SenderCertificate(bytes.with(server + 5, 9))
        #expect(refusal(renumbered, trust) == .signatureInvalid)
    }

    @Test("is refused when its number is known with another key")
    func conflict() throws {
        let other = try PostOffice("another server")
        let id = ServerCertificate.ID(3)
        let (ours, theirs) = (office.issuer.serverCertificate, other.issuer.serverCertificate)
        let trust = try CertificateTrust(
            roots: [office.root.trustRoot, other.root.trustRoot], serverCertificates: [ours])
        #expect(refusal(try other.certificate(alice), trust) == .conflictingServerCertificate(id))
        #expect(refusal(try office.certificate(alice), trust) == nil)
        #expect(throws: CertificateError.conflictingServerCertificate(id)) {
            try CertificateTrust(roots: [], serverCertificates: [ours, theirs])
        }
        #expect(throws: Never.self) { try CertificateTrust(roots: [], serverCertificates: [ours, ours]) }
    }

    @Test("is valid until the millisecond of its expiry")
    func expiry() throws {
        let certificate = try office.certificate(alice, lifetime: 1_000)
        for cache in [nil, CertificateCache()] {
            #expect(refusal(certificate, receivedAt: now + 999, cache: cache) == nil)
            #expect(refusal(certificate, receivedAt: now + 1_000, cache: cache) == .certificateExpired)
            #expect(refusal(certificate, now: now + 999, cache: cache) == nil)
            #expect(refusal(certificate, now: now + 1_000, cache: cache) == .certificateExpired)
        }
    }

    @Test("is refused when it expires more than 7 days after the server got the envelope")
    func tooLong() throws {
        let certificate = try office.certificate(alice, lifetime: 6 * day)
        let earliest = now - day
        #expect(SealedSenderLimits.maximumCertificateLifetime == 7 * day)
        #expect(refusal(certificate, receivedAt: earliest) == nil)
        #expect(refusal(certificate, receivedAt: earliest + 1) == nil)
        #expect(refusal(certificate, receivedAt: earliest - 1) == .certificateTooLong)
    }

    @Test("is judged at the server's time from 30 days ago on")
    func longAgo() throws {
        let certificate = try office.certificate(alice, lifetime: 1_000)
        let limit = now + 999 + 30 * day
        #expect(SealedSenderLimits.maximumReceiptAge == 30 * day)
        #expect(refusal(certificate, receivedAt: now, now: limit - 1) == nil)
        #expect(refusal(certificate, receivedAt: now, now: limit) == nil)
        #expect(refusal(certificate, receivedAt: now, now: limit + 1) == .certificateExpired)
    }

    @Test("is judged at the server's time up to 10 minutes ahead")
    func ahead() throws {
        let certificate = try office.certificate(alice, lifetime: 1_000)
        let lead = SealedSenderLimits.maximumReceiptLead
        #expect(lead == 600_000)
        #expect(refusal(certificate, receivedAt: now + 1_000, now: now + 1_000 - lead) == .certificateExpired)
        #expect(refusal(certificate, receivedAt: now + 1_000, now: now + 1_001 - lead) == .certificateExpired)
        #expect(refusal(certificate, receivedAt: now + 1_000, now: now + 999 - lead) == nil)
        #expect(refusal(certificate, receivedAt: .max, now: now + 999 - lead) == nil)
    }

    @Test("is judged without a fault at the ends of time")
    func endsOfTime() throws {
        let certificate = try office.certificate(alice)
        #expect(refusal(certificate, receivedAt: 0, now: 0) == .certificateTooLong)
        #expect(refusal(certificate, receivedAt: .max, now: 0) == .certificateTooLong)
        #expect(refusal(certificate, receivedAt: .max, now: .max) == .certificateExpired)
        #expect(refusal(certificate, receivedAt: 0, now: .max) == .certificateExpired)
    }

    @Test("is looked up by all of its bytes and by the key it verified under")
    func cacheKeys() throws {
        let cache = CertificateCache()
        let certificate = try office.certificate(alice)
        #expect(refusal(certificate, cache: cache) == nil)
        #expect(cache.count == 2)
        #expect(refusal(certificate, cache: cache) == nil)
        #expect(cache.count == 2)
        let bytes = certificate.bytes
        let forged = try SenderCertificate(bytes.with(bytes.count - 1, bytes[bytes.count - 1] ^ 1))
        #expect(refusal(forged, cache: cache) == .signatureInvalid)
        #expect(cache.count == 2)
        let stranger = try SealingDevice("mallory")
        var other = try office.certificate(stranger)
        #expect(refusal(other, cache: cache) == nil)
        #expect(cache.count == 3)
        other = SenderCertificate(
            address: alice.address, identityKey: stranger.identity.publicKey, expiresAt: other.expiresAt,
            serverCertificateID: other.serverCertificateID, serverCertificate: other.serverCertificate,
            signature: other.signature)
        #expect(refusal(other, cache: cache) == .signatureInvalid)
    }

    @Test("that is remembered is refused all the same once its root is gone")
    func cacheSkipsNoRoot() throws {
        let certificate = try office.certificate(alice)
        #expect(refusal(certificate) == nil)
        let none = try CertificateTrust(roots: [], serverCertificates: [office.issuer.serverCertificate])
        #expect(
            refusal(certificate, none) == .untrustedCertificate(rootID: office.root.trustRoot.id))
    }

    @Test("is remembered among at most 1,024 signatures")
    func cacheBound() throws {
        #expect(SealedSenderLimits.maximumCachedSignatures == 1_024)
        let cache = CertificateCache()
        for index in 1...1_022 {
            let certificate = try office.certificate(alice, lifetime: UInt64(index))
            #expect(refusal(certificate, cache: cache) == nil)
        }
        #expect(cache.count == 1_023)
        #expect(refusal(try office.certificate(alice, lifetime: 2_000), cache: cache) == nil)
        #expect(cache.count == 1_024)
        #expect(refusal(try office.certificate(alice, lifetime: 2_001), cache: cache) == nil)
        #expect(cache.count == 1)
    }
}

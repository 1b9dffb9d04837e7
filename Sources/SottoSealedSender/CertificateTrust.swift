public import SottoIdentity

/// What an app believes of certificates: a value that it hands over, and changes by handing over another.
///
/// Rule SS-4.
public struct CertificateTrust: Sendable {
    /// The roots whose server certificates count.
    public let roots: [TrustRoot]
    /// The server certificates that senders may leave out, by their numbers.
    public let serverCertificates: [ServerCertificate.ID: ServerCertificate]
    /// The numbers of server certificates that no longer count, known or not.
    public let revoked: Set<ServerCertificate.ID>

    /// Takes roots, known server certificates, and the numbers of revoked ones.
    ///
    /// - Throws: ``CertificateError/conflictingServerCertificate(_:)`` when two server certificates have one number.
    public init(
        roots: [TrustRoot], serverCertificates: [ServerCertificate] = [],
        revoked: Set<ServerCertificate.ID> = []
    ) throws(CertificateError) {
        self.roots = roots
        self.revoked = revoked
        var known: [ServerCertificate.ID: ServerCertificate] = [:]
        for certificate in serverCertificates {
            guard known[certificate.id] == nil || known[certificate.id] == certificate else {
                throw .conflictingServerCertificate(certificate.id)
            }
            known[certificate.id] = certificate
        }
        self.serverCertificates = known
    }

    /// No root, so no certificate counts.
    public static let none = CertificateTrust()

    private init() {
        roots = []
        serverCertificates = [:]
        revoked = []
    }

    /// Checks a sender certificate: root, revocation, both signatures, expiry.
    ///
    /// - Parameters:
    ///   - certificate: As it came.
    ///   - receivedAt: When the server got the envelope, in milliseconds, by the server's word; nil means now.
    ///     Taken as at least now − 30 days and at most now + 10 minutes.
    ///   - now: Our clock, in milliseconds since 1970-01-01T00:00:00Z.
    ///   - cache: Where the results of signature checks are kept.
    /// - Throws: The first of ``CertificateError/unknownServerCertificate(_:)``,
    ///   ``CertificateError/conflictingServerCertificate(_:)``, ``CertificateError/untrustedCertificate(rootID:)``,
    ///   ``CertificateError/certificateRevoked(_:)``, ``CertificateError/signatureInvalid``,
    ///   ``CertificateError/certificateExpired``, ``CertificateError/certificateTooLong`` that holds.
    /// - Complexity: Two Ed25519 checks, or none when the cache knows both signatures.
    ///
    /// Rules SS-5 to SS-7.
    public func verify(
        _ certificate: SenderCertificate, receivedAt: UInt64?, now: UInt64, cache: CertificateCache
    ) throws(CertificateError) -> VerifiedSenderCertificate {
        let server = try serverCertificate(of: certificate)
        try verify(server, cache: cache)
        let isSigned = cache.isValid(
            certificate.signature, by: server.publicKey, certificate: certificate.bytes
        ) {
            SenderCertificate.signedBytes(
                address: certificate.address, identityKey: certificate.identityKey,
                expiresAt: certificate.expiresAt, id: server.id, serverKey: server.publicKey)
        }
        guard isSigned else { throw .signatureInvalid }
        let instant = Self.receiptTime(receivedAt, now: now)
        guard instant < certificate.expiresAt else { throw .certificateExpired }
        guard certificate.expiresAt - instant <= SealedSenderLimits.maximumCertificateLifetime else {
            throw .certificateTooLong
        }
        return VerifiedSenderCertificate(certificate)
    }

    /// Checks a server certificate: root, revocation, signature.
    ///
    /// - Throws: The first of ``CertificateError/untrustedCertificate(rootID:)``,
    ///   ``CertificateError/certificateRevoked(_:)``, ``CertificateError/signatureInvalid`` that holds.
    ///
    /// Rule SS-5.
    public func verify(
        _ certificate: ServerCertificate, cache: CertificateCache
    ) throws(CertificateError) {
        let roots = roots.filter { $0.id == certificate.rootID }
        guard !roots.isEmpty else { throw .untrustedCertificate(rootID: certificate.rootID) }
        guard !revoked.contains(certificate.id) else { throw .certificateRevoked(certificate.id) }
        let bytes = certificate.bytes
        let isSigned = roots.contains { root in
            cache.isValid(certificate.signature, by: root.publicKey, certificate: bytes) {
                ServerCertificate.signedBytes(
                    id: certificate.id, publicKey: certificate.publicKey, root: root)
            }
        }
        guard isSigned else { throw .signatureInvalid }
    }

    /// The server certificate inside, or the known one; never one of two with different keys.
    private func serverCertificate(
        of certificate: SenderCertificate
    ) throws(CertificateError) -> ServerCertificate {
        let id = certificate.serverCertificateID
        let known = serverCertificates[id]
        guard let inside = certificate.serverCertificate else {
            guard let known else { throw .unknownServerCertificate(id) }
            return known
        }
        guard known == nil || known?.publicKey == inside.publicKey else {
            throw .conflictingServerCertificate(id)
        }
        return inside
    }

    /// The time at which expiry is judged.
    ///
    /// Rule SS-6.
    static func receiptTime(_ receivedAt: UInt64?, now: UInt64) -> UInt64 {
        guard let receivedAt else { return now }
        let (earliest, isBeforeAll) = now.subtractingReportingOverflow(SealedSenderLimits.maximumReceiptAge)
        let (latest, isAfterAll) = now.addingReportingOverflow(SealedSenderLimits.maximumReceiptLead)
        return min(max(receivedAt, isBeforeAll ? 0 : earliest), isAfterAll ? .max : latest)
    }
}

/// A sender certificate that was checked.
///
/// It says that the server believes the device at ``address`` to have ``identityKey``, not that the message is this
/// device's: the inner session says so, and its address and identity key must be these (SS-20).
///
/// Rule SS-5.
public struct VerifiedSenderCertificate: Hashable, Sendable {
    /// The certificate.
    public let certificate: SenderCertificate
    /// The sending device.
    public var address: Address { certificate.address }
    /// The sender's identity key.
    public var identityKey: IdentityPublicKey { certificate.identityKey }

    fileprivate init(_ certificate: SenderCertificate) { self.certificate = certificate }

    /// Whether a session's peer is who the certificate says.
    ///
    /// To be asked before anything of the inner message counts: without it anybody with a certificate of their own
    /// could seal a message of somebody else's session.
    ///
    /// Rule SS-20.
    public func isOf(_ address: Address, _ identityKey: IdentityPublicKey) -> Bool {
        self.address == address && self.identityKey == identityKey
    }
}

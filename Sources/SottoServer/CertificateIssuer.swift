public import SottoIdentity
public import SottoSealedSender

/// Gives sender certificates to the devices that are logged in.
///
/// It has no state: whether a device is who it says, and which identity key its user has, is the server's to know.
///
/// Rule SV-2.
public struct CertificateIssuer: ~Copyable, Sendable {
    private let key: CertificateKeyPair
    /// The certificate of the key that signs.
    public let serverCertificate: ServerCertificate

    /// Takes a key and its certificate.
    ///
    /// - Throws: ``IssuingError/certificateOfAnotherKey`` when they don't belong together.
    public init(
        key: consuming CertificateKeyPair, certificate: ServerCertificate
    ) throws(IssuingError) {
        guard certificate.publicKey == key.publicKey else { throw .certificateOfAnotherKey }
        self.key = key
        serverCertificate = certificate
    }

    /// A certificate that says that the device at `address` has `identityKey`.
    ///
    /// The server certificate is inside; ``SenderCertificate/withoutServerCertificate`` leaves it out. Recipients
    /// refuse one that expires more than 7 days after the server got their envelope, so the longest lifetime is a day
    /// less: a clock that is wrong by hours harms nothing.
    ///
    /// - Parameters:
    ///   - address: The device, which is logged in.
    ///   - identityKey: The key that the server has of its user.
    ///   - instant: Now, in milliseconds since 1970-01-01T00:00:00Z.
    ///   - lifetime: 1 to ``ServerLimits/maximumCertificateLifetime`` milliseconds.
    /// - Throws: ``IssuingError/lifetimeOutOfRange(_:)`` for another lifetime, and when it ends after all numbers.
    ///
    /// Rules SS-3, SV-2.
    public borrowing func certificate(
        for address: Address, identityKey: IdentityPublicKey, at instant: UInt64,
        lifetime: UInt64 = ServerLimits.usualCertificateLifetime
    ) throws(IssuingError) -> SenderCertificate {
        let (expiresAt, isTooLate) = instant.addingReportingOverflow(lifetime)
        guard (1...ServerLimits.maximumCertificateLifetime).contains(lifetime), !isTooLate else {
            throw .lifetimeOutOfRange(lifetime)
        }
        let signed = SenderCertificate.signedBytes(
            address: address, identityKey: identityKey, expiresAt: expiresAt, id: serverCertificate.id,
            serverKey: key.publicKey)
        return SenderCertificate(
            address: address, identityKey: identityKey, expiresAt: expiresAt,
            serverCertificateID: serverCertificate.id, serverCertificate: serverCertificate,
            signature: key.sign(signed))
    }
}

/// Why no certificate was issued.
@nonexhaustive
public enum IssuingError: Error, Hashable, Sendable {
    /// The server certificate is of another key.
    case certificateOfAnotherKey
    /// The lifetime is 0 or longer than 6 days.
    case lifetimeOutOfRange(UInt64)
}

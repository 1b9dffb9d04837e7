/// Why a certificate was refused.
///
/// Rule SS-5.
@nonexhaustive
public enum CertificateError: Error, Hashable, Sendable {
    /// The bytes don't have their form.
    case malformed
    /// The suite isn't one of this library's.
    case unsupportedSuite
    /// The identity key is of another type, not canonical, or of small order.
    case invalidKey
    /// The server certificate was left out, and it isn't among the known ones.
    case unknownServerCertificate(ServerCertificate.ID)
    /// Two server certificates have this number and different keys; neither is believed.
    case conflictingServerCertificate(ServerCertificate.ID)
    /// The server certificate is of a root that isn't in the list.
    case untrustedCertificate(rootID: TrustRoot.ID)
    /// The server certificate was revoked.
    case certificateRevoked(ServerCertificate.ID)
    /// One of the two signatures doesn't verify.
    case signatureInvalid
    /// The certificate had expired when the server got the envelope: the sender needs a new one.
    case certificateExpired
    /// The certificate expires more than 7 days after the server got the envelope.
    case certificateTooLong
}

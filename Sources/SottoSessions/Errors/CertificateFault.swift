/// Why a sender certificate was refused.
@nonexhaustive
public enum CertificateFault: Error, Hashable, Sendable {
    /// No trust root that is known vouches for it; this is the number of the one that it names.
    case untrusted(rootID: UInt64)
    /// It names a server certificate that isn't known, and leaves it out.
    case serverCertificateUnknown(id: UInt32)
    /// It was over when the server got the message.
    case expired
    /// It ends later than any certificate may.
    case expiresTooLate
    /// The server's key was taken back.
    case revoked(id: UInt32)
    /// It doesn't have the form of a certificate, or a signature doesn't verify.
    case invalid
    /// It is of another address or identity than this device's.
    case notOurs

    /// What to do about it.
    public var recovery: Recovery {
        switch self {
        case .expired, .expiresTooLate: .checkClock
        case .untrusted, .serverCertificateUnknown: .updateSoftware
        case .revoked, .invalid, .notOurs: .ignore
        }
    }
}

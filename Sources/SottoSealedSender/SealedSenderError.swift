/// Why an envelope was refused; none of it says who sent it, and none is a reason to ask anybody for anything.
///
/// Rules SS-17, SS-18.
@nonexhaustive
public enum SealedSenderError: Error, Hashable, Sendable {
    /// The bytes don't have their form.
    case malformed
    /// The suite isn't one of this library's.
    case unsupportedSuite
    /// The ephemeral key is of another type, not canonical, or of small order.
    case invalidKey
    /// Not sealed for this device, or changed: what failed isn't said.
    case notAuthentic
    /// The envelope is whole, and its certificate isn't believed.
    case certificate(CertificateError)
    /// The envelope is this device's own.
    case selfSent
}

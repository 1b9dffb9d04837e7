/// Why a handshake was refused; nothing has changed then.
@nonexhaustive
public enum HandshakeError: Error, Hashable, Sendable {
    /// The bytes don't have their form.
    case malformed
    /// The suite isn't one of this library's, or a bundle doesn't offer one.
    case unsupportedSuite
    /// The peer accepts only newer versions of the ratchet.
    case unsupportedRatchetVersion
    /// A public key is of another type, not canonical, or of small order.
    case invalidKey
    /// The bundle belongs to another address than the one that was asked for.
    case wrongAddress
    /// The signature on the prekey doesn't verify.
    case signatureInvalid
    /// The signed prekey is older than 37 days: fetch a new bundle.
    case signedPrekeyTooOld
    /// The signed prekey was made more than 7 days after now: a clock is wrong.
    case signedPrekeyFromTheFuture
    /// The prekeys handed over aren't those that the first message names.
    case otherPrekeys
    /// An agreement came out as all zero.
    case keyNotContributory
}

/// Why a primitive refused its input.
///
/// No case carries bytes of a key or of a message.
@nonexhaustive
public enum CryptoError: Error, Hashable, Sendable {
    /// A key, nonce, tag, signature or output has another length than the primitive takes.
    case wrongLength(expected: Int, actual: Int)
    /// The 32 bytes are not the shortest form of a u-coordinate: u ≥ 2^255 − 19, or the top bit is set.
    case publicKeyNotCanonical
    /// The u-coordinate belongs to a point of small order; agreements with it have a known result.
    case publicKeyOfSmallOrder
    /// The type byte before a public key is not the one of its kind.
    case wrongKeyType(UInt8)
    /// The shared secret came out as all zero (RFC 7748 §6.1).
    case keyNotContributory
    /// A signature or an authentication tag did not verify.
    case notAuthentic
    /// The text is not hex or base64 of the expected length.
    case malformedText
    /// The requested output is longer than the function can give, or a cost is outside its bounds.
    case outOfRange
    /// The system gave no memory for a guarded block or for password hashing.
    case outOfMemory
}

/// Why bytes are no push.
///
/// Rules PP-2, PP-13 to PP-16.
@nonexhaustive
public enum PushDecodingError: Error, Hashable, Sendable {
    /// So many bytes, more than 5,120; nothing was looked at.
    case tooLarge(Int)
    /// Not JSON, or not UTF-8.
    case malformedJSON
    /// An object has a key twice.
    case duplicateKey
    /// Objects and arrays are more than 8 deep, or an object has more than 64 members.
    case tooComplex
    /// The JSON is no object, or the value under our key is no string.
    case wrongType
    /// There is no value under our key: a push that isn't ours.
    case missing
    /// The text isn't base64 of the one accepted form.
    case malformedBase64
    /// A version of the binary form that this library doesn't know.
    case unsupportedVersion(UInt8)
    /// Not a binary form.
    case malformed
}

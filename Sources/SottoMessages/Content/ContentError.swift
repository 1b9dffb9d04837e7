/// Why content can't be decoded, or may not be sent.
///
/// Fields are named as in the schemas: `ReactionContent.emoji`. Rule CN-4.
@nonexhaustive
public enum ContentError: Error, Hashable, Sendable {
    /// The bytes aren't protobuf: cut off, a varint of more than ten bytes, a group, a field number that none has.
    case malformed
    /// More than ``ContentLimits/byteCount`` bytes.
    case tooLarge
    /// Messages in one another, deeper than any schema goes.
    case tooDeep
    /// The field has another wire type than its schema says.
    case wrongType(field: String)
    /// The field's text isn't UTF-8.
    case invalidText(field: String)
    /// The field has to be there.
    case missing(field: String)
    /// The field's text or bytes are longer, or shorter, than allowed.
    case wrongLength(field: String)
    /// The field is there too often.
    case tooMany(field: String)
    /// The field's value is none that it may have.
    case invalid(field: String)
}

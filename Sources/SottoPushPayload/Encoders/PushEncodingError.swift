/// Why nothing was encoded.
///
/// Rules PP-2, PP-5, PP-6, PP-8, PP-10.
@nonexhaustive
public enum PushEncodingError: Error, Hashable, Sendable {
    /// A budget of so many bytes isn't possible: less than 1 or more than 5,120.
    case budgetOutOfRange(Int)
    /// The service takes at most so many bytes.
    case budgetAboveMaximum(Int)
    /// The budget has no room for an id to fetch.
    case budgetTooSmall
    /// So many bytes more than the budget; an encoder of this library never throws it.
    case overBudget(Int)
    /// An envelope or a preview of no bytes.
    case emptyEnvelope
    /// An id to fetch of so many bytes: none or more than 64.
    case fetchIDLength(Int)
    /// A collapse id of so many random bytes instead of 16.
    case collapseIDLength(Int)
    /// The alert has so many bytes of JSON: none or more than 128.
    case alertLength(Int)
    /// The alert has a control character.
    case alertHasControls
    /// A lifetime of so many seconds: more than four weeks.
    case lifetimeOutOfRange(UInt32)
    /// The device's token is empty, too long, or has a character that none has.
    case invalidToken
}

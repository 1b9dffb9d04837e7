public import SottoIdentity

/// Why nothing was sealed: what was asked for is wrong.
///
/// Rule SS-16.
@nonexhaustive
public enum SealingError: Error, Hashable, Sendable {
    /// The message has no bytes or more than 66,560.
    case messageLength(Int)
    /// The group id has more than 64 bytes.
    case groupIDLength(Int)
    /// There are no recipients or more than 5,000.
    case recipientCount(Int)
    /// A recipient is there twice.
    case repeatedRecipient(Address)
    /// The certificate's own device is among the recipients.
    case ownAddress
    /// The certificate is of another identity key than the one that seals.
    case certificateOfAnotherKey
    /// An agreement came out as all zero.
    case keyNotContributory
}

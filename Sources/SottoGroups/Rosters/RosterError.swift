/// Why a roster was refused.
///
/// Rules GR-1 to GR-4.
@nonexhaustive
public enum RosterError: Error, Hashable, Sendable {
    /// The bytes begin with a suite that isn't known here.
    case unsupportedSuite
    /// The bytes don't have their form.
    case malformed
    /// A group has 1 to 1,000 members.
    case memberCount(Int)
    /// The details have more than 4,096 bytes.
    case detailsTooLarge(Int)
    /// The roster has more than 61,440 bytes.
    case rosterTooLarge(Int)
    /// The revision is at 2^32 − 1.
    case revisionsExhausted
    /// A stored history doesn't have its form.
    case archiveCorrupt
}

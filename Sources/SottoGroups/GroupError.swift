/// Why a group message or the key of a chain was refused; nothing has changed then.
///
/// Rules GR-11 to GR-20.
@nonexhaustive
public enum GroupError: Error, Hashable, Sendable {
    /// The bytes begin with a suite that isn't known here.
    case unsupportedSuite
    /// The bytes don't have their form.
    case malformed
    /// The chain's key hasn't arrived, or was dropped: the message can wait, and its sender can be asked.
    case needsSenderKey(SenderChainID)
    /// The signature, the commitment or the tag doesn't verify.
    case notAuthentic
    /// The message is the sender's, under a roster that isn't among the last 16: it can wait for that roster.
    case unknownRoster(RosterHash)
    /// The message is the sender's, who isn't a member under its roster, or no longer one.
    case senderNotMember
    /// The message skips more than it may.
    case gapTooLarge(gap: UInt64, limit: UInt32)
    /// The message was opened before.
    case alreadyOpened
    /// The message's key was dropped to stay within the limits, or used before that.
    case messageKeyDropped
    /// The message was sent before the place in the chain that its key was given for.
    case sentBeforeKey
    /// The message is authentic and its content doesn't have its form.
    case malformedContent
    /// The content is longer than a message can carry.
    case contentTooLarge(byteCount: Int, limit: Int)
    /// The sending chain is at 2^31 − 1: a new one is needed.
    case chainExhausted
    /// The chain is known with another chain key or another signing key.
    case conflictingSenderKey
    /// The chain's skipped keys are stored and were not loaded.
    case skippedKeysNotLoaded
    /// A stored state doesn't have its form.
    case archiveCorrupt
}

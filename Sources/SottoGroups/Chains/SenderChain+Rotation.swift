/// Why a chain is to be replaced before the next message.
///
/// That somebody left, was removed or has a new identity is for whoever knows the members to say.
public enum RotationReason: Hashable, Sendable {
    /// 1,000 messages were sealed.
    case messages
    /// It is 14 days old.
    case age
    /// It begins more than a day in the future: the clock was wrong, and its age can't be told.
    case clock
}

extension SenderChain {
    /// Why this chain is to be replaced, or nothing.
    ///
    /// Rule GR-21.
    public borrowing func rotationReason(at instant: UInt64) -> RotationReason? {
        if nextIteration >= GroupLimits.maximumMessages { return .messages }
        if instant >= createdAt {
            return instant - createdAt >= GroupLimits.maximumChainAge ? .age : nil
        }
        return createdAt - instant > GroupLimits.maximumClockError ? .clock : nil
    }
}

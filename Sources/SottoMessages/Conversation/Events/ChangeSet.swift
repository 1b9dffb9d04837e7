/// What a batch of events changed on the screen.
///
/// Rule CV-14.
public struct ChangeSet: Hashable, Sendable {
    /// Where the batch came from: only what is live is animated.
    public var cause: Cause
    /// Rows that are new.
    public var inserts: [MessageName] = []
    /// Rows that look different; neighbours of new and removed ones among them.
    public var updates: [MessageName] = []
    /// Rows that are gone.
    public var removals: [MessageName] = []
    /// Events that had no effect, in the order in which they were applied.
    public var refusals: [Refusal] = []
    /// How many waiting events were dropped, as too many waited.
    public var droppedCount = 0
    /// The first message of mine that somebody read since the conversation was opened, once.
    public var firstRead: MessageName?
    /// Whether something else changed: the title, a setting, who types.
    public var changesConversation = false

    /// Where a batch of events came from.
    @nonexhaustive
    public enum Cause: Hashable, Sendable {
        /// It just came.
        case live
        /// It was there before: loading, catching up.
        case history
        /// This user did it on this device.
        case local
    }

    package init(cause: Cause) { self.cause = cause }

    /// Whether nothing is to be drawn again.
    public var isEmpty: Bool {
        inserts.isEmpty && updates.isEmpty && removals.isEmpty && !changesConversation
    }
}

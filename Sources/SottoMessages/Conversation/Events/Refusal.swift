/// An event that has no effect, and why.
///
/// Rule CV-6.
public struct Refusal: Hashable, Sendable {
    /// The event's place in the order.
    public let sequence: UInt64
    /// Who sent it.
    public let author: PersonID
    /// What it wanted to change; nil when it is a message itself.
    public let target: MessageName?
    /// Why it was refused.
    public let reason: Reason

    /// Why an event has no effect.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// The same event came before.
        case duplicate
        /// Its place in the order is taken by another event.
        case sequenceTaken
        /// It belongs to another conversation.
        case otherConversation
        /// Only the author of its target may do this.
        case notTheAuthor
        /// Only an admin of the group may do this.
        case notAnAdmin
        /// Who sent it isn't in the group.
        case notAMember
        /// Who sent a receipt isn't a recipient.
        case notARecipient
        /// Its target can't be changed so: another kind, or one that is never changed.
        case notApplicable
        /// It came after its target was closed, or stopped.
        case closed
        /// It came after its target was deleted.
        case deleted
        /// The time in which it might have come is over, by the author's own clock.
        case tooLate
        /// There were as many before as may be.
        case tooMany
        /// I blocked who sent it.
        case blocked
        /// It names nobody who is known here.
        case unknownAuthor
        /// Another change of the same revision won.
        case superseded
        /// It follows no revision that is known here.
        case unknownParent
    }
}

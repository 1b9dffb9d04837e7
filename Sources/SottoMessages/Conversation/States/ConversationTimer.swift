/// After how long new messages of a conversation disappear.
///
/// Rule CV-22.
public struct ConversationTimer: Hashable, Sendable {
    /// After how many seconds; 0 for never.
    public let seconds: UInt32
    /// The timer's version; 0 before anybody set one.
    public let version: UInt32
    /// Who set it; nil before anybody did.
    public let person: PersonID?
}

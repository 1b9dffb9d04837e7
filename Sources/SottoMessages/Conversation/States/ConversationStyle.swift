/// How a conversation looks, on both sides.
///
/// Rule CV-24.
public struct ConversationStyle: Hashable, Sendable {
    /// The colour and the app's own style.
    public let content: StyleContent
    /// Who set it.
    public let person: PersonID
}

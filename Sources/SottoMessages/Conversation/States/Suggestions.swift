/// Texts that I may send with a tap.
///
/// Rule CV-25.
public struct Suggestions: Hashable, Sendable {
    /// What they are.
    public let form: SuggestionForm
    /// 1 to 3 texts.
    public let texts: [String]
    /// The message that they answer.
    public let target: MessageName?
    /// Who made them.
    public let person: PersonID
}

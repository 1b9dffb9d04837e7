/// A text that grows, as far as its parts follow each other.
///
/// Rule CV-16.
public struct StreamState: Hashable, Sendable {
    /// The text so far.
    public let text: String
    /// The revision up to which it reaches.
    public let revision: UInt32
    /// Whether it is complete.
    public let isFinal: Bool
    /// Whether it is a transcript of what is said.
    public let isTranscript: Bool
    /// The text's language; empty for unknown.
    public let language: String
}

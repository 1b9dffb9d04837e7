/// A message that a search found.
///
/// Rule CV-45.
public struct SearchHit: Hashable, Sendable {
    /// The message.
    public let message: MessageName
    /// Where in it something was found, each part with at least one match.
    public let parts: [Part]

    /// A text of a message, with what was found in it.
    public struct Part: Hashable, Sendable {
        /// Which text.
        public let field: SearchField
        /// The text; what is concealed in it has been replaced, byte by byte.
        public let text: String
        /// What was found in the text: parts between characters.
        public let matches: [TextRange]
    }
}

/// A text of a message that is searched.
///
/// Rule CV-45.
@nonexhaustive
public enum SearchField: Hashable, Sendable {
    /// The text, or what a stream comes to.
    case body
    /// The title of a link's preview, by its index.
    case linkTitle(Int)
    /// A caption; in an album by the index of its item.
    case caption(Int)
    /// What is said in a voice message.
    case transcript
    /// What a moving picture shows.
    case altText
    /// What is at a place.
    case place
    /// A contact's name.
    case contactName
    /// A contact's number, by its index.
    case contactNumber(Int)
    /// A contact's e-mail address, by its index.
    case contactEmail(Int)
    /// A poll's question.
    case question
    /// A poll's option, by its index.
    case option(Int)
    /// What an app says for those who don't have it.
    case fallback
}

/// Plain text where a text is asked for.
///
/// Rule CN-10.
extension TextContent: ExpressibleByStringLiteral {
    /// Makes a text without styles, mentions and previews.
    public init(stringLiteral body: String) { self.init(body: body) }
}

/// What a message answers, as it is drawn above it.
///
/// Rule CV-35.
public struct RowReply: Hashable, Sendable {
    /// What is answered; nil when its author isn't known here.
    public let target: MessageName?
    /// Whether I wrote it.
    public let isMine: Bool
    /// What is shown of it.
    public let quote: Quote

    /// What is shown of a message that is answered.
    @nonexhaustive
    public enum Quote: Hashable, Sendable {
        /// It is here: what it is and one line of it, which may be empty.
        case loaded(ContentNoun, snippet: String)
        /// It isn't here: what who answered it told of it.
        case quoted(ContentNoun, snippet: String)
        /// It was deleted, has expired, or may be opened once: nothing.
        case gone
    }

    /// One line for it, or else its kind; empty when it is gone.
    public func text(in strings: some ReaderStrings) -> String {
        switch quote {
        case .loaded(let noun, let snippet), .quoted(let noun, let snippet):
            snippet.isEmpty ? strings.noun(.name(noun)) : snippet
        case .gone: ""
        }
    }
}

extension Conversation {
    /// What a visible message answers.
    func reply(of record: Int32) -> RowReply? {
        guard let quote = records[Int(record)].content.reply else { return nil }
        let target = person(quote.target.author, from: records[Int(record)].author)
            .map { MessageName(author: $0, id: quote.target.id) }
        return RowReply(
            target: target, isMine: target?.author == me, quote: self.quote(of: target, quote))
    }

    private func quote(of target: MessageName?, _ told: ReplyQuote) -> RowReply.Quote {
        guard let target, let key = knownKey(of: target), let slot = names[key], slot.isBase else {
            let snippet = TextExcerpt.snippet(told.snippet, byteCount: SnippetLimits.byteCount)
            return .quoted(ContentNoun(kindNumber: told.kindNumber), snippet: snippet)
        }
        guard records[Int(slot.record)].facets.isVisible, !isDeleted(slot.record) else { return .gone }
        let form = visibleForm(of: slot.record)
        return form.isViewOnce ? .gone : .loaded(form.noun, snippet: form.snippet)
    }
}

/// How long what is quoted of a message is.
enum SnippetLimits {
    static let byteCount = ContentLimits.lineByteCount
}

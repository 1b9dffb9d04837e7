/// What another message may say of a message: who wrote it, what it is, and a line of it.
///
/// It is made by ``init(_:author:)`` and has nothing that is concealed, so it can be kept and shown. Rule NT-3.
public struct MessageGist: Hashable, Sendable {
    /// Who wrote it.
    public var author: PersonID
    /// What it is.
    public var noun: ContentNoun
    /// A line of it; empty when it has no words, or they are concealed.
    public var snippet: String
    /// Whether it may be looked at once, or has to be uncovered.
    public var concealment: Concealment

    /// How a whole message is concealed.
    public enum Concealment: Hashable, Sendable {
        /// Not at all, or in parts.
        case none
        /// It may be looked at once.
        case viewOnce
        /// It is in invisible ink.
        case invisibleInk
    }

    /// Makes the gist of content.
    public init(_ content: Content, author: PersonID) {
        self.author = author
        concealment = content.concealment
        noun = concealment == .invisibleInk ? .message : content.kind.noun
        snippet = concealment == .none ? content.kind.words(byteCount: Self.byteCount) : ""
    }

    /// Makes a gist from what is known of a message that isn't there.
    public init(author: PersonID, noun: ContentNoun, snippet: String = "", concealment: Concealment = .none) {
        self.author = author
        self.noun = noun
        self.concealment = concealment
        self.snippet = concealment == .none ? TextExcerpt.snippet(snippet, byteCount: Self.byteCount) : ""
    }

    /// The longest line, in bytes of UTF-8.
    public static let byteCount = 128
}

extension Content {
    /// How the whole message is concealed.
    var concealment: MessageGist.Concealment {
        if kind.isViewOnce { return .viewOnce }
        return effect == .invisibleInk ? .invisibleInk : .none
    }
}

extension ContentKind {
    /// Whether anything of it may be looked at once.
    var isViewOnce: Bool {
        switch self {
        case .media(let media): media.isViewOnce
        case .album(let album): album.items.contains { $0.isViewOnce }
        case .note(let note): note.media?.isViewOnce ?? false
        case .edit(let edit):
            edit.media?.isViewOnce ?? false || edit.album?.items.contains { $0.isViewOnce } ?? false
        default: false
        }
    }

    /// What it is called within a text.
    public var noun: ContentNoun {
        switch self {
        case .media(let media): media.form.noun
        case .album: .album
        case .voice: .voiceMessage
        case .sticker: .sticker
        case .gif: .gif
        case .note: .note
        case .call: .call
        case .location(let location): location.liveDuration == nil ? .location : .liveLocation
        case .contact: .contact
        case .poll: .poll
        case .appExtension(let app): app.type.noun
        default: .message
        }
    }

    /// The words that may be quoted, one line; parts that are covered stay so.
    func words(byteCount: Int) -> String {
        switch self {
        case .text(let text): text.line(byteCount: byteCount)
        case .poll(let poll): TextExcerpt.snippet(poll.question, byteCount: byteCount)
        default: ""
        }
    }
}

extension TextContent {
    /// One line of the text with spoilers covered.
    func line(byteCount: Int) -> String {
        let spoilers = styles.filter { $0.style == .spoiler }.map(\.range)
        let shown = spoilers.isEmpty ? body : TextExcerpt.covering(spoilers, in: body)
        return TextExcerpt.snippet(shown, byteCount: byteCount)
    }
}

extension MediaForm {
    /// What it is called within a text.
    public var noun: ContentNoun {
        switch self {
        case .photo: .photo
        case .video: .video
        case .videoNote: .videoNote
        default: .file
        }
    }
}

extension ExtensionType {
    /// What it is called within a text.
    public var noun: ContentNoun {
        switch self {
        case .payment: .payment
        case .sharedActivity: .activity
        case .invite: .invitation
        case .gameSession: .game
        default: .message
        }
    }
}

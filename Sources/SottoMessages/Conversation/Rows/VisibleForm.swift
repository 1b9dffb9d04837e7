/// What may be shown, said or found of a message outside its bubble.
///
/// Nothing that is concealed is in it: of a message that may be opened once, and of one in invisible ink, there is its kind
/// alone, and spoilers are covered. Rule CV-42.
struct VisibleForm {
    /// What kind of thing it is.
    let noun: ContentNoun
    /// Whether it may be opened once.
    let isViewOnce: Bool
    /// Whether it is in invisible ink.
    let isConcealed: Bool
    /// One line of it; empty when there is nothing to say.
    let snippet: String
}

extension Conversation {
    /// What may be shown of a record outside its bubble.
    func visibleForm(of record: Int32) -> VisibleForm {
        let kind = currentKind(of: record)
        let isConcealed = records[Int(record)].content.effect == .invisibleInk
        let isViewOnce = kind.opensOnce
        let snippet: String
        if isConcealed || isViewOnce || isDeleted(record) {
            snippet = ""
        } else if let stream = grownText(of: record) {
            snippet = stream.text
        } else {
            snippet = kind.visibleText(spoiler: TextExcerpt.cover)
        }
        return VisibleForm(
            noun: isConcealed && !isViewOnce ? .message : ContentNoun(kind), isViewOnce: isViewOnce,
            isConcealed: isConcealed,
            snippet: TextExcerpt.snippet(snippet, byteCount: SnippetLimits.byteCount))
    }
}

extension ContentKind {
    /// Whether it may be opened once, or holds something that may.
    var opensOnce: Bool {
        switch self {
        case .media(let media): media.isViewOnce
        case .album(let album): album.items.contains { $0.isViewOnce }
        case .note(let note): note.media?.isViewOnce ?? false
        default: false
        }
    }

    /// What there is to say of it, spoilers covered; empty for nothing.
    func visibleText(spoiler: String) -> String {
        switch self {
        case .text(let text): text.visibleBody(spoiler: spoiler)
        case .media(let media): media.isViewOnce ? "" : media.caption
        case .album(let album): album.items.first { !$0.isViewOnce && !$0.caption.isEmpty }?.caption ?? ""
        case .sticker(let sticker):
            sticker.fallback.isEmpty ? sticker.emoji.display : sticker.fallback
        case .gif(let gif): gif.altText
        case .location(let location): location.name
        case .contact(let contact): contact.name
        case .poll(let poll): poll.question
        case .appExtension(let content): content.fallback
        case .note(let note):
            note.text?.visibleBody(spoiler: spoiler)
                ?? note.media.map { $0.isViewOnce ? "" : $0.caption } ?? ""
        case .streamed(let part): part.text
        default: ""
        }
    }
}

extension TextContent {
    /// The parts that are hidden until the reader asks for them.
    var spoilers: [TextRange] { styles.compactMap { $0.style == .spoiler ? $0.range : nil } }

    /// The text with its spoilers covered.
    func visibleBody(spoiler: String) -> String {
        let spoilers = spoilers
        return spoilers.isEmpty ? body : TextExcerpt.covering(spoilers, in: body, with: spoiler)
    }
}

extension ContentNoun {
    /// What kind of thing content is.
    init(_ kind: ContentKind) {
        self =
            switch kind {
            case .media(let media): ContentNoun(media)
            case .location(let location): location.liveDuration == nil ? .location : .liveLocation
            case .appExtension(let content): ContentNoun(content.type)
            default: ContentNoun(kindNumber: kind.number)
            }
    }

    /// What kind of thing media are.
    init(_ media: MediaContent) {
        self =
            switch media.form {
            case .video: .video
            case .videoNote: .videoNote
            case .file: .file
            default: .photo
            }
    }

    private init(_ type: ExtensionType) {
        self =
            switch type {
            case .payment: .payment
            case .sharedActivity: .activity
            case .invite: .invitation
            case .gameSession: .game
            default: .message
            }
    }

    /// What kind of thing has a number, as far as the number says it.
    init(kindNumber: UInt32) {
        self =
            switch kindNumber {
            case 65: .photo
            case 66: .album
            case 67: .voiceMessage
            case 68: .sticker
            case 69: .gif
            case 77: .note
            case 85: .call
            case 87: .location
            case 88: .contact
            case 89: .poll
            default: .message
            }
    }
}

/// What the reader began to write and didn't send.
///
/// Rule CL-9.
public struct MessageDraft: Hashable, Sendable {
    /// The text with its styles and mentions; its body may be empty.
    public var text: TextContent
    /// What it is about.
    public var purpose: Purpose
    /// Files, by what the app calls them on this device.
    public var attachments: [DraftAttachment]
    /// Whether the files may be looked at once.
    public var isViewOnce: Bool
    /// How the message is to appear.
    public var effect: MessageEffect
    /// When it was changed last.
    public var changedAt: Instant

    /// What a draft is about.
    @nonexhaustive
    public enum Purpose: Hashable, Sendable {
        /// A new message.
        case message
        /// An answer.
        case reply(MessageName)
        /// A new form of a message.
        case edit(MessageName)
    }

    /// Makes a draft.
    public init(
        text: TextContent, purpose: Purpose = .message, attachments: [DraftAttachment] = [],
        isViewOnce: Bool = false, effect: MessageEffect = MessageEffect(rawValue: 0), changedAt: Instant
    ) {
        self.text = text
        self.purpose = purpose
        self.attachments = attachments
        self.isViewOnce = isViewOnce
        self.effect = effect
        self.changedAt = changedAt
    }

    /// Whether there is nothing to keep.
    public var isEmpty: Bool { text.body.isEmpty && attachments.isEmpty && purpose == .message }

    /// One line of it; nothing that will be concealed is in it.
    public var preview: PreviewPhrase {
        guard let first = attachments.first else {
            if effect == .invisibleInk { return .draft(.concealed) }
            return .draft(.text(text.line(byteCount: PreviewPhrase.byteCount)))
        }
        if isViewOnce { return .draft(.viewOnce(attachments.count > 1 ? .album : first.form.noun)) }
        if effect == .invisibleInk { return .draft(.concealed) }
        let line = text.line(byteCount: PreviewPhrase.byteCount)
        let files = attachments.phrase
        return .draft(line.isEmpty ? files : .captioned(files, line))
    }
}

/// A file of a draft.
///
/// Rule CL-9.
public struct DraftAttachment: Hashable, Sendable {
    /// What the app calls it on this device, 1 to 1,024 bytes.
    public var reference: [UInt8]
    /// What it is.
    public var form: MediaForm
    /// Its media type.
    public var mediaType: String

    /// Makes the value.
    public init(reference: [UInt8], form: MediaForm, mediaType: String = "") {
        self.reference = reference
        self.form = form
        self.mediaType = mediaType
    }
}

extension [DraftAttachment] {
    fileprivate var phrase: PreviewPhrase {
        guard count == 1, let first else {
            let photos = count { $0.form == .photo }
            let videos = count { $0.form == .video || $0.form == .videoNote }
            return .album(photos: photos, videos: videos, others: count - photos - videos)
        }
        switch first.form {
        case .photo: return .photo
        case .video: return .video
        case .videoNote: return .videoNote
        default: return .file(name: "")
        }
    }
}

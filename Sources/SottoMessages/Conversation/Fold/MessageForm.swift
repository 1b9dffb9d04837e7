/// What a message is, as far as events that change it ask.
enum MessageForm: Hashable, Sendable {
    case text, media, album, viewOnce, location, stream, call, notice, other
    case poll(options: UInt8, isMultiple: Bool)
    case live(TimeSpan)
    /// A note, with its end.
    case note(Instant)

    init(_ kind: ContentKind) {
        self =
            switch kind {
            case .text: .text
            case .media(let media): media.isViewOnce ? .viewOnce : .media
            case .album(let album): album.items.contains { $0.isViewOnce } ? .viewOnce : .album
            case .location(let location): location.liveDuration.map { .live($0) } ?? .location
            case .streamed: .stream
            case .poll(let poll):
                .poll(
                    options: UInt8(clamping: poll.options.count), isMultiple: poll.isMultiple)
            case .call: .call
            case .note(let note): .note(note.expiresAt)
            case .timerChange, .screenshot, .groupUpdate, .spaceUpdate, .style: .notice
            default: .other
            }
    }

    /// Whether it tells what happened, rather than what somebody said.
    var isNotice: Bool { self == .notice }
    /// Whether its text may grow.
    var isStreamable: Bool { self == .text || self == .stream }
}

extension Change.EditForm {
    init(_ edit: EditContent) {
        if let media = edit.media {
            self = media.isViewOnce ? .viewOnce : .media
        } else if let album = edit.album {
            self = album.items.contains { $0.isViewOnce } ? .viewOnce : .album
        } else {
            self = .text
        }
    }
}

extension Content {
    /// Whether it is a row of its own, named by its author and id.
    var isRow: Bool {
        switch kind {
        case .reaction, .edit, .delete, .pin, .saved, .pollVote, .call, .receipt, .sync, .typing,
            .suggestions,
            .voiceChannel, .request, .presence, .profile, .report, .preview, .null:
            false
        case .location(let location): location.liveStart == nil
        case .sticker(let sticker): sticker.placement == nil
        case .streamed(let part): part.stream == id
        default: true
        }
    }

    /// Forgets what was said.
    mutating func erase() {
        kind = .null(NullContent())
        // What it answered is still named: threads count what is shown of them.
        reply?.snippet = ""
        unknownFields = UnknownFields()
    }

    /// Forgets how files that may be opened once are opened.
    mutating func dropViewOnceKeys() {
        switch kind {
        case .media(var media):
            media.dropKey()
            kind = .media(media)
        case .album(var album):
            for index in album.items.indices { album.items[index].dropKey() }
            kind = .album(album)
        default: break
        }
    }
}

extension MediaContent {
    fileprivate mutating func dropKey() {
        guard isViewOnce else { return }
        attachment = AttachmentPointer(id: [], key: [], digest: [])
        blurPreview = []
    }
}

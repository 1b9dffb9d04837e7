/// What a row is.
///
/// The whole content: what is concealed on the screen until the reader asks for it is in it. Rule CV-34.
@nonexhaustive
public enum RowBody: Hashable, Sendable {
    /// A text, after edits.
    case text(TextContent)
    /// A photo, a video, a video note or a file, after edits.
    case media(MediaContent)
    /// Several media, after edits.
    case album(AlbumContent)
    /// What may be opened once.
    case viewOnce(RowViewOnce)
    /// A voice message.
    case voice(VoiceContent)
    /// A sticker.
    case sticker(StickerContent)
    /// A short picture that moves.
    case gif(GifContent)
    /// A place; with its newest state when it is told again for a while.
    case location(LocationContent, LiveLocation?)
    /// A contact.
    case contact(ContactContent)
    /// A poll with its votes.
    case poll(PollState)
    /// What an app added.
    case appExtension(AppExtensionContent)
    /// A short broadcast.
    case note(NoteContent)
    /// A text that grows.
    case stream(StreamState)
    /// A call.
    case call(CallState)
    /// A message that was deleted for everyone, and who did it.
    case deleted(by: PersonID, isMine: Bool)
    /// A kind that this version doesn't know.
    case unsupported(kindNumber: UInt32)
    /// What happened, rather than what somebody said.
    case notice(NoticePhrase)
}

/// What may be opened once, as it is drawn.
///
/// Rule CV-34.
public struct RowViewOnce: Hashable, Sendable {
    /// A photo, a video or another thing.
    public let noun: ContentNoun
    /// Whether it was opened: by me, or what I sent by all its recipients.
    public let isOpened: Bool
    /// What is to be opened: one, or an album's; none once it was, and for what I sent.
    public let media: [MediaContent]

    package init(noun: ContentNoun, isOpened: Bool, media: [MediaContent]) {
        self.noun = noun
        self.isOpened = isOpened
        self.media = media
    }
}

extension Conversation {
    /// What a visible record is.
    func body(of record: Int32, in context: RowContext) -> RowBody {
        let author = records[Int(record)].author
        if let notice = localNotice(of: record) {
            switch notice {
            case .identityChanged(let person):
                return .notice(.safetyNumberChanged(name: context.line(for: person)))
            }
        }
        if let deleter = deleter(of: record) {
            return .deleted(by: people[deleter], isMine: deleter == People.me)
        }
        if let call = call(of: record) { return .call(call) }
        if let stream = grownText(of: record) { return .stream(stream) }
        switch currentKind(of: record) {
        case .text(let text): return .text(text)
        case .media(let media): return body(of: media, record)
        case .album(let album): return body(of: album, record)
        case .voice(let voice): return .voice(voice)
        case .sticker(let sticker): return .sticker(sticker)
        case .gif(let gif): return .gif(gif)
        case .location(let location): return .location(location, liveLocation(of: record))
        case .contact(let contact): return .contact(contact)
        case .poll(let poll): return .poll(self.poll(of: record) ?? PollState(poll))
        case .appExtension(let content): return .appExtension(content)
        case .note(let note): return .note(note)
        case .streamed(let part): return .stream(StreamState(part))
        case .unknown(let number, _): return .unsupported(kindNumber: number)
        case let other:
            let phrase = context.phrase(people[author], isMe: author == People.me)
            return .notice(notice(other, by: phrase, author: author, in: context) ?? .unsupported)
        }
    }

    private func body(of media: MediaContent, _ record: Int32) -> RowBody {
        media.isViewOnce ? viewOnce(ContentNoun(media), [media], record) : .media(media)
    }

    private func body(of album: AlbumContent, _ record: Int32) -> RowBody {
        let isOnce = album.items.contains { $0.isViewOnce }
        return isOnce ? viewOnce(.album, album.items, record) : .album(album)
    }

    private func viewOnce(_ noun: ContentNoun, _ media: [MediaContent], _ record: Int32) -> RowBody {
        let isOpened = isOpened(record)
        let isHidden = isOpened || records[Int(record)].isMine
        return .viewOnce(RowViewOnce(noun: noun, isOpened: isOpened, media: isHidden ? [] : media))
    }

    /// What a text or a stream grew to; nil when it didn't, or was edited.
    func grownText(of record: Int32) -> StreamState? {
        guard records[Int(record)].form.isStreamable else { return nil }
        let index = records[Int(record)].extras
        if index != MessageRecord.none, extras[Int(index)].state.current != nil { return nil }
        return stream(of: record)
    }

    /// Who deleted a record for everyone.
    func deleter(of record: Int32) -> Int32? {
        let index = records[Int(record)].extras
        return index == MessageRecord.none ? nil : extras[Int(index)].state.deletedBy
    }

    func isDeleted(_ record: Int32) -> Bool { deleter(of: record) != nil }

    /// What a record is after edits.
    func currentKind(of record: Int32) -> ContentKind {
        let index = records[Int(record)].extras
        guard index != MessageRecord.none, let edit = extras[Int(index)].state.current else {
            return records[Int(record)].content.kind
        }
        return edit.content.kind ?? records[Int(record)].content.kind
    }

    /// All forms of a record that was edited, the oldest first.
    func edits(of record: Int32) -> [RowEdit] {
        let index = records[Int(record)].extras
        guard index != MessageRecord.none, !extras[Int(index)].state.edits.isEmpty else { return [] }
        let original = records[Int(record)]
        let first = RowEdit(
            kind: original.content.kind, sentAt: original.content.sentAt, receivedAt: original.receivedAt)
        return [first]
            + extras[Int(index)].state.edits.compactMap { edit in
                edit.content.kind.map {
                    RowEdit(kind: $0, sentAt: edit.sentAt, receivedAt: edit.receivedAt)
                }
            }
    }
}

extension EditContent {
    /// The new content as a kind.
    var kind: ContentKind? {
        if let text { return .text(text) }
        if let media { return .media(media) }
        return album.map { .album($0) }
    }
}

extension PollState {
    /// A poll without votes.
    init(_ poll: PollContent) {
        self.init(
            question: poll.question, options: poll.options.map { Option(text: $0, voters: []) },
            isMultiple: poll.isMultiple, voterCount: 0, myOptions: [], isClosed: false)
    }
}

extension StreamState {
    /// One part alone.
    init(_ part: StreamedContent) {
        self.init(
            text: part.text, revision: part.revision, isFinal: part.isFinal,
            isTranscript: part.isTranscript, language: part.language)
    }
}

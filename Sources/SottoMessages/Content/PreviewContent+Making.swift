/// Rule CN-29.
extension Content {
    /// The preview of a message, to be sent beside it; nil when nobody is told of such a message at once.
    ///
    /// It has at most ``PreviewContent/maximumByteCount`` bytes when encoded, as long as no user it names has more than 16.
    ///
    /// - Parameter id: The preview's own id.
    public func preview(id: MessageID) -> Content? {
        guard let preview = PreviewContent(of: self) else { return nil }
        var content = Content(id: id, sentAt: sentAt, kind: .preview(preview))
        content.group = group
        content.timer = timer
        content.effect = effect
        content.forwardHops = forwardHops
        if let reply { content.reply = ReplyQuote(target: reply.target, kindNumber: reply.kindNumber) }
        return content
    }

    /// What this preview says, in the form of the message that it is of, for whoever decides what is shown of it.
    ///
    /// It has the message's id and no more than the preview tells, so it can't be sent; anything else is given back as it is.
    package var previewed: Content {
        guard case .preview(let preview) = kind else { return self }
        var content = self
        content.id = preview.message
        content.kind = preview.standIn
        return content
    }
}

/// Rule CN-29.
extension PreviewContent {
    /// What a preview has at most when it is encoded.
    public static let maximumByteCount = 640

    /// The bytes of the users that a preview names, together.
    static let mentionByteCount = 128

    /// Makes the preview of content; nil for kinds that nobody is told of at once.
    init?(of content: Content) {
        guard content.kind.isPreviewed(in: content) else { return nil }
        self.init()
        message = content.id
        kind = content.kind.number
        isViewOnce = content.kind.isViewOnce
        if content.concealment == .none {
            text = content.kind.previewWords(byteCount: ContentLimits.lineByteCount)
        }
        describe(content.kind)
    }

    private mutating func describe(_ kind: ContentKind) {
        switch kind {
        case .text(let text): name(text.mentions)
        case .media(let media): form = media.form
        case .note(let note): form = note.media?.form ?? .unset
        case .album(let album):
            for item in album.items {
                switch item.form {
                case .photo: photos += 1
                case .video, .videoNote: videos += 1
                default: others += 1
                }
            }
        case .voice(let voice): duration = voice.duration
        case .location(let location): duration = location.liveDuration ?? .unset
        case .call(let call):
            self.call = call.call
            callEvent = call.event
            isVideo = call.isVideo
        default: break
        }
    }

    /// Names users in the order of the text, each once, until there is no room.
    private mutating func name(_ named: [Mention]) {
        var room = Self.mentionByteCount
        for mention in named where !mentions.contains(mention.user) {
            room -= mention.user.count
            guard room >= 0, mentions.count < ContentLimits.previewMentionCount else { return }
            mentions.append(mention.user)
        }
    }

    /// A message that would give this preview.
    fileprivate var standIn: ContentKind {
        let pointer = AttachmentPointer(id: [], key: [], digest: [])
        let item = MediaContent(
            attachment: pointer, form: form, caption: isViewOnce ? "" : text, isViewOnce: isViewOnce)
        switch kind {
        case 64:
            let none = TextRange(start: 0, count: 0)
            return .text(
                TextContent(body: text, mentions: mentions.map { Mention(range: none, user: $0) }))
        case 65: return .media(item)
        case 66: return .album(AlbumContent(items: items(pointer)))
        case 67:
            return .voice(
                VoiceContent(attachment: pointer, duration: duration, barCount: 0, packedBars: []))
        case 68: return .sticker(StickerContent(emoji: Emoji(text), format: .png, size: .normal))
        case 69: return .gif(GifContent())
        case 77:
            return .note(
                NoteContent(
                    form: .story, text: text.isEmpty ? nil : TextContent(body: text),
                    media: form == .unset ? nil : item, expiresAt: .unset))
        case 85: return .call(CallContent(call: call, event: callEvent, isVideo: isVideo))
        case 86: return .appExtension(AppExtensionContent(app: "", type: ExtensionType(""), fallback: text))
        case 87: return .location(LocationContent(liveDuration: duration == .unset ? nil : duration))
        case 88: return .contact(ContactContent(name: text))
        case 89: return .poll(PollContent(question: text, options: []))
        case 92: return .streamed(StreamedContent(stream: message, revision: 1, text: text))
        default: return .unknown(number: kind, bytes: [])
        }
    }

    private func items(_ pointer: AttachmentPointer) -> [MediaContent] {
        let counts = [(MediaForm.photo, photos), (.video, videos), (.file, others)]
        return counts.flatMap { form, count in
            let item = MediaContent(attachment: pointer, form: form, isViewOnce: isViewOnce)
            return [MediaContent](
                repeating: item, count: min(Int(count), ContentLimits.albumCount))
        }
    }
}

extension ContentKind {
    /// Whether somebody is told of it at once, by a text that a preview has room for.
    fileprivate func isPreviewed(in content: Content) -> Bool {
        switch self {
        case .call(let call): call.event == .offer || call.event == .groupOpened
        case .streamed(let part): part.stream == content.id && !part.isAppended
        default: isBubble
        }
    }

    /// The words of a preview, one line, without what is covered.
    fileprivate func previewWords(byteCount: Int) -> String {
        let line = { (text: String) in TextExcerpt.snippet(text, byteCount: byteCount) }
        return switch self {
        case .text(let text): text.line(byteCount: byteCount)
        case .media(let media): line(media.caption)
        case .note(let note): note.text?.line(byteCount: byteCount) ?? line(note.media?.caption ?? "")
        case .sticker(let sticker): sticker.emoji.key
        case .appExtension(let app): line(app.fallback)
        case .contact(let contact): line(contact.name)
        case .poll(let poll): line(poll.question)
        case .streamed(let part): line(part.text)
        default: ""
        }
    }
}

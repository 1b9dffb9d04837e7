/// Rules NT-2 to NT-6.
extension PreviewPhrase {
    /// The longest line of a preview, in bytes of UTF-8.
    public static let byteCount = 256

    /// One line for content, without the name of who sent it.
    ///
    /// Nothing that is concealed is in it. Content that shows nothing gives ``empty``.
    ///
    /// - Parameters:
    ///   - content: What was sent.
    ///   - author: Who sent it.
    ///   - target: The message that it changes or names; nil when it isn't known, and then nothing is told of it.
    ///   - names: What people are called.
    public init(_ content: Content, author: PersonID, target: MessageGist? = nil, names: PeopleNames) {
        let source = PreviewSource(content: content, author: author, target: target, names: names)
        self = source.phrase
    }

    /// The line with the name of its author where a list needs it: in groups, and for the reader's own.
    public func line(by author: PersonID, isGroup: Bool, names: PeopleNames) -> PreviewPhrase {
        guard self != .empty, isGroup || author == names.me else { return self }
        return .by(names.phrase(for: author), self)
    }
}

/// What a preview is made from.
private struct PreviewSource {
    let content: Content
    let author: PersonID
    let target: MessageGist?
    let names: PeopleNames

    private var who: PersonPhrase { names.phrase(for: author) }
    private var thing: ContentNoun { target?.noun ?? .message }

    var phrase: PreviewPhrase {
        switch content.kind {
        case .reaction(let reaction): return phrase(of: reaction)
        case .edit(let edit): return phrase(of: edit)
        case .streamed(let part): return phrase(of: part)
        default: break
        }
        guard content.kind.isBubble else { return notice }
        switch content.concealment {
        case .viewOnce: return .viewOnce(content.kind.hiddenNoun)
        case .invisibleInk: return .concealed
        case .none: return content.kind.bubble
        }
    }

    private func phrase(of reaction: ReactionContent) -> PreviewPhrase {
        let emoji = reaction.emoji.display
        let snippet = target?.concealment == MessageGist.Concealment.none ? target?.snippet ?? "" : ""
        return reaction.removes
            ? .reactionRemoved(emoji: emoji, from: thing, snippet: snippet)
            : .reacted(emoji: emoji, to: thing, snippet: snippet)
    }

    /// Whether an edit's text may be shown depends on the message that it changes.
    private func phrase(of edit: EditContent) -> PreviewPhrase {
        guard let target, target.author == author else { return .edited(.empty) }
        if target.concealment == .viewOnce || content.concealment == .viewOnce {
            return .edited(.viewOnce(target.noun))
        }
        if target.concealment == .invisibleInk || content.concealment == .invisibleInk {
            return .edited(.concealed)
        }
        return .edited(edit.newKind?.bubble ?? .empty)
    }

    private func phrase(of part: StreamedContent) -> PreviewPhrase {
        let isStart = part.stream == content.id
        guard !part.isAppended, isStart || target?.concealment == MessageGist.Concealment.none,
            content.concealment == .none
        else { return isStart && content.concealment != .none ? .concealed : .empty }
        let text = TextExcerpt.snippet(part.text, byteCount: PreviewPhrase.byteCount)
        return text.isEmpty ? .empty : .text(text)
    }

    private var notice: PreviewPhrase {
        switch content.kind {
        case .delete(let deletion): deletion.scope == .everyone ? .deleted : .empty
        case .pin(let pin): .notice(pin.removes ? .unpinned(by: who, thing) : .pinned(by: who, thing))
        case .timerChange(let timer):
            .notice(
                timer.seconds == 0 ? .timerOff(by: who) : .timerSet(by: who, TimeSpan(seconds: timer.seconds))
            )
        case .screenshot(let capture): .notice(phrase(of: capture))
        case .saved(let saved):
            .notice(saved.removes ? .unsavedInChat(by: who, thing) : .savedInChat(by: who, thing))
        case .groupUpdate(let update): .notice(update.notice(by: author, names: names))
        case .style: .notice(.styleChanged(by: who))
        case .call(let call): call.preview(isMine: author == names.me, by: who)
        case .pollVote(let vote):
            vote.closes ? .notice(.pollClosed(question: target?.snippet ?? "")) : .empty
        case .request(let request):
            request.action == .accepted ? .notice(.requestAccepted(by: who)) : .empty
        case .unknown: .unsupported
        default: .empty
        }
    }

    private func phrase(of capture: ScreenshotContent) -> NoticePhrase {
        let isRecording = capture.form == .recording
        guard capture.target != nil else { return isRecording ? .recording(by: who) : .screenshot(by: who) }
        return isRecording ? .recordingOfViewOnce(by: who, thing) : .screenshotOfViewOnce(by: who, thing)
    }
}

extension EditContent {
    /// What the message is afterwards.
    var newKind: ContentKind? {
        if let text { return .text(text) }
        if let media { return .media(media) }
        return album.map(ContentKind.album)
    }
}

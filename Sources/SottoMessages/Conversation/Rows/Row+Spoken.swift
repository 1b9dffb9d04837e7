// The parts of what is said of rows.

extension Row {
    /// What kind of thing it is.
    var noun: ContentNoun {
        switch body {
        case .viewOnce(let once): once.noun
        case .location(let location, let live):
            live == nil && location.liveDuration == nil ? .location : .liveLocation
        case .call: .call
        case .poll: .poll
        default: body.kind.map { ContentNoun($0) } ?? .message
        }
    }

    /// What there is to say of it, spoilers covered; empty for nothing.
    func visibleText(spoiler: String) -> String {
        switch body {
        case .poll(let poll): poll.question
        case .stream(let stream): stream.text
        case .location(let location, let live):
            live.flatMap { $0.name.isEmpty ? nil : $0.name } ?? location.name
        default: body.kind?.visibleText(spoiler: spoiler) ?? ""
        }
    }
}

extension RowBody {
    /// The content, where it is as it was sent.
    fileprivate var kind: ContentKind? {
        switch self {
        case .text(let text): .text(text)
        case .media(let media): .media(media)
        case .album(let album): .album(album)
        case .voice(let voice): .voice(voice)
        case .sticker(let sticker): .sticker(sticker)
        case .gif(let gif): .gif(gif)
        case .contact(let contact): .contact(contact)
        case .appExtension(let content): .appExtension(content)
        case .note(let note): .note(note)
        default: nil
        }
    }
}

extension RowReply {
    /// What is said of what is answered.
    func spokenText(in context: RowContext) -> String {
        switch quote {
        case .loaded(let noun, let snippet), .quoted(let noun, let snippet):
            if !snippet.isEmpty { return snippet }
            return context.strings.noun(isMine ? .yours(noun) : .one(noun))
        case .gone: return ""
        }
    }
}

extension SendState {
    /// The state in words, without a time.
    var phrase: StatusPhrase {
        switch self {
        case .queued: .queued
        case .sending: .sending
        case .sent: .sent
        case .delivered: .delivered
        case .read: .read(time: "")
        case .viewed: .viewed(time: "")
        case .failed: .failed
        }
    }
}

extension CallState {
    /// The call as the reader sees it.
    public func phrase(isMine: Bool) -> CallPhrase {
        switch phase {
        case .ringing: return isMine ? .outgoing(isVideo: isVideo) : .incoming(isVideo: isVideo)
        case .ongoing: return .ongoing(isVideo: isVideo)
        case .ended: break
        }
        if endReason == .failed { return .failed(isVideo: isVideo) }
        if endReason == .answeredElsewhere { return .answeredElsewhere(isVideo: isVideo) }
        if answeredAt != nil {
            return .ended(isVideo: isVideo, duration: duration ?? TimeSpan(milliseconds: 0))
        }
        if endReason == .declined { return isMine ? .busy(isVideo: isVideo) : .declined(isVideo: isVideo) }
        return isMine ? .unanswered(isVideo: isVideo) : .missed(isVideo: isVideo)
    }

    func notice(isMine: Bool, by: PersonPhrase) -> NoticePhrase {
        guard isGroup else { return .call(phrase(isMine: isMine)) }
        return phase == .ended
            ? .groupCallEnded(isVideo: isVideo) : .groupCallStarted(by: by, isVideo: isVideo)
    }
}

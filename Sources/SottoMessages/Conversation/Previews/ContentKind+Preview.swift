extension ContentKind {
    /// Whether it is drawn as something that somebody said.
    var isBubble: Bool {
        switch self {
        case .text, .media, .album, .voice, .sticker, .gif, .note, .appExtension, .contact, .poll: true
        case .location(let location): location.liveStart == nil && !location.stops
        default: false
        }
    }

    /// What may be looked at once, by its noun; media of a note have their own.
    var hiddenNoun: ContentNoun {
        if case .note(let note) = self { return note.media?.form.noun ?? .note }
        return noun
    }

    /// One line for what somebody said and didn't conceal.
    var bubble: PreviewPhrase {
        let byteCount = PreviewPhrase.byteCount
        switch self {
        case .text(let text): return .text(text.line(byteCount: byteCount))
        case .media(let media): return media.preview
        case .album(let album): return album.preview
        case .voice(let voice): return .voice(voice.duration)
        case .sticker(let sticker): return .sticker(emoji: sticker.emoji.display)
        case .gif: return .gif
        case .note(let note): return .note(text: note.line(byteCount: byteCount))
        case .appExtension(let app): return app.preview(byteCount: byteCount)
        case .location(let location): return location.liveDuration == nil ? .location : .liveLocation
        case .contact(let contact):
            return .contact(name: TextExcerpt.snippet(contact.name, byteCount: byteCount))
        case .poll(let poll):
            return .poll(question: TextExcerpt.snippet(poll.question, byteCount: byteCount))
        default: return .empty
        }
    }
}

extension MediaContent {
    fileprivate var preview: PreviewPhrase {
        let phrase: PreviewPhrase =
            switch form {
            case .photo: .photo
            case .video: .video
            case .videoNote: .videoNote
            default: .file(name: "")
            }
        let line = TextExcerpt.snippet(caption, byteCount: PreviewPhrase.byteCount)
        return line.isEmpty ? phrase : .captioned(phrase, line)
    }
}

extension AlbumContent {
    fileprivate var preview: PreviewPhrase {
        let photos = items.count { $0.form == .photo }
        let videos = items.count { $0.form == .video || $0.form == .videoNote }
        return .album(photos: photos, videos: videos, others: items.count - photos - videos)
    }
}

extension NoteContent {
    fileprivate func line(byteCount: Int) -> String {
        if let text { return text.line(byteCount: byteCount) }
        return media.map { TextExcerpt.snippet($0.caption, byteCount: byteCount) } ?? ""
    }
}

extension AppExtensionContent {
    fileprivate func preview(byteCount: Int) -> PreviewPhrase {
        let line = { (text: String) in TextExcerpt.snippet(text, byteCount: byteCount) }
        if let payment {
            let amount = AmountPhrase(
                minorUnits: payment.amount.minorUnits, currency: payment.amount.currency.letters)
            return payment.form == .request ? .paymentRequest(amount) : .payment(amount)
        }
        if let sharedActivity { return .activity(title: line(sharedActivity.title)) }
        if let invite { return .invitation(title: line(invite.title)) }
        if let gameSession { return .game(title: line(gameSession.title)) }
        return .app(fallback: line(fallback))
    }
}

extension CallContent {
    /// One line for an event of a call; most have none.
    func preview(isMine: Bool, by who: PersonPhrase) -> PreviewPhrase {
        switch event {
        case .offer: .call(isMine ? .outgoing(isVideo: isVideo) : .incoming(isVideo: isVideo))
        case .groupOpened: .notice(.groupCallStarted(by: who, isVideo: isVideo))
        case .groupClosed: .notice(.groupCallEnded(isVideo: isVideo))
        case .busy: .call(.busy(isVideo: isVideo))
        case .hangUp: .call(end(isMine: isMine))
        default: .empty
        }
    }

    private func end(isMine: Bool) -> CallPhrase {
        switch reason {
        case .missed: isMine ? .unanswered(isVideo: isVideo) : .missed(isVideo: isVideo)
        case .declined: isMine ? .declined(isVideo: isVideo) : .busy(isVideo: isVideo)
        case .answeredElsewhere: .answeredElsewhere(isVideo: isVideo)
        case .failed: .failed(isVideo: isVideo)
        default: .ended(isVideo: isVideo, duration: duration)
        }
    }
}

extension CallState {
    /// One line for a call as it stands.
    func preview(names: PeopleNames) -> PreviewPhrase {
        if isGroup {
            return .notice(
                phase == .ended
                    ? .groupCallEnded(isVideo: isVideo)
                    : .groupCallStarted(by: names.phrase(for: caller), isVideo: isVideo))
        }
        let isMine = caller == names.me
        switch phase {
        case .ringing: return .call(isMine ? .outgoing(isVideo: isVideo) : .incoming(isVideo: isVideo))
        case .ongoing: return .call(.ongoing(isVideo: isVideo))
        case .ended: return .call(end(isMine: isMine))
        }
    }

    private func end(isMine: Bool) -> CallPhrase {
        if isMissed { return .missed(isVideo: isVideo) }
        switch endReason {
        case .declined: return isMine ? .busy(isVideo: isVideo) : .declined(isVideo: isVideo)
        case .answeredElsewhere: return .answeredElsewhere(isVideo: isVideo)
        case .failed: return .failed(isVideo: isVideo)
        default: break
        }
        guard answeredAt != nil || duration != nil else {
            return isMine ? .unanswered(isVideo: isVideo) : .missed(isVideo: isVideo)
        }
        return .ended(isVideo: isVideo, duration: duration ?? TimeSpan(milliseconds: 0))
    }
}

extension GroupUpdateContent {
    /// What changed, and who changed it.
    func notice(by author: PersonID, names: PeopleNames) -> NoticePhrase {
        let title = TextExcerpt.snippet(name, byteCount: PeopleNames.byteCount)
        let people = users.prefix(Self.nameCount).map { names.phrase(for: $0) }
        let change: GroupPhrase? =
            switch action {
            case .create: .created(title: title)
            case .rename: .renamed(title: title)
            case .describe: .described(TextExcerpt.snippet(summary, byteCount: PreviewPhrase.byteCount))
            case .setAvatar: .pictureChanged
            case .setColor: .colorChanged
            case .add: users == [author.bytes] ? .joined : .added(people)
            case .remove: .removed(people)
            case .leave: .left
            case .promote: .promoted(people)
            case .demote: .demoted(people)
            case .setInviteLink: link.isEmpty ? .linkDisabled : .linkEnabled
            case .setPermissions: .permissionsChanged
            default: nil
            }
        return change.map { .group(by: names.phrase(for: author), $0) } ?? .unsupported
    }

    /// As many names fit a line.
    private static let nameCount = 16
}

// What notices say.

extension Conversation {
    /// What a kind tells that is a notice; nil for others.
    ///
    /// Rule CV-34.
    func notice(
        _ kind: ContentKind, by person: PersonPhrase, author: Int32, in context: RowContext
    ) -> NoticePhrase? {
        switch kind {
        case .timerChange(let change):
            return change.span.map { .timerSet(by: person, $0) } ?? .timerOff(by: person)
        case .screenshot(let capture): return notice(capture, by: person, author: author)
        case .saved(let saved):
            let noun = noun(of: saved.target, from: author)
            return saved.removes ? .unsavedInChat(by: person, noun) : .savedInChat(by: person, noun)
        case .pin(let pin):
            let noun = noun(of: pin.target, from: author)
            return pin.removes ? .unpinned(by: person, noun) : .pinned(by: person, noun)
        case .groupUpdate(let update): return notice(update, by: person, author: author, in: context)
        case .spaceUpdate(let space): return .group(by: person, .renamed(title: Self.line(space.name)))
        case .style: return .styleChanged(by: person)
        case .request(let request):
            return request.action == .accepted ? .requestAccepted(by: person) : nil
        default: return nil
        }
    }

    private func notice(
        _ capture: ScreenshotContent, by person: PersonPhrase, author: Int32
    ) -> NoticePhrase {
        guard let target = capture.target else {
            return capture.form == .recording ? .recording(by: person) : .screenshot(by: person)
        }
        let noun = noun(of: target, from: author)
        return capture.form == .recording
            ? .recordingOfViewOnce(by: person, noun) : .screenshotOfViewOnce(by: person, noun)
    }

    private func notice(
        _ update: GroupUpdateContent, by person: PersonPhrase, author: Int32, in context: RowContext
    ) -> NoticePhrase {
        let users = update.users.compactMap { PersonID($0) }
        let names = users.map { context.phrase($0, isMe: $0 == me) }
        let phrase: GroupPhrase? =
            switch update.action {
            case .create: .created(title: Self.line(update.name))
            case .rename: .renamed(title: Self.line(update.name))
            case .describe: .described(Self.line(update.summary))
            case .setAvatar: .pictureChanged
            case .setColor: .colorChanged
            // Who comes through the link adds nobody else.
            case .add: users == [people[author]] ? .joined : .added(names)
            case .remove: .removed(names)
            case .leave: .left
            case .promote: .promoted(names)
            case .demote: .demoted(names)
            case .setInviteLink: update.link.isEmpty ? .linkDisabled : .linkEnabled
            case .setPermissions: .permissionsChanged
            default: nil
            }
        return phrase.map { .group(by: person, $0) } ?? .unsupported
    }

    private static func line(_ text: String) -> String {
        TextExcerpt.snippet(text, byteCount: SnippetLimits.byteCount)
    }

    /// What kind of thing a reference names; a message when it isn't known here.
    private func noun(of reference: MessageRef, from author: Int32) -> ContentNoun {
        guard let person = person(reference.author, from: author),
            let record = record(of: MessageName(author: person, id: reference.id))
        else { return .message }
        return ContentNoun(currentKind(of: record))
    }
}

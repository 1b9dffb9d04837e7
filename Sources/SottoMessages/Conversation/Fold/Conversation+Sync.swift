/// What my other devices tell this one.
extension Conversation {
    mutating func apply(_ sync: SyncContent, _ message: MessageEvent, _ place: ChangePlace) {
        guard place.author == People.me else {
            return refuse(place.sequence, by: place.author, .notTheAuthor)
        }
        if let sent = sync.sent { apply(sent, message, place) }
        for mark in sync.read?.marks ?? [] where isThis(mark.conversation) { apply(mark, place) }
        if let blocked = sync.blocked { apply(blocked, place) }
        if let verified = sync.verified, let person = PersonID(verified.user) {
            apply(verified.state, of: person, place)
        }
        if let settings = sync.settings { note(settings, place.sequence) }
        if let deletions = sync.deletions {
            for target in deletions.messages { apply(.deleted, to: target, place) }
            if deletions.conversations.contains(where: { isThis($0) }) { clear(through: place.sequence) }
        }
        for target in sync.opened?.messages ?? [] { apply(.opened, to: target, place) }
    }

    /// Takes what I sent on another device, as if this one had sent it.
    private mutating func apply(_ sent: SentTranscript, _ message: MessageEvent, _ place: ChangePlace) {
        guard isThis(sent.conversation) else { return }
        guard let content = try? Content(decoding: sent.content) else {
            return refuse(place.sequence, by: place.author, .notApplicable)
        }
        // Transcripts don't stand in each other.
        if case .sync = content.kind { return refuse(place.sequence, by: place.author, .notApplicable) }
        var inner = message
        inner.content = content
        if inner.recipients.isEmpty { inner.recipients = sent.sealedUsers.compactMap { PersonID($0) } }
        inner.isSealed = !sent.sealedUsers.isEmpty
        apply(
            inner,
            ChangePlace(
                sequence: place.sequence, receivedAt: place.receivedAt, author: place.author, content: content
            ))
        guard content.isRow else { return }
        let key = NameKey(author: People.me, id: content.id)
        apply(MessageFact(sequence: place.sequence, receivedAt: place.receivedAt, action: .sent), to: key)
    }

    private mutating func apply(_ mark: ReadMark, _ place: ChangePlace) {
        noteMarkedUnread(false, place.sequence)
        guard let target = resolve(mark.newest, from: place.author) else {
            return refuse(place.sequence, by: place.author, .unknownAuthor)
        }
        let at = mark.readAt == .unset ? place.receivedAt : mark.readAt
        markSynced(target, at: at)
    }

    private mutating func apply(_ list: BlockList, _ place: ChangePlace) {
        let numbers = list.users.compactMap { PersonID($0) }
            .compactMap { number(of: $0, limit: FoldLimits.namedPeople) }
        guard blocks.insert(Set(numbers), sequence: place.sequence) else { return }
        refoldAll()
    }

    private mutating func apply(_ state: VerifiedState, of person: PersonID, _ place: ChangePlace) {
        guard number(of: person) != nil else { return }
        switch state {
        case .verified: note(.verified, of: person, place.sequence)
        case .unverified: note(.unverified, of: person, place.sequence)
        case .changed: note(.changed, of: person, place.sequence)
        default: break
        }
    }

    private mutating func apply(_ action: MessageFact.Action, to reference: MessageRef, _ place: ChangePlace)
    {
        guard let target = resolve(reference, from: place.author) else {
            return refuse(place.sequence, by: place.author, .unknownAuthor)
        }
        apply(MessageFact(sequence: place.sequence, receivedAt: place.receivedAt, action: action), to: target)
    }
}

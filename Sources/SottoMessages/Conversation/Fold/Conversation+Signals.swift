/// What makes no row: typing, suggestions, voice channels, requests, settings, and who was verified.
extension Conversation {
    mutating func applySignal(_ kind: ContentKind, _ place: ChangePlace) {
        batch.result.changesConversation = true
        switch kind {
        case .typing(let typing): note(typing, place)
        case .suggestions(let value):
            let target = value.target.flatMap { resolve($0, from: place.author) }
            suggested.insert(place.entry(Suggested(content: value, target: target)))
        case .voiceChannel(let value):
            guard channels[value.channel] != nil || channels.count < FoldLimits.voiceChannels else {
                return refuse(place.sequence, by: place.author, .tooMany)
            }
            channels[value.channel, default: Register()].insert(place.entry(value))
        case .request(let request): apply(request, place)
        default: break
        }
    }

    private mutating func note(_ typing: TypingContent, _ place: ChangePlace) {
        let target = typing.thread.flatMap { resolve($0, from: place.author) }
        if let known = typingNews[place.author], known.sequence >= place.sequence { return }
        typingNews[place.author] = TypingNews(
            sequence: place.sequence, receivedAt: place.receivedAt, isTyping: typing.isTyping,
            interval: typing.repeatInterval, thread: target)
    }

    /// Notes that somebody's message arrived: they no longer type it.
    mutating func noteMessage(by author: Int32, _ sequence: UInt64) {
        if let known = newest[author], known >= sequence { return }
        newest[author] = sequence
    }

    private mutating func apply(_ request: RequestContent, _ place: ChangePlace) {
        guard place.author == People.me else {
            return refuse(place.sequence, by: place.author, .notTheAuthor)
        }
        if let conversation = request.conversation, !isThis(conversation) { return }
        switch request.action {
        case .accepted: note(.accepted, place.sequence)
        case .deleted: note(.deleted, place.sequence)
        case .blocked:
            note(.blocked, place.sequence)
            if let peer, blocks.insert(true, of: peer, sequence: place.sequence) { refoldAll() }
        default: break
        }
    }

    mutating func note(_ state: RequestState, _ sequence: UInt64) {
        batch.result.changesConversation = true
        requests.insert(.mine(state, sequence))
    }

    mutating func note(_ value: ConversationSettings, _ sequence: UInt64) {
        guard isThis(value.conversation) else { return }
        batch.result.changesConversation = true
        settingsLog.insert(.mine(value, sequence))
        noteMarkedUnread(value.isMarkedUnread, sequence)
    }

    mutating func noteMarkedUnread(_ isMarked: Bool, _ sequence: UInt64) {
        batch.result.changesConversation = true
        unreadMarks.insert(.mine(isMarked, sequence))
    }

    mutating func noteConnectionLost(_ event: ConversationEvent) {
        if let known = connectionLoss, known.sequence >= event.sequence { return }
        connectionLoss = (event.sequence, event.receivedAt)
    }

    mutating func note(_ value: KeyFact, of person: PersonID, _ sequence: UInt64) {
        guard let number = number(of: person) else {
            return refuse(sequence, by: NameKey.nobody, .unknownAuthor)
        }
        batch.result.changesConversation = true
        keyFacts[number, default: Register()].insert(.mine(value, sequence))
    }

    /// Tells, in a row of its own, that an identity key changed.
    mutating func noteIdentityChange(of person: PersonID, _ event: ConversationEvent) {
        note(.changed, of: person, event.sequence)
        let key = NameKey(author: NameKey.nobody, id: MessageID(high: 0, low: event.sequence))
        guard names[key] == nil, number(of: person) != nil else { return }
        let content = Content(id: key.id, sentAt: event.receivedAt, kind: .null(NullContent()))
        var record = MessageRecord(
            sequence: event.sequence, receivedAt: event.receivedAt, content: content, author: key.author,
            device: 0, transport: .endToEnd, isSealed: false)
        record.form = .notice
        notices[Int32(truncatingIfNeeded: records.count)] = .identityChanged(person)
        append(record, key)
    }

    /// Whether a reference on my own devices names this conversation.
    func isThis(_ reference: ConversationRef) -> Bool {
        switch id {
        case .direct(let person): reference.user == person.bytes
        case .group(let group): reference.group == group
        }
    }
}

/// What somebody told of typing last.
struct TypingNews: Sendable {
    let sequence: UInt64
    let receivedAt: Instant
    let isTyping: Bool
    let interval: TimeSpan
    let thread: NameKey?
}

/// Suggestions, and what they answer.
struct Suggested: Sendable {
    let content: SuggestionsContent
    let target: NameKey?
}

/// What this device learnt of somebody's identity key.
enum KeyFact: Sendable {
    case changed, verified, unverified
}

extension ChangePlace {
    func entry<Value>(_ value: Value) -> Register<Value>.Entry {
        Register.Entry(sequence: sequence, receivedAt: receivedAt, author: author, value: value)
    }
}

extension Register.Entry {
    /// What I did myself.
    static func mine(_ value: Value, _ sequence: UInt64) -> Self {
        Self(sequence: sequence, receivedAt: Instant(milliseconds: 0), author: People.me, value: value)
    }
}

/// What the events of a conversation come to.
extension Conversation {
    /// The timer that a new message carries.
    public var timer: ConversationTimer {
        guard let record = counting(timers), case .timerChange(let timer) = record.content.kind else {
            return ConversationTimer(seconds: settings?.timerSeconds ?? 0, version: 0, person: nil)
        }
        return ConversationTimer(
            seconds: timer.seconds, version: timer.version, person: people[record.author])
    }

    /// The group at its newest revision; nil for a direct conversation, and until its start is known.
    public var group: GroupSnapshot? { groupLog.steps.last?.snapshot }

    /// How the conversation looks; nil for the app's own.
    public var style: ConversationStyle? {
        guard let record = counting(styles), case .style(let style) = record.content.kind else { return nil }
        return ConversationStyle(content: style, person: people[record.author])
    }

    /// The space that the group belongs to.
    public var space: SpaceState? {
        guard let record = counting(spaces), case .spaceUpdate(let space) = record.content.kind else {
            return nil
        }
        return SpaceState(content: space, person: people[record.author])
    }

    /// Voice channels in which somebody is, or was, by their bytes.
    public var voiceChannels: [VoiceChannelState] {
        channels.compactMap { channel, log in
            let entry = log.last { !blocks.isBlocked($0.author, at: $0.sequence) }
            return entry.map {
                VoiceChannelState(
                    channel: channel, participants: $0.value.participants, updatedAt: $0.receivedAt)
            }
        }.sorted { $0.channel.lexicographicallyPrecedes($1.channel) }
    }

    /// What I may send with a tap; nil once I sent something.
    public var suggestions: Suggestions? {
        let entry = suggested.last { !blocks.isBlocked($0.author, at: $0.sequence) }
        guard let entry, entry.sequence > newest[People.me] ?? 0 else { return nil }
        let value = entry.value
        return Suggestions(
            form: value.content.form, texts: value.content.texts, target: value.target.map(name(of:)),
            person: people[entry.author])
    }

    /// How I keep the conversation; nil when I never said.
    public var settings: ConversationSettings? { settingsLog.last?.value }

    /// Whether I marked the conversation as unread.
    public var isMarkedUnread: Bool { unreadMarks.last?.value ?? false }

    /// Whether I agreed to be written to.
    public var request: RequestState {
        let mine = newest[People.me] ?? 0
        if let decision = requests.last, decision.sequence >= mine { return decision.value }
        if mine > 0 { return .accepted }
        return timeline.isEmpty ? .none : .pending
    }

    /// The least of all others, or that what came last wasn't encrypted.
    public var security: SecurityState {
        if let last = timeline.last, records[Int(last.record)].transport == .fallback { return .notEncrypted }
        if case .direct(let person) = id { return security(of: person) }
        let others = group?.members.filter { $0 != me } ?? []
        return others.map { security(of: $0) }.min() ?? .unverified
    }

    /// How sure one person is.
    ///
    /// A key that changed after it was verified, and nothing since, is to be verified again.
    public func security(of person: PersonID) -> SecurityState {
        guard let number = people.number(of: person), let log = keyFacts[number] else { return .unverified }
        switch log.last?.value {
        case .verified: return .verified
        case .changed:
            let last = log.last { $0.value != .changed }
            return last?.value == .verified ? .changedSinceVerified : .unverified
        case .unverified, nil: return .unverified
        }
    }

    /// Whether I blocked a person.
    public func isBlocked(_ person: PersonID) -> Bool {
        people.number(of: person).map { blocks.isBlocked($0) } ?? false
    }

    /// Who types now, ascending; in one thread, or for nil outside threads.
    public func typists(in thread: MessageName? = nil) -> [PersonID] {
        let found = typingNews.filter { author, news in
            news.isTyping && author != People.me && news.thread.map(name(of:)) == thread
                && news.sequence > newest[author] ?? 0 && !blocks.isBlocked(author) && now < end(of: news)
        }
        return found.keys.map { people[$0] }.sorted()
    }

    /// When news of typing are no longer shown; a lost connection leaves time for later ones.
    private func end(of news: TypingNews) -> Instant {
        typealias Indicator = TypingIndicator<PersonID>
        let wanted = Instant(milliseconds: news.interval.milliseconds).advanced(by: Indicator.slack)
        let lifetime = min(
            max(wanted.milliseconds, Indicator.lifetime.milliseconds), Indicator.longestLifetime.milliseconds)
        let end = news.receivedAt.advanced(by: TimeSpan(milliseconds: lifetime))
        guard let loss = connectionLoss, loss.sequence > news.sequence, loss.at < end else { return end }
        return max(end, loss.at.advanced(by: Indicator.dropLifetime))
    }

    /// How many messages are unread.
    public var unreadCount: Int { countable.count - countable.rank(of: readThrough.next) }

    /// How many unread messages mention me, or answer me.
    public var unreadConcerningCount: Int { concerning.count - concerning.rank(of: readThrough.next) }

    /// How many messages of others came after a message; 0 for one that isn't here.
    public func newCount(below message: MessageName) -> Int {
        guard let record = record(of: message) else { return 0 }
        return countable.count - countable.rank(of: records[Int(record)].sequence.next)
    }

    /// The messages that are pinned now, in their order.
    public var pinnedMessages: [MessageName] {
        pinned.elements(0..<pinned.count).filter { pin(of: $0.record) != nil }.map { name(of: $0.record) }
    }

    /// The record of a message that is a row.
    func record(of message: MessageName) -> Int32? {
        var copy: NameKey?
        if message.author == .nobody {
            copy = NameKey(author: message.id.high == 0 ? NameKey.nobody : NameKey.calls, id: message.id)
        } else {
            copy = people.number(of: message.author).map { NameKey(author: $0, id: message.id) }
        }
        guard let copy, let slot = names[copy], slot.isBase, records[Int(slot.record)].facets.isVisible else {
            return nil
        }
        return slot.record
    }
}

extension UInt64 {
    /// The place after this one; the last has none.
    fileprivate var next: UInt64 { self == .max ? .max : self + 1 }
}

/// What came while it was quiet, for a summary in the morning.
///
/// Rule NT-16.
struct NotificationNight: Hashable, Sendable {
    /// When the first of it came.
    var since: Instant?
    var messageCount: UInt32 = 0
    /// The first authors.
    var first: [PersonID] = []
    /// Hashes of the authors.
    var authors: [UInt64] = []
    /// Hashes of the conversations.
    var conversations: [UInt64] = []

    mutating func add(_ author: PersonID, in conversation: ConversationID, at now: Instant) {
        if let since,
            now < since || now.milliseconds - since.milliseconds > NotificationLimits.nightSpan.milliseconds
        {
            self = NotificationNight()
        }
        since = since ?? now
        messageCount = messageCount == .max ? .max : messageCount + 1
        if !authors.contains(author.fingerprint), authors.count < NotificationLimits.nightCount {
            authors.append(author.fingerprint)
            if first.count < NotificationLimits.summaryNames { first.append(author) }
        }
        let place = conversation.fingerprint
        if !conversations.contains(place), conversations.count < NotificationLimits.nightCount {
            conversations.append(place)
        }
    }

    /// Forgets all when the only conversation of it was read; which messages were whose isn't kept.
    mutating func forget(_ conversation: ConversationID) {
        if conversations == [conversation.fingerprint] { self = NotificationNight() }
    }
}

/// Rule NT-16.
extension NotificationMemory {
    mutating func noteNight(_ subject: NotificationSubject, at now: Instant) {
        guard subject.isCountable else { return }
        night.add(subject.message.author, in: subject.conversation, at: now)
    }
}

/// Rule NT-16.
extension Notifier {
    /// A summary of what came while it was quiet, once; nil while it still is, and when nothing came.
    ///
    /// - Parameters:
    ///   - id: Names the notification.
    ///   - memory: What came; it is forgotten afterwards.
    public func morningSummary(
        id: MessageID, names: PeopleNames, memory: inout NotificationMemory
    ) -> NotificationValue? {
        let night = memory.night
        guard !isQuiet, night.messageCount > 0 else { return nil }
        memory.night = NotificationNight()
        let strings = clock.strings
        let count = Int(night.messageCount)
        let isNamed = preferences.preview == .full || preferences.preview == .senderOnly
        let body = strings.notification(
            isNamed
                ? .summaryFrom(
                    names: night.first.map(names.name(of:)),
                    othersCount: night.authors.count - night.first.count, messages: count)
                : .summary(messages: count, conversations: night.conversations.count))
        let title = strings.notification(.morningTitle)
        return NotificationValue(
            id: NotificationID(.summary, MessageName(author: .nobody, id: id)), title: title, subtitle: "",
            body: body, line: strings.notification(.line(name: title, text: body)), level: .passive,
            sound: .none, hushes: [.level], thread: "", messageCount: count)
    }
}

extension ConversationID {
    /// A hash that is the same in every process.
    var fingerprint: UInt64 {
        switch self {
        case .direct(let person): ([0] + person.bytes).fingerprint
        case .group(let bytes): ([1] + bytes).fingerprint
        }
    }
}

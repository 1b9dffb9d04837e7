/// What is remembered between notifications: the last sounds, what is gathered in one, what came in the night.
///
/// Small and bounded, with a stored form, as an extension starts anew for each push. Rules NT-14 to NT-17.
public struct NotificationMemory: Hashable, Sendable {
    /// When there was the last sound that a message of a group made.
    var soundedAt: Instant?
    /// The newest last.
    var clusters: [NotificationCluster] = []
    /// The newest last.
    var shown: [MessageName] = []
    var night = NotificationNight()

    /// Remembers nothing.
    public init() {}

    /// Forgets what is gathered for a conversation, as the reader has seen it; when there was a sound is kept.
    public mutating func read(_ conversation: ConversationID) {
        for index in clusters.indices where clusters[index].conversation == conversation {
            clusters[index].messageCount = 0
        }
        night.forget(conversation)
    }

    /// Notes a message; false when it was shown before.
    mutating func noteShown(_ message: MessageName) -> Bool {
        if shown.contains(message) { return false }
        shown.append(message)
        if shown.count > NotificationLimits.shown { shown.removeFirst() }
        return true
    }
}

/// Rule NT-14.
extension NotificationMemory {
    /// Makes one of several notifications of a group, and lets one of them sound.
    ///
    /// What one person says to the reader, directly or by naming or answering, is never held back.
    mutating func cluster(
        _ value: inout NotificationValue, _ subject: NotificationSubject, _ situation: NotificationSituation,
        _ notifier: Notifier
    ) {
        guard case .group = subject.conversation, subject.form == .message else { return }
        let now = notifier.now
        let index = clusters.firstIndex { $0.conversation == subject.conversation }
        var cluster = index.map { clusters.remove(at: $0) }
        if let open = cluster, !now.isSoon(after: open.openedAt) { cluster = nil }
        let last = notifier.preferences.clusterScope == .all ? soundedAt : cluster?.soundedAt
        if value.hushes.isEmpty, let last, now.isSoon(after: last) {
            value.sound = .none
            value.hushes.append(.cluster)
        }
        let sounds = value.sound != .none
        if sounds { soundedAt = now }
        let author = subject.message.author
        if var open = cluster, open.messageCount > 0 {
            open.add(subject)
            value.replaces = open.notification
            value.messageCount = Int(open.messageCount)
            open.write(into: &value, situation, notifier)
            open.notification = value.id
            if sounds {
                open.openedAt = now
                open.soundedAt = now
            }
            cluster = open
        } else {
            cluster = NotificationCluster(
                conversation: subject.conversation, notification: value.id, openedAt: now,
                soundedAt: sounds ? now : cluster?.soundedAt, first: author, authors: [author.fingerprint],
                messageCount: 1, noun: subject.noun)
        }
        if let cluster { clusters.append(cluster) }
        if clusters.count > NotificationLimits.clusters { clusters.removeFirst() }
    }
}

extension NotificationCluster {
    fileprivate mutating func add(_ subject: NotificationSubject) {
        messageCount = messageCount == .max ? .max : messageCount + 1
        let author = subject.message.author.fingerprint
        if !authors.contains(author), authors.count < NotificationLimits.clusterAuthors {
            authors.append(author)
        }
        if noun != subject.noun { noun = .message }
    }

    /// Says what all of them are, or how many; where they differ, the newest is shown.
    fileprivate func write(
        into value: inout NotificationValue, _ situation: NotificationSituation, _ notifier: Notifier
    ) {
        let strings = notifier.clock.strings
        if situation.isRequest { return }
        let name = situation.names.name(of: first)
        let group = situation.groupTitle(conversation) ?? ""
        let count = Int(messageCount)
        switch situation.preview(notifier.preferences) {
        case .full:
            guard noun != .message else { return }
            value.title = strings.notification(.title(group))
            value.body = strings.notification(
                .shared(name: name, othersCount: authors.count - 1, count: count, noun, group: group))
            value.line = value.body
        case .senderOnly:
            let who = strings.names(.andOthers([name], othersCount: authors.count - 1))
            value.title = strings.notification(.titleInGroup(name: who, group: group))
            value.body = strings.notification(.messages(count: count))
            value.line = strings.notification(.line(name: value.title, text: value.body))
        default:
            value.body = strings.notification(.messages(count: count))
            value.line = value.body
        }
    }
}

extension Instant {
    /// Whether it is less than a cluster's span after another moment; a clock that was set back ends it.
    fileprivate func isSoon(after other: Instant) -> Bool {
        self >= other && milliseconds - other.milliseconds < NotificationLimits.clusterSpan.milliseconds
    }
}

extension PersonID {
    /// A hash that is the same in every process (FNV-1a), to tell people apart in little room.
    var fingerprint: UInt64 { bytes.fingerprint }
}

extension [UInt8] {
    var fingerprint: UInt64 {
        reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

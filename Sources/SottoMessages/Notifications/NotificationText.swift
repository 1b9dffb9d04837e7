/// The words of one notification.
///
/// Rule NT-11.
struct NotificationText {
    private let subject: NotificationSubject
    private let situation: NotificationSituation
    private let preview: PreviewLevel
    private let strings: any ReaderStrings
    private let name: String
    private let group: String?

    init(
        _ subject: NotificationSubject, _ situation: NotificationSituation,
        _ preferences: NotificationPreferences, _ strings: any ReaderStrings
    ) {
        self.subject = subject
        self.situation = situation
        self.strings = strings
        preview = situation.isRequest ? .nothing : situation.preview(preferences)
        name = situation.names.name(of: subject.message.author)
        group = situation.groupTitle(subject.conversation)
    }

    var value: NotificationValue {
        let title = title
        let body = body
        let subtitle = preview == .full ? subtitle : ""
        return NotificationValue(
            id: subject.notification, replaces: replaced, title: title, subtitle: subtitle, body: body,
            line: line(title, subtitle, body), level: subject.level, sound: sound, hushes: [],
            thread: situation.isHidden ? "" : subject.conversation.threadText, badge: badge,
            communication: communication, messageCount: 1)
    }

    private var title: String {
        if preview == .nothing { return strings.notification(.hiddenTitle) }
        guard let group else { return strings.notification(.title(name)) }
        return strings.notification(.titleInGroup(name: name, group: group))
    }

    private var subtitle: String {
        switch (subject.form, group) {
        case (.reply, nil): strings.notification(.replied(name: name))
        case (.reply, let group?): strings.notification(.repliedInGroup(name: name, group: group))
        case (.mention, nil): strings.notification(.mentioned(name: name))
        case (.mention, let group?): strings.notification(.mentionedInGroup(name: name, group: group))
        default: ""
        }
    }

    private var body: String {
        if situation.isRequest { return strings.notification(.messageRequest) }
        switch subject.form {
        case .call(_, let isVideo):
            if group != nil, preview != .nothing {
                return strings.notification(.incomingGroupCall(name: name, isVideo: isVideo))
            }
            return strings.notification(.incomingCall(isVideo: isVideo))
        case .missedCall(_, let isVideo): return strings.notification(.missedCall(isVideo: isVideo))
        default: break
        }
        guard preview == .full else { return strings.notification(.fallback) }
        if case .reaction(let emoji, let noun, _) = subject.form {
            return strings.notification(.reacted(name: name, emoji: emoji, to: noun))
        }
        let text = strings.preview(subject.preview)
        return text.isEmpty ? strings.notification(.fallback) : text
    }

    /// Whether the body is a sentence that names who did it.
    private var isSentence: Bool {
        switch subject.form {
        case .reaction: preview == .full
        case .notice: true
        case .message: if case .notice = subject.preview { true } else { false }
        default: false
        }
    }

    private func line(_ title: String, _ subtitle: String, _ body: String) -> String {
        if preview == .nothing { return body }
        if !subtitle.isEmpty { return subtitle }
        return isSentence && preview == .full ? body : strings.notification(.line(name: title, text: body))
    }

    private var replaced: NotificationID? {
        switch subject.form {
        // The system itself replaces what has the same name.
        case .missedCall, .reaction: subject.notification
        default: nil
        }
    }

    private var sound: NotificationSound {
        if subject.isCall { return .ringtone }
        return subject.level == .passive ? .none : .message
    }

    private var badge: Int? {
        situation.unreadTotal.map { total in
            let counts = subject.isCountable && !situation.isHidden
            return counts && total < Int.max ? total + 1 : total
        }
    }

    private var communication: CommunicationDetails? {
        guard preview != .nothing else { return nil }
        let author = subject.message.author
        let others = situation.members.filter { $0 != author }
        return CommunicationDetails(
            sender: author, senderName: name, avatar: situation.avatar, groupName: group,
            conversation: subject.conversation,
            recipients: group == nil || others.isEmpty ? [situation.names.me] : others)
    }
}

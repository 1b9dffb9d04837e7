/// Works out what a reader is told of what came.
///
/// It reads no clock and nothing that is stored: the moment, the situation and the memory are passed in, so an
/// extension that starts for one push decides as the app does. Rules NT-10 to NT-15.
public struct Notifier: Sendable {
    /// How the reader wants to be told.
    public var preferences: NotificationPreferences
    /// The reader's place and words.
    public var clock: ReaderClock
    /// The moment.
    public var now: Instant

    /// Makes the value for one moment.
    public init(preferences: NotificationPreferences, clock: ReaderClock, now: Instant) {
        self.preferences = preferences
        self.clock = clock
        self.now = now
    }

    /// Decides about a message.
    public func decide(
        _ event: MessageEvent, in situation: NotificationSituation, memory: inout NotificationMemory
    ) -> NotificationDecision {
        decide(NotificationSubject(event, in: situation), in: situation, memory: &memory)
    }

    /// Decides about what is known of a message.
    ///
    /// - Complexity: O(1), but for the names of a group that has none.
    public func decide(
        _ subject: NotificationSubject, in situation: NotificationSituation, memory: inout NotificationMemory
    ) -> NotificationDecision {
        if situation.isBlocked { return .silence(.blocked, withdraws: []) }
        if subject.message.author == situation.names.me { return .silence(.mine, withdraws: []) }
        if case .silent(let reason, let withdraws) = subject.form {
            return .silence(reason, withdraws: withdraws)
        }
        if preferences.availability.silencesNotifications { return .silence(.doNotDisturb, withdraws: []) }
        guard memory.noteShown(subject.message) else { return .silence(.alreadyShown, withdraws: []) }
        var value = NotificationText(subject, situation, preferences, clock.strings).value
        hush(&value, subject, situation)
        memory.cluster(&value, subject, situation, self)
        if value.hushes.contains(.quietHours), !value.hushes.contains(.muted), !situation.isHidden {
            memory.noteNight(subject, at: now)
        }
        return .show(value)
    }

    /// What is shown when a push couldn't be opened, or the storage is locked.
    ///
    /// - Parameter id: Names the notification: what is known of the push, or a random number.
    public func fallback(id: MessageID) -> NotificationDecision {
        if preferences.availability.silencesNotifications { return .silence(.doNotDisturb, withdraws: []) }
        let isQuiet = isQuiet
        let strings = clock.strings
        let body = strings.notification(.fallback)
        return .show(
            NotificationValue(
                id: NotificationID(.fallback, MessageName(author: .nobody, id: id)),
                title: strings.notification(.hiddenTitle), subtitle: "", body: body, line: body,
                level: isQuiet || preferences.focus != nil ? .passive : .active,
                sound: isQuiet || preferences.focus != nil ? .none : .message,
                hushes: (isQuiet ? [.quietHours] : []) + (preferences.focus == nil ? [] : [.focus]),
                thread: "", messageCount: 1))
    }

    /// Whether it is night at the reader's place.
    public var isQuiet: Bool {
        preferences.quietHours?.contains(clock.timeZone.time(at: now)) ?? false
    }

    /// Takes sound and level away.
    private func hush(
        _ value: inout NotificationValue, _ subject: NotificationSubject, _ situation: NotificationSituation
    ) {
        if value.level == .passive { value.hushes.append(.level) }
        if situation.isMuted(at: now), !subject.isCall { value.hushes.append(.muted) }
        if isQuiet, value.level < .timeSensitive { value.hushes.append(.quietHours) }
        if let focus = preferences.focus,
            !focus.passes(subject.message.author, in: subject.conversation, value.level)
        {
            value.hushes.append(.focus)
        }
        guard !value.hushes.isEmpty else { return }
        value.sound = .none
        value.level = .passive
    }
}

extension NotificationSituation {
    var isHidden: Bool { settings?.isHidden ?? false }
}

extension NotificationSubject {
    var isCall: Bool { if case .call = form { true } else { false } }

    /// The level of its kind.
    var level: NotificationLevel {
        switch form {
        case .call, .mention, .reply: .timeSensitive
        case .message, .missedCall: .active
        case .reaction, .notice, .silent: .passive
        }
    }

    /// What names its notification.
    var notification: NotificationID {
        switch form {
        case .reaction(_, _, let target):
            NotificationID(.reaction, MessageName(author: message.author, id: target))
        case .call(let call, _), .missedCall(let call, _):
            NotificationID(.call, MessageName(author: message.author, id: call))
        case .message, .reply, .mention, .notice, .silent: NotificationID(.message, message)
        }
    }

    /// Whether it counts on the app's icon.
    var isCountable: Bool {
        switch form {
        case .message, .reply, .mention, .missedCall: true
        case .reaction, .call, .notice, .silent: false
        }
    }
}

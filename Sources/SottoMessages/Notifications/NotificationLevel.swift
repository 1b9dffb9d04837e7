/// How much a notification interrupts; there is no level that passes a system's own silence.
///
/// Rule NT-12.
public enum NotificationLevel: Int, Hashable, Comparable, Sendable, CaseIterable {
    /// It waits in the list.
    case passive
    /// It shows itself.
    case active
    /// It passes what the reader set up against interruptions, if the reader allows that.
    case timeSensitive

    /// Whether the first interrupts less.
    public static func < (first: NotificationLevel, second: NotificationLevel) -> Bool {
        first.rawValue < second.rawValue
    }
}

/// What is heard of a notification.
///
/// Rule NT-12.
public enum NotificationSound: Hashable, Sendable {
    /// Nothing.
    case none
    /// The sound of messages.
    case message
    /// The sound of calls.
    case ringtone
}

/// Why less is heard of a notification than might be.
///
/// Rule NT-12.
@nonexhaustive
public enum NotificationHush: Int, Hashable, Sendable, CaseIterable {
    /// Its kind makes no sound.
    case level
    /// The conversation is muted.
    case muted
    /// It is night.
    case quietHours
    /// The reader is about something else.
    case focus
    /// There was a sound a short time ago.
    case cluster
}

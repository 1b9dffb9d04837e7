/// How a reader wants to be told.
///
/// Rules NT-12 to NT-14.
public struct NotificationPreferences: Hashable, Sendable {
    /// What notifications show, unless a conversation has its own setting.
    public var preview: PreviewLevel
    /// When nothing is heard; nil for never.
    public var quietHours: QuietHours?
    /// Among which messages there is one sound in ``NotificationLimits/clusterSpan``.
    public var clusterScope: ClusterScope
    /// What may interrupt what the reader is about; nil when that is nothing.
    public var focus: FocusFilter?
    /// Whether the reader is there: nothing is shown to who isn't to be disturbed.
    public var availability: Availability

    /// Makes the value; what isn't given is the default.
    public init(
        preview: PreviewLevel = .full, quietHours: QuietHours? = .standard,
        clusterScope: ClusterScope = .conversation, focus: FocusFilter? = nil,
        availability: Availability = .online
    ) {
        self.preview = preview
        self.quietHours = quietHours
        self.clusterScope = clusterScope
        self.focus = focus
        self.availability = availability
    }
}

/// Among which messages of groups there is one sound.
///
/// Rule NT-14.
public enum ClusterScope: Hashable, Sendable {
    /// Those of one conversation.
    case conversation
    /// All.
    case all
}

/// When nothing is heard, by the clocks of the reader's place.
///
/// Rule NT-13.
public struct QuietHours: Hashable, Sendable {
    /// The first second.
    public var start: CivilTime
    /// The last second; before the start when midnight is between them.
    public var end: CivilTime

    /// From 22:00:00 to 06:59:59.
    public static let standard = QuietHours(
        start: CivilTime(secondOfDay: 22 * 3_600), end: CivilTime(secondOfDay: 7 * 3_600 - 1))

    /// Makes the value.
    public init(start: CivilTime, end: CivilTime) {
        self.start = start
        self.end = end
    }

    /// Whether a time is among them.
    public func contains(_ time: CivilTime) -> Bool {
        start <= end ? start <= time && time <= end : time >= start || time <= end
    }

    /// The first moment after the next last second, for the summary in the morning.
    public func nextEnd(after now: Instant, in timeZone: TimeZoneTable) -> Instant {
        let rest = (end.secondOfDay + 1 - timeZone.time(at: now).secondOfDay + 86_400) % 86_400
        let distance = rest == 0 ? 86_400 : rest
        let second = now.milliseconds / 1_000
        let estimate = Instant(milliseconds: (second + UInt64(distance)) * 1_000)
        // Where clocks change in between, the time of the day is another one.
        let shift = timeZone.offset(at: estimate) - timeZone.offset(at: now)
        let moment = Int64(clamping: estimate.milliseconds) - Int64(shift) * 1_000
        return Instant(milliseconds: UInt64(clamping: moment))
    }
}

/// What may interrupt a reader who is about something.
///
/// Rule NT-13.
public struct FocusFilter: Hashable, Sendable {
    /// Whose messages may.
    public var people: Set<PersonID>
    /// The conversations whose messages may.
    public var conversations: Set<ConversationID>
    /// Whether what is time sensitive may, whoever sent it.
    public var passesTimeSensitive: Bool

    /// Makes the value.
    public init(
        people: Set<PersonID> = [], conversations: Set<ConversationID> = [], passesTimeSensitive: Bool = true
    ) {
        self.people = people
        self.conversations = conversations
        self.passesTimeSensitive = passesTimeSensitive
    }

    /// Whether something may interrupt.
    public func passes(_ person: PersonID, in conversation: ConversationID, _ level: NotificationLevel)
        -> Bool
    {
        level == .timeSensitive && passesTimeSensitive || people.contains(person)
            || conversations.contains(conversation)
    }
}

/// The figures of notifications.
///
/// Rules NT-14 to NT-17.
public enum NotificationLimits {
    /// In how long there is one sound: after 299.999 s none, after 300 s the next.
    public static let clusterSpan = TimeSpan(seconds: 300)
    /// Conversations whose clusters are remembered; the oldest go.
    public static let clusters = 64
    /// Authors of one cluster that are told apart.
    public static let clusterAuthors = 32
    /// Messages that are remembered as shown.
    public static let shown = 64
    /// Authors and conversations of a night that are told apart.
    public static let nightCount = 64
    /// Names in the summary in the morning.
    public static let summaryNames = 2
    /// How long the oldest message of a summary may lie back.
    public static let nightSpan = TimeSpan(seconds: 24 * 3_600)
    /// The most bytes of a memory.
    public static let memoryByteCount = 131_072
}

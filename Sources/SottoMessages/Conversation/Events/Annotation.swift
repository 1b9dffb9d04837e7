/// What this device keeps with a message and never sends; gone when the message expires.
///
/// Rule CV-12.
@nonexhaustive
public enum Annotation: Hashable, Sendable {
    /// What is said in a voice message that came without a transcript.
    case transcript(String)
    /// The text in another language, named by its BCP 47 tag.
    case translation(String, language: String)
    /// Whether it shows what one may not want to see.
    case sensitive(Bool)
    /// How much of its file was transferred, in bytes.
    case transferred(UInt64)
    /// Its effect was played.
    case effectPlayed
    /// Where playing stands.
    case playback(position: TimeSpan, speed: PlaybackSpeed)
}

/// How fast a voice message is played.
///
/// Rule CV-12.
public enum PlaybackSpeed: UInt8, Hashable, Sendable {
    /// As spoken.
    case normal = 0
    /// One and a half times as fast.
    case faster = 1
    /// Twice as fast.
    case double = 2

    /// The speed that the next tap gives: 1, 1.5, 2, then 1 again.
    public var next: PlaybackSpeed {
        switch self {
        case .normal: .faster
        case .faster: .double
        case .double: .normal
        }
    }
}

/// How the user keeps a conversation; never sent to others.
///
/// Rule CV-13.
public struct ConversationSettings: Hashable, Sendable {
    /// Until when it is muted; nil when it isn't. ``forever`` has no end.
    public var mutedUntil: Instant?
    /// Whether it stands above the others.
    public var isPinned = false
    /// Whether it was put away.
    public var isArchived = false
    /// Whether it is in no list, no search and no total.
    public var isHidden = false
    /// The folder that it was put in by hand.
    public var folder: String?
    /// From and to which languages it is translated, as BCP 47 tags; nil for not at all.
    public var translation: Translation?
    /// What notifications may show; nil for what the user chose for all.
    public var notificationPreview: PreviewPrivacy?
    /// The timer for messages to come, in seconds, when the conversation has none; nil for none.
    public var defaultTimer: UInt32?

    /// Languages as BCP 47 tags.
    public struct Translation: Hashable, Sendable {
        /// What is translated.
        public var from: String
        /// What it is translated to.
        public var to: String

        /// Makes the pair.
        public init(from: String, to: String) {
            self.from = from
            self.to = to
        }
    }

    /// A moment that doesn't come.
    public static let forever = Instant(milliseconds: ContentLimits.instant)

    /// Settings of a conversation that nobody touched.
    public init() {}
}

/// What a notification may show.
///
/// Rule CV-13.
@nonexhaustive
public enum PreviewPrivacy: UInt8, Hashable, Sendable {
    /// Who wrote, and what.
    case full = 0
    /// Who wrote.
    case senderOnly = 1
    /// Neither.
    case nothing = 2
}

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

internal import SottoWire

/// The limits of sessions, each with its reason.
public enum SessionLimits {
    /// The longest content of one message: 65,535 bytes.
    ///
    /// Larger things go as attachments.
    public static let maximumContentByteCount = Padding.byteCounts.upperBound - 1

    /// How many sessions with one device are kept beside the one in use: 5.
    ///
    /// Rule SM-11.
    public static let maximumOtherSessions = 5

    /// After how many messages of another session an unanswered one gives way to it: 5.
    ///
    /// The peer may be unable to open it. Rule SM-10.
    public static let messagesBesideUnanswered = 5
}

// What goes over the wire in seconds, as the time spans that it is.

/// Rule CN-4.
extension ExpiryTimer {
    /// After what time messages disappear; nil for never.
    public var span: TimeSpan? { seconds == 0 ? nil : TimeSpan(seconds: seconds) }
}

/// Rule CN-17.
extension TimerChangeContent {
    /// After what time messages disappear; nil for never.
    public var span: TimeSpan? { seconds == 0 ? nil : TimeSpan(seconds: seconds) }

    /// The timer for messages that are sent after this.
    public var timer: ExpiryTimer { ExpiryTimer(seconds: seconds, version: version) }
}

/// Rule CN-11.
extension MediaContent {
    /// How long it may be looked at; nil for no limit.
    public var viewSpan: TimeSpan? { viewLimit.map(TimeSpan.init(seconds:)) }
}

/// Rule CN-27.
extension ConversationSettings {
    /// After what time new messages disappear; nil for never.
    public var timerSpan: TimeSpan? { timerSeconds == 0 ? nil : TimeSpan(seconds: timerSeconds) }
}

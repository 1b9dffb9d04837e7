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

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

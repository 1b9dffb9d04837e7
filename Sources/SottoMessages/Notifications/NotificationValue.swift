/// What a notification shows, and how loudly.
///
/// All of it is worked out on this device after opening: the push had nothing but a random number. Rules NT-10 to NT-15.
public struct NotificationValue: Hashable, Sendable {
    /// What names it on this device.
    public var id: NotificationID
    /// The earlier one that it takes the place of.
    public var replaces: NotificationID?
    /// Whom it is from.
    public var title: String
    /// What is special about it, such as that it answers the reader; empty for nothing.
    public var subtitle: String
    /// What it is.
    public var body: String
    /// All of it as one line, for a place that has no title.
    public var line: String
    /// How much it interrupts.
    public var level: NotificationLevel
    /// What is heard.
    public var sound: NotificationSound
    /// Why nothing is heard, or less than might be; in the order of the cases.
    public var hushes: [NotificationHush]
    /// What groups notifications of one conversation: the conversation's name on this device; empty when nobody may see
    /// which belong together.
    public var thread: String
    /// The number on the app's icon; nil leaves it.
    public var badge: Int?
    /// What a system's communication notification needs; nil when the sender isn't told.
    public var communication: CommunicationDetails?
    /// How many messages it stands for.
    public var messageCount: Int
}

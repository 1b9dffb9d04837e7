/// Messages of a group that one notification stands for.
///
/// Rule NT-14.
struct NotificationCluster: Hashable, Sendable {
    let conversation: ConversationID
    /// The notification that is there.
    var notification: NotificationID
    /// When the last one of it came with a sound, or else the first.
    var openedAt: Instant
    /// When it made a sound.
    var soundedAt: Instant?
    /// Who began.
    let first: PersonID
    /// Hashes of its authors.
    var authors: [UInt64]
    /// How many it stands for; 0 when the reader has seen them.
    var messageCount: UInt32
    /// What all of them are; ``ContentNoun/message`` when they differ, or can't be told together.
    var noun: ContentNoun
}

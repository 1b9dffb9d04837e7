/// What this device knows when something came: of the conversation, of its people, of the message that is answered.
///
/// All of it is optional, as an extension may find little. Rule NT-10.
public struct NotificationSituation: Sendable {
    /// What people are called, and who the reader is.
    public var names: PeopleNames
    /// The group's name; empty for none, and then its members name it.
    public var groupName = ""
    /// The group's members.
    public var members: [PersonID] = []
    /// The members by the revision of the group's roster, for messages that name people by their positions.
    public var rosters: [UInt32: [PersonID]] = [:]
    /// The conversation's settings.
    public var settings: ConversationSettings?
    /// Whether the reader blocked the sender or the conversation.
    public var isBlocked = false
    /// Whether the reader didn't accept the conversation yet.
    public var isRequest = false
    /// The message that what came answers, changes or reacts to.
    public var target: MessageGist?
    /// The sender's picture.
    public var avatar: AttachmentPointer?
    /// How many messages were unread in all conversations before; nil leaves the number on the icon.
    public var unreadTotal: Int?

    /// Knows nothing but names.
    public init(names: PeopleNames) { self.names = names }

    /// Whether the conversation is muted at a moment.
    func isMuted(at now: Instant) -> Bool { settings.map { now < $0.mutedUntil } ?? false }

    /// What a notification may show.
    func preview(_ preferences: NotificationPreferences) -> PreviewLevel {
        if settings?.isHidden ?? false { return .nothing }
        let level = settings?.preview ?? .unset
        let chosen = level == .unset ? preferences.preview : level
        // A level of a newer version shows no more than the strictest that is known.
        return chosen == .full || chosen == .senderOnly ? chosen : .nothing
    }

    /// What the conversation is called; nil for a direct one.
    func groupTitle(_ conversation: ConversationID) -> String? {
        guard case .group = conversation else { return nil }
        return GroupTitle.text(name: groupName, members: members, names: names)
    }

    /// Whom a message reference names.
    func author(
        of reference: MessageRef, from sender: PersonID, in conversation: ConversationID
    ) -> PersonID? {
        switch reference.author {
        case .sender: sender
        case .recipient:
            if case .direct(let peer) = conversation { sender == names.me ? peer : names.me } else { nil }
        case .user(let bytes): PersonID(bytes)
        case .member(let position, let revision):
            rosters[revision].flatMap { $0.indices.contains(Int(position)) ? $0[Int(position)] : nil }
        case .unknown: nil
        }
    }
}

/// What a list of conversations shows of one.
///
/// Rules CL-1 to CL-6.
public struct ConversationSummary: Hashable, Sendable {
    /// The conversation.
    public var id: ConversationID
    /// What it is called.
    public var title: String
    /// One or two letters for where there is no picture.
    public var initials: String
    /// Whose pictures are put together where there is none: up to four, newest authors first.
    public var avatarMembers: [PersonID]
    /// The group's own picture.
    public var avatar: GroupAvatar?
    /// What stands under the title: a draft, or else the newest thing.
    public var preview: PreviewPhrase
    /// When that happened, whatever draft there is; nil for an empty conversation.
    public var activityAt: Instant?
    /// How many messages are unread.
    public var unreadCount: Int
    /// How many of those name the reader, or answer the reader.
    public var mentionCount: Int
    /// Whether the reader marked it as unread.
    public var isMarkedUnread: Bool
    /// Whether it is silent.
    public var isMuted: Bool
    /// Whether it stands first.
    public var isPinned: Bool
    /// Whether it is in the archive.
    public var isArchived: Bool
    /// Whether it is in no list.
    public var isHidden: Bool
    /// The folder that the reader put it in; empty for none.
    public var folder: String
    /// After how many seconds new messages disappear; 0 for never.
    public var timerSeconds: UInt32
    /// What is known of the other side of a direct conversation.
    public var presence: PersonPresence?
    /// Who types.
    public var typists: [PersonID]
    /// Whether there is a draft.
    public var hasDraft: Bool
    /// Whether the reader has to decide whether to talk.
    public var isRequest: Bool
    /// How sure it is whom one writes to.
    public var security: SecurityState

    /// Whether it counts as unread.
    public var isUnread: Bool { unreadCount > 0 || isMarkedUnread }

    /// Whether it is a group's.
    public var isGroup: Bool { if case .group = id { true } else { false } }

    /// What stands beside it.
    public var badge: Badge {
        if unreadCount == 0 { return isMarkedUnread ? .dot : .none }
        if mentionCount > 0 { return .mention(unreadCount) }
        return isMuted ? .muted(unreadCount) : .count(unreadCount)
    }

    /// What stands beside a conversation.
    @nonexhaustive
    public enum Badge: Hashable, Sendable {
        /// Nothing.
        case none
        /// A dot: marked as unread.
        case dot
        /// How many messages are unread.
        case count(Int)
        /// How many are unread, and one names or answers the reader; in a muted conversation too.
        case mention(Int)
        /// How many are unread where it is silent.
        case muted(Int)
    }
}

/// Rules CL-1 to CL-6.
extension Conversation {
    /// What a list shows of the conversation.
    ///
    /// - Parameters:
    ///   - context: Names, the moment, presence.
    ///   - draft: What wasn't sent.
    /// - Complexity: O(log n) for n messages, and O(members) for a group without a name.
    public func summary(_ context: SummaryContext, draft: MessageDraft? = nil) -> ConversationSummary {
        let newest = newestPreview(names: context.names)
        let settings = settings
        let kept = draft.flatMap { $0.isEmpty ? nil : $0 }
        let title = title(context.names)
        return ConversationSummary(
            id: id, title: title, initials: Initials.of(title), avatarMembers: avatarMembers,
            avatar: group?.avatar, preview: kept?.preview ?? newest.phrase, activityAt: newest.at,
            unreadCount: unreadCount, mentionCount: unreadConcerningCount, isMarkedUnread: isMarkedUnread,
            isMuted: settings.map { context.now < $0.mutedUntil } ?? false,
            isPinned: settings?.isPinned ?? false, isArchived: settings?.isArchived ?? false,
            isHidden: settings?.isHidden ?? false, folder: settings?.folder ?? "",
            timerSeconds: timer.seconds, presence: presence(context), typists: typists(),
            hasDraft: kept != nil, isRequest: request == .pending, security: security)
    }

    /// What the conversation is called.
    public func title(_ names: PeopleNames) -> String {
        switch id {
        case .direct(let person) where person == me: names.strings.title(.noteToSelf)
        case .direct(let person): names.strings.title(.name(names.name(of: person)))
        case .group: GroupTitle.text(name: group?.name ?? "", members: group?.members ?? [], names: names)
        }
    }

    /// The other side, or those of a group who wrote last, then its other members.
    private var avatarMembers: [PersonID] {
        guard case .group = id else {
            if case .direct(let person) = id { return [person] }
            return []
        }
        let members = group?.members
        var found: [PersonID] = []
        let end = timeline.count
        for rank in stride(from: end - 1, through: max(0, end - PreviewLimits.rows), by: -1)
        where found.count < Self.avatarCount {
            guard let entry = timeline[rank], records[Int(entry.record)].author > People.me else { continue }
            let author = people[records[Int(entry.record)].author]
            if !found.contains(author), members?.containsSorted(author) ?? true { found.append(author) }
        }
        for member in members ?? [] where found.count < Self.avatarCount {
            if member != me, !found.contains(member) { found.append(member) }
        }
        return found
    }

    private func presence(_ context: SummaryContext) -> PersonPresence? {
        guard case .direct(let person) = id, person != me, !isBlocked(person) else { return nil }
        return context.presence(person)
    }

    private static let avatarCount = 4
}

/// The list of conversations.
///
/// A value that is computed anew or updated by single summaries. Rules CL-5 to CL-8.
public struct ChatList: Hashable, Sendable {
    private var byID: [ConversationID: ConversationSummary] = [:]
    /// Those that aren't hidden, in the order of the list.
    private var order: [ConversationID] = []

    /// Makes a list.
    ///
    /// - Complexity: O(n log n).
    public init(_ summaries: some Sequence<ConversationSummary> = []) {
        for summary in summaries { byID[summary.id] = summary }
        order = byID.values.filter { !$0.isHidden }.sorted(by: Self.precedes).map(\.id)
    }

    /// Puts a conversation where it belongs.
    ///
    /// - Complexity: O(n), of which all but O(log n) is moving names.
    public mutating func update(_ summary: ConversationSummary) {
        remove(summary.id)
        byID[summary.id] = summary
        guard !summary.isHidden else { return }
        var low = 0
        var high = order.count
        while low < high {
            let middle = (low + high) / 2
            if let other = byID[order[middle]], Self.precedes(other, summary) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        order.insert(summary.id, at: low)
    }

    /// Removes a conversation.
    public mutating func remove(_ id: ConversationID) {
        guard byID.removeValue(forKey: id) != nil, let index = order.firstIndex(of: id) else { return }
        order.remove(at: index)
    }

    /// The conversations that pass a filter: pinned ones first, then by newest activity.
    public func conversations(_ filter: ChatFilter = .inbox) -> [ConversationSummary] {
        order.compactMap { id in byID[id].flatMap { filter.passes($0) ? $0 : nil } }
    }

    /// Those whose titles have what is looked for; hidden ones are never found.
    public func search(_ text: String) -> [ConversationSummary] {
        guard let query = SearchQuery(text) else { return [] }
        return conversations(.all).filter { !query.matches(in: $0.title, limit: 1).isEmpty }
    }

    /// The other sides of direct conversations who are there now, in the order of the list.
    public var activeNow: [PersonID] {
        conversations(.all).compactMap { summary in
            guard case .direct(let person) = summary.id, summary.presence?.availability.isActive ?? false,
                !summary.isRequest
            else { return nil }
            return person
        }
    }

    /// The number on the app's icon: unread messages of what isn't muted, archived or hidden; one that is marked as unread
    /// counts one, and of muted ones those that name or answer the reader.
    public var total: Int {
        conversations(.inbox).reduce(0) { $0 + $1.countedMessages }
    }

    private static func precedes(_ first: ConversationSummary, _ second: ConversationSummary) -> Bool {
        if first.isPinned != second.isPinned { return first.isPinned }
        let times = (first.activityAt?.milliseconds ?? 0, second.activityAt?.milliseconds ?? 0)
        if times.0 != times.1 { return times.0 > times.1 }
        return first.id.threadText < second.id.threadText
    }
}

extension ConversationSummary {
    /// How much it adds to the app's total.
    fileprivate var countedMessages: Int {
        if isMuted { return mentionCount }
        return unreadCount > 0 ? unreadCount : isMarkedUnread ? 1 : 0
    }
}

/// Which conversations are shown.
///
/// Rule CL-7.
@nonexhaustive
public enum ChatFilter: Hashable, Sendable {
    /// All that aren't archived.
    case inbox
    /// All.
    case all
    /// The archive.
    case archived
    /// Those that are unread and aren't archived.
    case unread
    /// Those that wait for the reader's decision.
    case requests
    /// A folder.
    case folder(ChatFolder)

    func passes(_ summary: ConversationSummary) -> Bool {
        switch self {
        case .inbox: !summary.isArchived
        case .all: true
        case .archived: summary.isArchived
        case .unread: !summary.isArchived && summary.isUnread
        case .requests: summary.isRequest
        case .folder(let folder): folder.passes(summary)
        }
    }
}

/// A folder: what it takes by rules, and what it takes and leaves by name.
///
/// Rule CL-7.
public struct ChatFolder: Hashable, Sendable {
    /// The name; conversations whose settings name it are in it.
    public var name: String
    /// What it takes by kind.
    public var kinds: Set<Kind>
    /// What it takes beside that.
    public var includes: Set<ConversationID>
    /// What it never takes, stronger than all others.
    public var excludes: Set<ConversationID>
    /// What it leaves of what it takes by kind.
    public var leaves: Set<Trait>
    /// Who is among the reader's contacts.
    public var contacts: Set<PersonID>

    /// What a folder takes.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// Conversations with contacts.
        case contacts
        /// Conversations with others.
        case others
        /// Groups.
        case groups
    }

    /// What a folder leaves.
    public enum Trait: Hashable, Sendable, CaseIterable {
        /// Silent ones.
        case muted
        /// Those without anything unread.
        case read
        /// Those in the archive.
        case archived
    }

    /// Makes a folder.
    public init(
        name: String, kinds: Set<Kind> = [], includes: Set<ConversationID> = [],
        excludes: Set<ConversationID> = [], leaves: Set<Trait> = [.archived], contacts: Set<PersonID> = []
    ) {
        self.name = name
        self.kinds = kinds
        self.includes = includes
        self.excludes = excludes
        self.leaves = leaves
        self.contacts = contacts
    }

    func passes(_ summary: ConversationSummary) -> Bool {
        if excludes.contains(summary.id) { return false }
        if includes.contains(summary.id) || (!name.isEmpty && summary.folder == name) { return true }
        if leaves.contains(.muted) && summary.isMuted { return false }
        if leaves.contains(.read) && !summary.isUnread { return false }
        if leaves.contains(.archived) && summary.isArchived { return false }
        let kind: Kind =
            switch summary.id {
            case .group: .groups
            case .direct(let person): contacts.contains(person) ? .contacts : .others
            }
        return kinds.contains(kind)
    }
}

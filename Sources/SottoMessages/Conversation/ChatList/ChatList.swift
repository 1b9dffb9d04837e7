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

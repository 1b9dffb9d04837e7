@testable import SottoMessages

/// All that a conversation says, in a form that two ways to the same state have in common.
struct ConversationSnapshot: Equatable {
    struct Message: Equatable {
        let name: MessageName
        let sequence: UInt64
        let content: Content
        let current: EditVersion?
        let editCount: Int
        let deletedBy: PersonID?
        let reactions: [String]
        let facets: Facets
        let pin: PinState?
        let savers: [PersonID]
        let poll: PollState?
        let stream: StreamState?
        let place: LiveLocation?
        let stickers: [PlacedSticker]
        let call: CallState?
        let notice: LocalNotice?
        let isOpened: Bool
        let receipts: [String]
        let progress: SendState?
        let annotations: [Annotation]
        let isByFallback: Bool
    }

    let messages: [Message]
    let refusals: [Refusal]
    let waiting: [UInt64]
    let timer: ConversationTimer
    let group: GroupSnapshot?
    let style: ConversationStyle?
    let space: SpaceState?
    let channels: [VoiceChannelState]
    let suggestions: Suggestions?
    let settings: ConversationSettings?
    let isMarkedUnread: Bool
    let request: RequestState
    let security: [SecurityState]
    let blocked: [Bool]
    let typists: [[PersonID]]
    let unread: [Int]
    let pinned: [MessageName]
    let expiry: [String]
    let readThrough: UInt64

    init(_ conversation: Conversation, people: [PersonID], threads: [MessageName] = []) {
        let entries = conversation.timeline.elements(0..<conversation.timeline.count)
        messages = entries.map { Message(conversation, $0.record) }
        refusals = conversation.refusedEvents
        waiting = conversation.waiting.changeSequences
        timer = conversation.timer
        group = conversation.group
        style = conversation.style
        space = conversation.space
        channels = conversation.voiceChannels
        suggestions = conversation.suggestions
        settings = conversation.settings
        isMarkedUnread = conversation.isMarkedUnread
        request = conversation.request
        security = [conversation.security] + people.map { conversation.security(of: $0) }
        blocked = people.map { conversation.isBlocked($0) }
        typists = [conversation.typists()] + threads.map { conversation.typists(in: $0) }
        unread =
            [conversation.unreadCount, conversation.unreadConcerningCount]
            + messages.map { conversation.newCount(below: $0.name) }
        pinned = conversation.pinnedMessages
        expiry = conversation.nextExpiry.map { ["\($0.message) \($0.at)"] } ?? []
        readThrough = conversation.readThrough
    }

    /// What differs from another one, for people to read.
    func differences(from other: ConversationSnapshot) -> String {
        let fields = zip(Mirror(reflecting: self).children, Mirror(reflecting: other).children)
        return fields.map { mine, other in
            let own = Self.lines(mine.value)
            let others = Self.lines(other.value)
            let only = own.filter { !others.contains($0) }.map { "  < \($0)" }
            let onlyOther = others.filter { !own.contains($0) }.map { "  > \($0)" }
            let all = only + onlyOther
            return all.isEmpty ? "" : (["\(mine.label ?? ""):"] + all).joined(separator: "\n") + "\n"
        }.joined()
    }

    private static func lines(_ value: Any) -> [String] {
        let parts = (value as? [Any])?.map { "\($0)" } ?? ["\(value)"]
        return parts.map { $0.split(separator: "SottoMessages.").joined() }
    }
}

extension ConversationSnapshot.Message {
    init(_ conversation: Conversation, _ index: Int32) {
        let record = conversation.records[Int(index)]
        let extra = record.extras < 0 ? nil : conversation.extras[Int(record.extras)]
        let state = extra?.state ?? MessageState()
        name = conversation.name(of: index)
        sequence = record.sequence
        content = record.content
        current = state.current
        editCount = state.edits.count
        deletedBy = state.deletedBy.map { conversation.people[$0] }
        reactions = state.reactions.map {
            "\(conversation.people[$0.person]) \($0.content.emoji.display) \($0.sequence)"
        }
        facets = record.facets
        pin = conversation.pin(of: index)
        savers = conversation.savers(of: index)
        poll = conversation.poll(of: index)
        stream = conversation.stream(of: index)
        place = conversation.liveLocation(of: index)
        stickers = conversation.placedStickers(of: index)
        call = conversation.call(of: index)
        notice = conversation.localNotice(of: index)
        isOpened = conversation.isOpened(index)
        receipts = (extra?.receipts.entries ?? []).map { entry in
            let times = [entry.delivered, entry.read, entry.viewed, entry.played].map {
                $0.map { "\($0.sequence) \($0.at?.milliseconds ?? 0)" } ?? "-"
            }
            return "\(conversation.people[entry.person]) \(times)"
        }.sorted()
        progress = record.isMine ? (extra?.facts.progress ?? .queued) : nil
        annotations = extra?.facts.annotations ?? []
        isByFallback = extra?.facts.isByFallback ?? false
    }
}

/// What layout looks at of a row.
struct RowPlace {
    let sequence: UInt64
    let author: Int32
    let receivedAt: Instant
    let dayNumber: Int
    let transport: Transport
    let isNotice: Bool
}

extension Conversation {
    func place(_ record: Int32, in context: RowContext) -> RowPlace {
        let receivedAt = records[Int(record)].receivedAt
        return RowPlace(
            sequence: records[Int(record)].sequence, author: records[Int(record)].author,
            receivedAt: receivedAt, dayNumber: context.clock.timeZone.dayNumber(at: receivedAt),
            transport: transport(of: record), isNotice: isTold(record))
    }

    /// Whether a record tells what happened, and so ends bursts: notices, and calls.
    func isTold(_ record: Int32) -> Bool {
        let form = records[Int(record)].form
        return form.isNotice || form == .call || records[Int(record)].author == NameKey.nobody
    }

    /// How a record came, or in the end went.
    func transport(of record: Int32) -> Transport {
        let index = records[Int(record)].extras
        let isByFallback = index != MessageRecord.none && extras[Int(index)].facts.isByFallback
        return isByFallback ? .fallback : records[Int(record)].transport
    }

    /// How the last message before a row went, as notices go no way; nil when there is none near.
    func lastTransport(before entry: TimelineEntry) -> Transport? {
        let rank = timeline.rank(of: entry)
        for place in timeline.elements(max(rank - Self.noticesLookedOver, 0)..<rank).reversed()
        where !isTold(place.record) {
            return transport(of: place.record)
        }
        return nil
    }

    /// More notices in a row than that hide what was before them.
    static let noticesLookedOver = 64
}

/// Lays rows out, one after the other.
///
/// Rules CV-31 to CV-33.
struct LayoutPass {
    /// How the last message went.
    var transport: Transport?
    private let profile: ConversationProfile
    private let isGroup: Bool
    private let isThread: Bool
    private let unread: (first: UInt64?, count: Int)

    init(_ conversation: Conversation, _ context: RowContext, isThread: Bool) {
        profile = conversation.profile
        isGroup = conversation.isGroup
        self.isThread = isThread
        unread = context.unreadAfter.map { conversation.unread(after: $0) } ?? (nil, 0)
    }

    mutating func layout(of row: RowPlace, before: RowPlace?, after: RowPlace?) -> RowLayout {
        let joinsBefore = before.map { joins($0, row) } ?? false
        let joinsAfter = after.map { joins(row, $0) } ?? false
        var layout = RowLayout()
        layout.position =
            switch (joinsBefore, joinsAfter) {
            case (false, false): .single
            case (false, true): .first
            case (true, true): .middle
            case (true, false): .last
            }
        layout.hasTail = !row.isNotice && !joinsAfter
        layout.showsAvatar = layout.hasTail && isGroup && row.author != People.me
        let isLater = before.map { hasTimePill(row, $0) } ?? false
        if let before {
            layout.gap = joinsBefore ? .burst : gap(row, before, isLater: isLater)
        }
        layout.separators = separators(of: row, before: before, isLater: isLater)
        if !row.isNotice { transport = row.transport }
        return layout
    }

    private func joins(_ first: RowPlace, _ second: RowPlace) -> Bool {
        guard first.author == second.author, !first.isNotice, !second.isNotice,
            first.transport == second.transport, first.dayNumber == second.dayNumber
        else { return false }
        return profile.burstGap.map { second.receivedAt.isWithin($0, after: first.receivedAt) } ?? true
    }

    private func gap(_ row: RowPlace, _ before: RowPlace, isLater: Bool) -> RowGap {
        if isLater || row.dayNumber != before.dayNumber { return .timeGap }
        return row.author == before.author && row.isNotice == before.isNotice ? .sameSender : .senderChange
    }

    /// Whether at least the time of a pill passed.
    private func hasTimePill(_ row: RowPlace, _ before: RowPlace) -> Bool {
        row.receivedAt > before.receivedAt
            && row.receivedAt.milliseconds - before.receivedAt.milliseconds
                >= profile.timePillGap.milliseconds
    }

    private func separators(of row: RowPlace, before: RowPlace?, isLater: Bool) -> [RowSeparator] {
        var result: [RowSeparator] = []
        if before.map({ $0.dayNumber != row.dayNumber }) ?? true {
            result.append(.day(row.receivedAt))
        } else if isLater {
            result.append(.time(row.receivedAt))
        }
        if isThread { return result }
        // At the start the banner says it for what is encrypted.
        if !row.isNotice, row.transport != transport ?? .endToEnd { result.append(.transport(row.transport)) }
        if before == nil, row.transport == .endToEnd { result.append(.encryptionBanner) }
        if row.sequence == unread.first { result.append(.unread(count: unread.count)) }
        return result
    }
}

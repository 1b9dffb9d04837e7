/// The rows of a conversation.
///
/// Rule CV-30.
extension Conversation {
    /// How many rows there are.
    public var rowCount: Int { timeline.count }

    /// The rows at these indexes, as far as they are there.
    ///
    /// - Complexity: O(number of rows), with a small part of O(√n) for n messages.
    public func rows(_ range: Range<Int>, in context: RowContext) -> [Row] {
        let shown = range.clamped(to: 0..<timeline.count)
        guard !shown.isEmpty else { return [] }
        let start = max(shown.lowerBound - 1, 0)
        let entries = timeline.elements(start..<shown.upperBound + 1)
        let inside = shown.lowerBound - start..<shown.upperBound - start
        return rows(entries, inside, in: context, isThread: false)
    }

    /// The row of a message; nil when it isn't shown.
    public func row(_ message: MessageName, in context: RowContext) -> Row? {
        index(of: message).flatMap { rows($0..<$0 + 1, in: context).first }
    }

    /// The index of a message's row; nil when it isn't shown.
    ///
    /// - Complexity: O(√n) with a small factor.
    public func index(of message: MessageName) -> Int? {
        record(of: message).map { timeline.rank(of: entry(of: $0)) }
    }

    /// The indexes of a message's row and of those around it; nil when it isn't shown.
    public func window(around message: MessageName, before: Int, after: Int) -> Range<Int>? {
        index(of: message).map { window(around: $0, before: before, after: after) }
    }

    /// The indexes around the first message behind a place in the order that counts as unread, or else the last ones.
    ///
    /// Nil as the place stands for the read mark.
    public func window(aroundUnreadAfter place: UInt64? = nil, before: Int, after: Int) -> Range<Int> {
        guard let first = firstUnread(after: place), let index = index(of: first) else {
            return window(around: max(rowCount - 1, 0), before: before, after: after)
        }
        return window(around: index, before: before, after: after)
    }

    /// The first message behind a place in the order that counts as unread; nil as the place stands for the read mark.
    public func firstUnread(after place: UInt64? = nil) -> MessageName? {
        guard let sequence = unread(after: place ?? readThrough).first else { return nil }
        let rank = timeline.rank(of: TimelineEntry(sequence: sequence, record: 0))
        return timeline[rank].map { name(of: $0.record) }
    }

    /// The newest rows.
    public func lastRows(_ count: Int, in context: RowContext) -> [Row] {
        rows(rowCount - min(max(count, 0), rowCount)..<rowCount, in: context)
    }

    private func window(around index: Int, before: Int, after: Int) -> Range<Int> {
        let lower = index - min(max(before, 0), index)
        let rest = max(rowCount - index - 1, 0)
        return lower..<min(index + 1 + min(max(after, 0), rest), rowCount)
    }

    /// The first place behind another one that counts as unread, and how many do.
    func unread(after place: UInt64) -> (first: UInt64?, count: Int) {
        let (next, isLast) = place.addingReportingOverflow(1)
        if isLast { return (nil, 0) }
        let rank = countable.rank(of: next)
        return (countable[rank], countable.count - rank)
    }
}

extension Conversation {
    /// The rows of some entries, among neighbours that are there too when they exist.
    func rows(
        _ entries: [TimelineEntry], _ shown: Range<Int>, in context: RowContext, isThread: Bool
    ) -> [Row] {
        var layouts = LayoutPass(self, context, isThread: isThread)
        let scope = ActionScope(self)
        var before: RowPlace?
        if shown.lowerBound > 0 {
            before = place(entries[shown.lowerBound - 1].record, in: context)
            layouts.transport = isThread ? nil : lastTransport(before: entries[shown.lowerBound])
        }
        var current = place(entries[shown.lowerBound].record, in: context)
        var rows: [Row] = []
        rows.reserveCapacity(shown.count)
        for index in shown {
            let next = index + 1 < entries.count ? place(entries[index + 1].record, in: context) : nil
            var row = self.row(entries[index].record, in: context, scope)
            row.layout = layouts.layout(of: current, before: before, after: next)
            rows.append(row)
            before = current
            if let next { current = next }
        }
        return rows
    }

    private func row(_ record: Int32, in context: RowContext, _ scope: ActionScope) -> Row {
        let content = records[Int(record)].content
        let isMine = records[Int(record)].isMine
        let author = records[Int(record)].author
        var row = Row(
            name: name(of: record), sequence: records[Int(record)].sequence,
            author: author < 0 ? .nobody : people[author], device: records[Int(record)].device,
            isMine: isMine, sentAt: content.sentAt, receivedAt: records[Int(record)].receivedAt,
            transport: transport(of: record), body: body(of: record, in: context))
        let extra = extra(of: record)
        if case .notice = row.body {
            row.actions.insert(.deleteForMe)
            return row
        }
        if isMine { row.sendState = sendState(of: record) }
        row.timer = content.timer?.span.map {
            RowTimer(span: $0, deadline: records[Int(record)].facets.deadline, now: context.now)
        }
        if case .deleted = row.body {
            row.actions.insert(.deleteForMe)
            return row
        }
        row.reply = reply(of: record)
        row.threadRoot = threadRoot(of: record)
        row.threadCount = threadCount(of: record)
        if content.effect.isKnown { row.effect = content.effect }
        if case .text(let text) = row.body { row.soloEmojiCount = SoloEmoji.count(in: text.body) }
        row.forwardHops = content.forwardHops
        if let extra {
            row.reactions = groups(of: extra.state.reactions)
            row.edits = edits(of: record)
            row.stickers = placedStickers(of: record)
            row.pin = pin(of: record).flatMap { $0.isPinned(at: context.now) ? $0 : nil }
            row.savedBy = savers(of: record)
            row.annotations = extra.facts.annotations
        }
        if let state = row.sendState { row.receipt = receipt(of: record, state, row.body) }
        row.actions = actions(for: row, record, in: context, scope)
        return row
    }
}

extension MessageEffect {
    /// Whether this version has a name for it.
    var isKnown: Bool { 1...10 ~= rawValue }
}

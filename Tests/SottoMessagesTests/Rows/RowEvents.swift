import SottoMessages

/// Events of a conversation with everything that changes rows.
enum RowEvents {
    static func mixed(count: Int, seed: UInt64 = 4) -> [ConversationEvent] {
        var recorder = RowRecorder()
        var generator = SeededNumbers(seed)
        for index in 0..<count { recorder.add(index, &generator) }
        return recorder.events
    }
}

private struct RowRecorder {
    var events: [ConversationEvent] = []
    private var names: [MessageName] = []
    private var now = RowChat.start

    mutating func add(_ index: Int, _ generator: inout SeededNumbers) {
        now += generator.one(of: [1_000, 61_000])
        let author = generator.one(of: [RowChat.me, RowChat.alice])
        guard let target = names.last, let first = names.first, index % 3 != 0 else {
            names.append(message(.text(TextContent(body: "number \(index)")), author, index))
            return
        }
        let reference = RowChat.reference(target)
        switch generator.next(below: 14) {
        case 0: message(.reaction(ReactionContent(target: reference, emoji: .like)), author, index)
        case 1:
            let edit = EditContent(target: reference, text: TextContent(body: "edited \(index)"))
            message(.edit(edit), target.author, index)
        case 2, 3:
            let name = message(.text(TextContent(body: "re \(index)")), author, index) {
                $0.reply = RowChat.quote(target, root: first)
            }
            names.append(name)
        case 4: message(.receipt(ReceiptContent(kind: .read, ids: [target.id])), RowChat.alice, index)
        case 5: add(.local(.sent(target.id)))
        case 6: add(.local(.sentByFallback(target.id)))
        case 7: add(.local(.deleted([target])))
        case 8:
            let timed = message(.text(TextContent(body: "timed \(index)")), author, index) {
                $0.timer = ExpiryTimer(seconds: 1_000, version: 1)
                $0.reply = RowChat.quote(target, root: target)
            }
            names.append(timed)
        case 9: add(.local(.read(through: UInt64(events.count))))
        case 10: message(.timerChange(TimerChangeContent(seconds: 30, version: UInt32(index))), author, index)
        case 11: message(.pin(PinContent(target: reference)), author, index)
        case 12: message(.saved(SavedContent(target: reference)), author, index)
        default:
            message(.delete(DeleteContent(target: reference, scope: .everyone)), target.author, index)
        }
    }

    @discardableResult
    private mutating func message(
        _ kind: ContentKind, _ author: PersonID, _ index: Int, _ change: (inout Content) -> Void = { _ in }
    ) -> MessageName {
        let id = MessageID(high: 5, low: UInt64(index))
        var content = Content(id: id, sentAt: Instant(milliseconds: now), kind: kind)
        change(&content)
        add(
            .message(
                MessageEvent(
                    author: author, device: 1, conversation: .direct(RowChat.alice), content: content)))
        return MessageName(author: author, id: id)
    }

    private mutating func add(_ body: ConversationEvent.Body) {
        events.append(
            ConversationEvent(
                sequence: UInt64(events.count + 1), receivedAt: Instant(milliseconds: now), body: body))
    }
}

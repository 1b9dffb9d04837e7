extension Conversation {
    mutating func apply(_ fact: LocalFact, _ event: ConversationEvent) {
        let mine = { (id: MessageID) in NameKey(author: People.me, id: id) }
        switch fact {
        case .sending(let id): apply(.sending, to: mine(id), event)
        case .sent(let id): apply(.sent, to: mine(id), event)
        case .failed(let id, let failure): apply(.failed(failure), to: mine(id), event)
        case .retried(let id): apply(.retried, to: mine(id), event)
        case .sentByFallback(let id): apply(.sentByFallback, to: mine(id), event)
        case .opened(let name): apply(.opened, to: name, event)
        case .deleted(let names): for name in names { apply(.deleted, to: name, event) }
        case .annotated(let name, let annotation): apply(.annotated(annotation), to: name, event)
        case .read(let through): markRead(through: through, at: event.receivedAt)
        case .blocked(let person, let isBlocked): block(person, isBlocked, event.sequence)
        case .identityChanged, .verified, .settings, .request, .markedUnread: break
        }
    }

    private mutating func apply(
        _ action: MessageFact.Action, to name: MessageName, _ event: ConversationEvent
    ) {
        guard let author = number(of: name.author) else {
            refuse(event.sequence, by: NameKey.nobody, .unknownAuthor)
            return
        }
        apply(action, to: NameKey(author: author, id: name.id), event)
    }

    private mutating func apply(
        _ action: MessageFact.Action, to target: NameKey, _ event: ConversationEvent
    ) {
        let fact = MessageFact(sequence: event.sequence, receivedAt: event.receivedAt, action: action)
        if let slot = names[target], slot.isBase {
            apply(fact, to: slot.record)
            refresh(slot.record)
        } else {
            wait(.fact(fact), for: target)
        }
    }

    mutating func apply(_ fact: MessageFact, to record: Int32) {
        touch(record)
        guard !records[Int(record)].isExpired else { return }
        extras[extrasIndex(of: record)].facts.insert(fact)
        if case .deleted = fact.action { touchAnswers(to: records[Int(record)].key) }
    }

    private mutating func markRead(through: UInt64, at: Instant) {
        guard let changed = readMarks.insert(through: through, at: at) else { return }
        batch.result.changesConversation = true
        guard profile.timerStart == .whenRead else { return }
        let start = timed.rank(of: TimelineEntry(sequence: changed.lowerBound, record: 0))
        let end = timed.rank(of: TimelineEntry(sequence: changed.upperBound, record: 0))
        for entry in timed.elements(start..<end + 1) where entry.sequence <= changed.upperBound {
            refresh(entry.record)
        }
    }

    private mutating func block(_ person: PersonID, _ isBlocked: Bool, _ sequence: UInt64) {
        guard let number = number(of: person),
            blocks.insert(isBlocked, of: number, sequence: sequence)
        else { return }
        batch.result.changesConversation = true
        for index in records.indices {
            let record = Int32(truncatingIfNeeded: index)
            if records[index].extras != MessageRecord.none { refold(record) }
            if records[index].author == number, records[index].sequence > sequence { refresh(record) }
        }
    }

    /// Whether a person may do in the group what only admins may, at a place in the order.
    func isAdmin(_ person: Int32, at sequence: UInt64) -> Bool { false }

    mutating func apply(_ receipt: ReceiptContent, _ place: ChangePlace) {
        let at = receipt.age.map { age in
            let sent = place.sentAt.milliseconds
            return Instant(
                milliseconds: min(place.receivedAt.milliseconds, sent - min(sent, age.milliseconds)))
        }
        let fact = ReceiptFact(
            sequence: place.sequence, author: place.author, kind: receipt.kind, at: at)
        for id in receipt.ids {
            let target = NameKey(author: People.me, id: id)
            if let slot = names[target], slot.isBase {
                apply(fact, to: slot.record)
                refresh(slot.record)
            } else {
                wait(.receipt(fact), for: target)
            }
        }
    }

    mutating func apply(_ receipt: ReceiptFact, to record: Int32) {
        guard !records[Int(record)].isExpired else { return }
        let index = extrasIndex(of: record)
        let isRecipient =
            isGroup ? extras[index].receipts.recipients.contains(receipt.author) : receipt.author == peer
        guard isRecipient else {
            refuse(
                receipt.sequence, by: receipt.author, target: records[Int(record)].key, .notARecipient)
            return
        }
        touch(record)
        _ = extras[index].receipts.insert(receipt)
    }
}

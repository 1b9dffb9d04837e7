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
        case .read(let through):
            noteMarkedUnread(false, event.sequence)
            markRead(through: through, at: event.receivedAt)
        case .blocked(let person, let isBlocked): block(person, isBlocked, event.sequence)
        case .identityChanged(let person): noteIdentityChange(of: person, event)
        case .verified(let person, let isVerified):
            note(isVerified ? .verified : .unverified, of: person, event.sequence)
        case .settings(let settings): note(settings, event.sequence)
        case .request(let isAccepted): note(isAccepted ? .accepted : .deleted, event.sequence)
        case .markedUnread(let isMarked): noteMarkedUnread(isMarked, event.sequence)
        case .cleared: clear(through: event.sequence)
        case .group(let snapshot): insertAnchor(snapshot, event.sequence)
        case .connectionLost: noteConnectionLost(event)
        }
    }

    private mutating func apply(
        _ action: MessageFact.Action, to name: MessageName, _ event: ConversationEvent
    ) {
        guard let key = key(of: name) else {
            refuse(event.sequence, by: NameKey.nobody, .unknownAuthor)
            return
        }
        apply(action, to: key, event)
    }

    /// The name with its author as a number; of what nobody wrote, notices have an id that begins with zeros.
    mutating func key(of name: MessageName) -> NameKey? {
        if name.author == .nobody {
            return NameKey(author: name.id.high == 0 ? NameKey.nobody : NameKey.calls, id: name.id)
        }
        return number(of: name.author, limit: FoldLimits.namedPeople).map { NameKey(author: $0, id: name.id) }
    }

    private mutating func apply(
        _ action: MessageFact.Action, to target: NameKey, _ event: ConversationEvent
    ) {
        apply(
            MessageFact(sequence: event.sequence, receivedAt: event.receivedAt, action: action), to: target)
    }

    mutating func apply(_ fact: MessageFact, to target: NameKey) {
        if let slot = names[target], slot.isBase {
            if apply(fact, to: slot.record) { refresh(slot.record) }
        } else {
            wait(.fact(fact), for: target)
        }
    }

    /// Takes a fact; false when it tells nothing new.
    @discardableResult
    mutating func apply(_ fact: MessageFact, to record: Int32) -> Bool {
        guard !records[Int(record)].isExpired else { return false }
        if case .sentByFallback = fact.action { noteNeighbours(of: record) }
        return extras[extrasIndex(of: record)].facts.insert(fact)
    }

    private mutating func block(_ person: PersonID, _ isBlocked: Bool, _ sequence: UInt64) {
        guard let number = number(of: person),
            blocks.insert(isBlocked, of: number, sequence: sequence)
        else { return }
        refoldAll()
    }

    /// Judges everything again, as other people are blocked than before.
    mutating func refoldAll() {
        batch.result.changesConversation = true
        for index in records.indices { refoldKept(Int32(truncatingIfNeeded: index)) }
    }

    /// Judges a record again, unless another took its place.
    private mutating func refoldKept(_ record: Int32) {
        let slot = names[records[Int(record)].key]
        guard let slot, slot.isBase, slot.record == record, !records[Int(record)].isExpired else { return }
        refold(record)
    }

    /// Deletes all that stands before a place in the order.
    mutating func clear(through sequence: UInt64) {
        guard sequence > clearedThrough else { return }
        clearedThrough = sequence
        batch.result.changesConversation = true
        for entry in timeline.elements(0..<timeline.count) where entry.sequence < sequence {
            refresh(entry.record)
        }
        for index in records.indices where records[index].sequence < sequence && !records[index].isErased {
            refoldKept(Int32(truncatingIfNeeded: index))
        }
    }

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
                if apply(fact, to: slot.record) { refresh(slot.record) }
            } else {
                wait(.receipt(fact), for: target)
            }
        }
    }

    /// Takes a receipt; false when it tells nothing new.
    @discardableResult
    mutating func apply(_ receipt: ReceiptFact, to record: Int32) -> Bool {
        guard !records[Int(record)].isExpired else { return false }
        let index = extrasIndex(of: record)
        let isRecipient =
            isGroup ? extras[index].receipts.recipients.contains(receipt.author) : receipt.author == peer
        guard isRecipient else {
            extras[index].receipts.refuse(receipt)
            refuse(
                receipt.sequence, by: receipt.author, target: records[Int(record)].key, .notARecipient)
            return false
        }
        return extras[index].receipts.insert(receipt)
    }
}

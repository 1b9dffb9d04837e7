extension Conversation {
    /// Whom a reference names, seen from who sent it; nil when that isn't known here.
    mutating func resolve(_ reference: MessageRef, from author: Int32) -> NameKey? {
        let target: Int32? =
            switch reference.author {
            case .sender: author
            case .recipient: peer.map { author == People.me ? $0 : People.me }
            case .user(let bytes): PersonID(bytes).flatMap { number(of: $0, limit: FoldLimits.namedPeople) }
            case .member(let position, let revision):
                member(position, revision).flatMap { number(of: $0, limit: FoldLimits.namedPeople) }
            case .unknown: nil
            }
        return target.map { NameKey(author: $0, id: reference.id) }
    }

    func member(_ position: UInt32, _ revision: UInt32) -> PersonID? {
        guard let roster = rosters[revision], position < roster.count else { return nil }
        return roster[Int(position)]
    }

    mutating func apply(_ action: Change.Action, to reference: MessageRef, _ place: ChangePlace) {
        guard let target = resolve(reference, from: place.author) else {
            refuse(place.sequence, by: place.author, .unknownAuthor)
            return
        }
        apply(action, to: target, place)
    }

    mutating func apply(_ deletion: DeleteContent, _ place: ChangePlace) {
        guard let target = resolve(deletion.target, from: place.author) else {
            refuse(place.sequence, by: place.author, .unknownAuthor)
            return
        }
        let change = Change(place, .delete(deletion.scope))
        guard change.isOwnDeletion(of: target.author) else {
            apply(.delete(deletion.scope), to: target, place)
            return
        }
        if let slot = names[target], slot.isBase {
            insert(change, into: slot.record)
            refresh(slot.record)
        } else {
            wait(.change(change), for: target)
        }
    }

    mutating func apply(_ action: Change.Action, to target: NameKey, _ place: ChangePlace) {
        let change = Change(place, action)
        guard case .admitted = admit(change.key, place.sequence, isBase: false) else { return }
        if let slot = names[target], slot.isBase {
            insert(change, into: slot.record)
            refresh(slot.record)
        } else {
            names[change.key] = NameSlot(
                sequence: change.sequence, record: NameSlot.waiting, isBase: false)
            wait(.change(change), for: target)
        }
    }

    mutating func wait(_ entry: WaitingEvents.Entry, for target: NameKey) {
        guard let dropped = waiting.insert(entry, for: target) else { return }
        batch.result.droppedCount += 1
        if case .change(let change) = dropped, names[change.key]?.sequence == change.sequence {
            names[change.key] = nil
            sequences.remove(change.sequence)
        }
    }

    /// Puts a change among the others of a message.
    mutating func insert(_ change: Change, into record: Int32) {
        touch(record)
        let author = records[Int(record)].author
        let isOwnDeletion = change.isOwnDeletion(of: author)
        if !isOwnDeletion {
            names[change.key] = NameSlot(sequence: change.sequence, record: record, isBase: false)
        }
        if records[Int(record)].isExpired { return }
        let index = extrasIndex(of: record)
        if case .part(let part) = change.action {
            insert(change, part, into: record)
            touchAnswers(to: records[Int(record)].key)
            return
        }
        if extras[index].contains(change.sequence) { return }
        noteConsulting(change, record)
        if let evicted = evictedForRoom(of: change, author, in: extras[index].changes) {
            refuse(evicted.sequence, by: evicted.author, target: records[Int(record)].key, .tooMany)
            if evicted.sequence == change.sequence { return }
            extras[index].changes.removeAll { $0.sequence == evicted.sequence }
            _ = extras[index].insert(change)
            refold(record)
            return
        }
        guard extras[index].insert(change), !isOwnDeletion else {
            refold(record)
            return
        }
        let last = extras[index].changes.count - 1
        let base = ChangeBase(records[Int(record)])
        // Taken out, as a state that is lent while all is read would be copied with all others.
        var state = MessageState()
        swap(&state, &extras[index].state)
        let reason = judge(change, base, &state)
        swap(&state, &extras[index].state)
        if case .edit = change.action { touchAnswers(to: records[Int(record)].key) }
        note(reason, at: last, of: record, in: index)
    }

    /// Takes a change of a message back.
    mutating func remove(_ sequence: UInt64, from record: Int32) {
        refusals.remove(sequence, name(of: record))
        let index = extrasIndex(of: record)
        extras[index].parts.removeAll { $0.sequence == sequence }
        extras[index].changes.removeAll { $0.sequence == sequence }
        rebase(record)
        refold(record)
    }

    /// Applies all changes of a message again, in their order.
    mutating func refold(_ record: Int32) {
        touch(record)
        guard records[Int(record)].extras != MessageRecord.none else { return refresh(record) }
        let index = extrasIndex(of: record)
        let base = ChangeBase(records[Int(record)])
        var state = MessageState()
        for place in extras[index].changes.indices {
            let reason = judge(extras[index].changes[place], base, &state)
            note(reason, at: place, of: record, in: index)
        }
        if !state.edits.isEmpty || !extras[index].state.edits.isEmpty || !extras[index].parts.isEmpty {
            touchAnswers(to: records[Int(record)].key)
        }
        extras[index].state = state
        if !extras[index].parts.isEmpty { judgeParts(of: record) }
        refresh(record)
    }

    private mutating func note(
        _ reason: Refusal.Reason?, at place: Int, of record: Int32, in index: Int
    ) {
        if reason == nil, extras[index].changes[place].refusal == nil { return }
        let change = extras[index].changes[place]
        note(reason, change, of: record)
        extras[index].changes[place].refusal = reason
    }

    /// Tells, or takes back, that a change is refused.
    mutating func note(_ reason: Refusal.Reason?, _ change: Change, of record: Int32) {
        if let reason {
            if change.refusal != reason {
                refuse(change.sequence, by: change.author, target: records[Int(record)].key, reason)
            }
        } else if change.refusal != nil {
            refusals.remove(change.sequence, name(of: record))
        }
    }

    /// The change that has to go so that there are no more than the limits say: the latest one counts least.
    private func evictedForRoom(of change: Change, _ author: Int32, in changes: [Change]) -> Change? {
        if change.isOwnDeletion(of: author) {
            let own = changes.filter { $0.isOwnDeletion(of: author) }
            guard own.count >= FoldLimits.ownDeletions else { return nil }
            return own.last.map { $0.sequence > change.sequence ? $0 : change }
        }
        guard changes.count >= FoldLimits.changesByAuthor else { return nil }
        let own = changes.filter { $0.author == change.author && !$0.isOwnDeletion(of: author) }
        if own.count >= FoldLimits.changesByAuthor {
            return own.last.map { $0.sequence > change.sequence ? $0 : change }
        }
        guard changes.count >= FoldLimits.changes else { return nil }
        let last = changes.last { !$0.isOwnDeletion(of: author) }
        return last.map { $0.sequence > change.sequence ? $0 : change }
    }

    /// The place of a message's extras, made now if need be.
    mutating func extrasIndex(of record: Int32) -> Int {
        if records[Int(record)].extras == MessageRecord.none {
            records[Int(record)].extras = Int32(truncatingIfNeeded: extras.count)
            extras.append(MessageExtras())
        }
        return Int(records[Int(record)].extras)
    }
}

extension Change {
    init(_ place: ChangePlace, _ action: Action) {
        self.init(
            sequence: place.sequence, receivedAt: place.receivedAt, sentAt: place.sentAt,
            author: place.author, id: place.id, action: action)
    }
}

extension Conversation {
    mutating func apply(_ message: MessageEvent, _ event: ConversationEvent) {
        guard let author = admitted(message, event) else { return }
        let content = message.content
        let place = ChangePlace(event: event, author: author, content: content)
        switch content.kind {
        case .reaction(let reaction): apply(.reaction(reaction), to: reaction.target, place)
        case .edit(let edit): apply(.edit(edit), to: edit.target, place)
        case .delete(let deletion): apply(.delete(deletion.scope), to: deletion.target, place)
        case .receipt(let receipt): apply(receipt, place)
        case .typing, .null: break
        default: insert(message, place)
        }
    }

    /// The author's number, if an event by the author belongs here.
    private mutating func admitted(_ message: MessageEvent, _ event: ConversationEvent) -> Int32? {
        guard message.conversation == id else {
            let known = people.number(of: message.author) ?? NameKey.nobody
            refuse(event.sequence, by: known, .otherConversation)
            return nil
        }
        if let number = people.number(of: message.author) { return number }
        guard isGroup else {
            refuse(event.sequence, by: NameKey.nobody, .notAMember)
            return nil
        }
        return number(of: message.author)
    }

    /// The number of a person, as long as not too many were seen.
    mutating func number(of person: PersonID) -> Int32? {
        if let known = people.number(of: person) { return known }
        return people.all.count < FoldLimits.people ? people.intern(person) : nil
    }

    /// Makes room for an event: of two with one name the earlier one in the order counts.
    ///
    /// False when the name is taken by an earlier one, or the place by another event.
    mutating func admit(_ key: NameKey, _ sequence: UInt64, isBase: Bool) -> Admission {
        if let slot = names[key] {
            if slot.sequence == sequence { return .refused }
            guard slot.sequence > sequence else {
                refuse(sequence, by: key.author, .duplicate)
                return .refused
            }
            guard !sequences.contains(sequence) else {
                refuse(sequence, by: key.author, .sequenceTaken)
                return .refused
            }
            sequences.insert(sequence)
            sequences.remove(slot.sequence)
            refuse(slot.sequence, by: key.author, .duplicate)
            if slot.isBase, isBase { return .replaces(slot.record) }
            withdraw(key, slot)
            return .admitted
        }
        guard sequences.insert(sequence) else {
            refuse(sequence, by: key.author, .sequenceTaken)
            return .refused
        }
        return .admitted
    }

    enum Admission {
        case admitted
        case replaces(Int32)
        case refused
    }

    /// Takes an event back, as an earlier one has its name.
    private mutating func withdraw(_ key: NameKey, _ slot: NameSlot) {
        names[key] = nil
        if slot.record == NameSlot.waiting {
            waiting.takeChange(slot.sequence)
        } else if slot.isBase {
            withdrawBase(slot.record)
        } else {
            let index = extrasIndex(of: slot.record)
            extras[index].changes.removeAll { $0.sequence == slot.sequence }
            refold(slot.record)
        }
    }

    private mutating func withdrawBase(_ record: Int32) {
        touch(record)
        set(Facets(), of: record)
        let key = records[Int(record)].key
        guard records[Int(record)].extras != MessageRecord.none else { return }
        let index = extrasIndex(of: record)
        let changes = extras[index].changes
        extras[index] = MessageExtras()
        for change in changes {
            refusals.remove(change.sequence)
            wait(.change(change), for: key)
        }
    }

    private mutating func insert(_ message: MessageEvent, _ place: ChangePlace) {
        let key = NameKey(author: place.author, id: message.content.id)
        switch admit(key, place.sequence, isBase: true) {
        case .refused: return
        case .admitted:
            let index = Int32(truncatingIfNeeded: records.count)
            records.append(MessageRecord(message, place))
            names[key] = NameSlot(sequence: place.sequence, record: index, isBase: true)
            settle(index, message, key)
        case .replaces(let index):
            touch(index)
            set(Facets(), of: index)
            let old = records[Int(index)]
            records[Int(index)] = MessageRecord(message, place)
            records[Int(index)].extras = old.extras
            records[Int(index)].touch = old.touch
            records[Int(index)].isExpired = old.isExpired
            names[key] = NameSlot(sequence: place.sequence, record: index, isBase: true)
            settle(index, message, key)
            if old.extras != MessageRecord.none { refold(index) }
        }
    }

    /// Links a record that is new, and applies what waited for it.
    private mutating func settle(_ index: Int32, _ message: MessageEvent, _ key: NameKey) {
        touch(index)
        if place(index), !message.recipients.isEmpty {
            let numbers = message.recipients.compactMap { number(of: $0) }
            extras[extrasIndex(of: index)].receipts.recipients = Set(numbers).subtracting([People.me])
        }
        link(index)
        for entry in waiting.take(for: key) {
            switch entry {
            case .change(let change): insert(change, into: index)
            case .fact(let fact): apply(fact, to: index)
            case .receipt(let receipt): apply(receipt, to: index)
            }
        }
        refresh(index)
    }

    private func place(_ index: Int32) -> Bool { records[Int(index)].isMine }

    /// Notes what a message answers, so that it is drawn again when that goes.
    private mutating func link(_ index: Int32) {
        guard let reply = records[Int(index)].content.reply else { return }
        let author = records[Int(index)].author
        for target in [reply.target, reply.threadRoot] {
            if let target, let key = resolve(target, from: author) {
                answers[key, default: []].append(index)
            }
        }
    }
}

/// An event's place, and who sent it when.
struct ChangePlace {
    let sequence: UInt64
    let receivedAt: Instant
    let author: Int32
    let id: MessageID
    let sentAt: Instant

    init(event: ConversationEvent, author: Int32, content: Content) {
        sequence = event.sequence
        receivedAt = event.receivedAt
        self.author = author
        id = content.id
        sentAt = content.sentAt
    }
}

extension MessageRecord {
    init(_ message: MessageEvent, _ place: ChangePlace) {
        self.init(
            sequence: place.sequence, receivedAt: place.receivedAt, content: message.content,
            author: place.author, device: message.device, transport: message.transport,
            isSealed: message.isSealed)
    }
}

extension Conversation {
    mutating func apply(_ message: MessageEvent, _ event: ConversationEvent) {
        guard let author = admitted(message, event) else { return }
        apply(message, ChangePlace(event: event, author: author, content: message.content))
    }

    mutating func apply(_ message: MessageEvent, _ place: ChangePlace) {
        switch message.content.kind {
        case .reaction(let reaction): apply(.reaction(reaction), to: reaction.target, place)
        case .edit(let edit): apply(.edit(edit, Change.EditForm(edit)), to: edit.target, place)
        case .delete(let deletion): apply(deletion, place)
        case .pin(let pin): apply(.pin(pin), to: pin.target, place)
        case .saved(let saved): apply(.save(removes: saved.removes), to: saved.target, place)
        case .pollVote(let vote): apply(.vote(vote), to: vote.poll, place)
        case .location(let location):
            guard let start = location.liveStart else { return insert(message, place) }
            apply(.location(location), to: start, place)
        case .sticker(let sticker):
            guard let placement = sticker.placement else { return insert(message, place) }
            apply(.sticker(sticker), to: placement.target, place)
        case .streamed(let part):
            guard part.stream != message.content.id else { return insert(message, place) }
            apply(.part(part), to: NameKey(author: place.author, id: part.stream), place)
        case .call(let call): apply(call, message, place)
        case .receipt(let receipt): apply(receipt, place)
        case .groupUpdate:
            guard isGroup else { return refuse(place.sequence, by: place.author, .notApplicable) }
            insert(message, place)
        case .sync(let sync): apply(sync, message, place)
        case .typing, .suggestions, .voiceChannel, .request: applySignal(message.content.kind, place)
        case .presence, .profile, .report, .preview, .null: break
        default: insert(message, place)
        }
    }

    /// The author's number, if an event by the author belongs here.
    private mutating func admitted(_ message: MessageEvent, _ event: ConversationEvent) -> Int32? {
        guard message.conversation == id else {
            refuse(
                Refusal(
                    sequence: event.sequence, author: message.author, target: nil,
                    reason: .otherConversation))
            return nil
        }
        guard let number = number(of: message.author) else {
            refuse(
                Refusal(
                    sequence: event.sequence, author: message.author, target: nil,
                    reason: isGroup ? .tooMany : .notAMember))
            return nil
        }
        return number
    }

    /// The number of a person who may be here, as long as not too many were seen.
    mutating func number(of person: PersonID, limit: Int = FoldLimits.people) -> Int32? {
        if let known = people.number(of: person) {
            return known == People.me || isGroup || known == peer ? known : nil
        }
        return isGroup && people.all.count < limit ? people.intern(person) : nil
    }

    /// Makes room for an event: of two with one name the earlier one in the order counts.
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
            if slot.isBase, isBase { return .replaces(slot.record) }
            withdraw(key, slot)
            refuse(slot.sequence, by: key.author, .duplicate)
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
        /// The name is taken by an earlier event, or the place by another one.
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
            remove(slot.sequence, from: slot.record)
        }
    }

    /// Takes a record back; what changes it waits again.
    mutating func withdrawBase(_ record: Int32) {
        touch(record)
        unlink(record)
        set(Facets(), of: record)
        records[Int(record)].isWithdrawn = true
        let key = records[Int(record)].key
        names[key] = nil
        if synced[key] != nil { remark() }
        guard records[Int(record)].extras != MessageRecord.none else { return }
        let index = extrasIndex(of: record)
        let changes = extras[index].changes + extras[index].parts
        refusals.remove(of: name(of: key))
        parked[key] = Parked(receipts: extras[index].receipts, facts: extras[index].facts)
        extras[index] = MessageExtras()
        for var change in changes {
            change.refusal = nil
            if !change.isOwnDeletion(of: key.author) {
                names[change.key] = NameSlot(
                    sequence: change.sequence, record: NameSlot.waiting, isBase: false)
            }
            wait(.change(change), for: key)
        }
    }

    private mutating func insert(_ message: MessageEvent, _ place: ChangePlace) {
        let key = NameKey(author: place.author, id: message.content.id)
        noteMessage(by: place.author, place.sequence)
        let admission = admit(key, place.sequence, isBase: true)
        if case .refused = admission { return }
        var record = MessageRecord(message, place, concernsMe: concernsMe(message.content, place))
        if case .replaces(let index) = admission {
            touch(index)
            unlink(index)
            set(Facets(), of: index)
            let old = records[Int(index)]
            refuse(old.sequence, by: key.author, .duplicate)
            record.extras = old.extras
            record.touch = old.touch
            record.isExpired = old.isExpired
            if record.isExpired { record.content.erase() }
            records[Int(index)] = record
            names[key] = NameSlot(sequence: place.sequence, record: index, isBase: true)
            settle(index, key, message.recipients)
            refold(index)
        } else {
            append(record, key, message.recipients)
        }
    }

    /// Adds a record under its name.
    mutating func append(_ record: MessageRecord, _ key: NameKey, _ recipients: [PersonID] = []) {
        let index = Int32(truncatingIfNeeded: records.count)
        records.append(record)
        names[key] = NameSlot(sequence: record.sequence, record: index, isBase: true)
        settle(index, key, recipients)
    }

    /// Links a record that is new, and applies what waited for it.
    private mutating func settle(_ index: Int32, _ key: NameKey, _ recipients: [PersonID]) {
        touch(index)
        if !parked.isEmpty, let found = parked.removeValue(forKey: key) {
            extras[extrasIndex(of: index)].receipts = found.receipts
            extras[extrasIndex(of: index)].facts = found.facts
        }
        if records[Int(index)].isMine { readmit(recipients, to: index) }
        if synced[key] != nil { remark() }
        link(index)
        touchAnswers(to: key)
        for entry in waiting.take(for: key) {
            switch entry {
            case .change(let change): insert(change, into: index)
            case .fact(let fact): apply(fact, to: index)
            case .receipt(let receipt): apply(receipt, to: index)
            }
        }
        refresh(index)
    }

    /// Says to whom a message of mine went, and judges by that what they told of it before.
    private mutating func readmit(_ recipients: [PersonID], to record: Int32) {
        let numbers = isGroup ? Set(recipients.compactMap { number(of: $0) }).subtracting([People.me]) : []
        guard !numbers.isEmpty || records[Int(record)].extras != MessageRecord.none else { return }
        let index = extrasIndex(of: record)
        let told = extras[index].receipts.facts
        extras[index].receipts = Receipts()
        extras[index].receipts.recipients = numbers
        for receipt in told {
            refusals.remove(receipt.sequence, name(of: record))
            apply(receipt, to: record)
        }
    }

    private func concernsMe(_ content: Content, _ place: ChangePlace) -> Bool {
        if let reply = content.reply {
            switch reply.target.author {
            case .recipient: if !isGroup { return true }
            case .user(let bytes): if bytes == me.bytes { return true }
            case .member(let position, let revision):
                if member(position, revision) == me { return true }
            case .sender, .unknown: break
            }
        }
        guard case .text(let text) = content.kind, !text.mentions.isEmpty else { return false }
        return text.mentions.contains { $0.user == me.bytes }
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
        self.init(sequence: event.sequence, receivedAt: event.receivedAt, author: author, content: content)
    }

    init(sequence: UInt64, receivedAt: Instant, author: Int32, content: Content) {
        self.sequence = sequence
        self.receivedAt = receivedAt
        self.author = author
        id = content.id
        sentAt = content.sentAt
    }
}

/// What was known of a message whose event gave its name to an earlier one.
struct Parked: Sendable {
    let receipts: Receipts
    let facts: MessageFacts
}

extension MessageRecord {
    init(_ message: MessageEvent, _ place: ChangePlace, concernsMe: Bool) {
        self.init(
            sequence: place.sequence, receivedAt: place.receivedAt, content: message.content,
            author: place.author, device: message.device, transport: message.transport,
            isSealed: message.isSealed)
        form = MessageForm(message.content.kind)
        self.concernsMe = concernsMe
    }
}

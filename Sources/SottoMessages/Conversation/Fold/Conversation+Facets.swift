extension Conversation {
    /// Works out anew what a record counts for.
    mutating func refresh(_ record: Int32) {
        touch(record)
        set(facets(of: record), of: record)
    }

    private func facets(of index: Int32) -> Facets {
        let record = records[Int(index)]
        var facets = Facets()
        if record.isExpired || blocks.isBlocked(record.author, at: record.sequence) { return facets }
        guard record.extras != MessageRecord.none else {
            facets.isVisible = true
            count(record, in: &facets)
            facets.deadline = deadline(of: record, facts: nil)
            return facets
        }
        let extra = extras[Int(record.extras)]
        if extra.state.isDeletedForMe || extra.facts.isDeleted { return facets }
        facets.isVisible = true
        let isDeleted = extra.state.deletedBy != nil
        if !isDeleted { count(record, in: &facets) }
        facets.deadline = deadline(of: record, facts: extra.facts)
        if record.isMine, !isDeleted { facets.level = extra.receipts.level(ofAll: recipientCount(extra)) }
        return facets
    }

    private func count(_ record: MessageRecord, in facets: inout Facets) {
        facets.isCountable = !record.isMine && !record.isNotice
        facets.concernsMe = facets.isCountable && concernsMe(record)
    }

    private func concernsMe(_ record: MessageRecord) -> Bool {
        if let reply = record.content.reply {
            switch reply.target.author {
            case .recipient: return true
            case .user(let bytes): if bytes == me.bytes { return true }
            case .member(let position, let revision):
                if let roster = rosters[revision], position < roster.count, roster[Int(position)] == me {
                    return true
                }
            case .sender, .unknown: break
            }
        }
        guard case .text(let text) = record.content.kind else { return false }
        return text.mentions.contains { $0.user == me.bytes }
    }

    func recipientCount(_ extra: MessageExtras) -> Int {
        isGroup ? extra.receipts.recipients.count : 1
    }

    private func deadline(of record: MessageRecord, facts: MessageFacts?) -> UInt64 {
        guard let timer = record.content.timer, timer.seconds > 0 else { return .max }
        let start: Instant?
        if record.isMine {
            start = facts?.sent?.at
        } else {
            start =
                profile.timerStart == .whenSent ? record.receivedAt : readMarks.time(of: record.sequence)
        }
        guard let start else { return .max }
        return start.advanced(by: TimeSpan(seconds: timer.seconds)).milliseconds
    }

    /// Brings the indexes to what a record counts for now.
    mutating func set(_ facets: Facets, of record: Int32) {
        let old = records[Int(record)].facets
        guard old != facets else { return }
        records[Int(record)].facets = facets
        let sequence = records[Int(record)].sequence
        let entry = TimelineEntry(sequence: sequence, record: record)
        Self.update(&timeline, entry, old.isVisible, facets.isVisible)
        Self.update(&countable, sequence, old.isCountable, facets.isCountable)
        Self.update(&concerning, sequence, old.concernsMe, facets.concernsMe)
        Self.update(&pinned, entry, old.isPinned, facets.isPinned)
        Self.update(&delivered, entry, old.level >= .delivered, facets.level >= .delivered)
        Self.update(&read, entry, old.level >= .read, facets.level >= .read)
        if old.deadline != facets.deadline {
            if old.deadline != .max { deadlines.remove(Deadline(at: old.deadline, record: record)) }
            if facets.deadline != .max {
                deadlines.insert(Deadline(at: facets.deadline, record: record))
            }
        }
        let isTimed = facets.isVisible && (records[Int(record)].content.timer?.seconds ?? 0) > 0
        Self.update(&timed, entry, old.isVisible && !isTimed, isTimed)
        noteFirstRead(record, old.level, facets.level)
    }

    private static func update<Element>(
        _ set: inout ChunkedSet<Element>, _ element: Element, _ was: Bool, _ isIn: Bool
    ) {
        if was == isIn { return }
        if isIn { set.insert(element) } else { set.remove(element) }
    }

    private mutating func noteFirstRead(_ record: Int32, _ old: ReceiptLevel, _ new: ReceiptLevel) {
        guard new >= .read, old < .read, !batch.hadFirstRead, batch.result.cause == .live else { return }
        batch.hadFirstRead = true
        batch.result.firstRead = name(of: record)
    }

    /// Removes what is due, and what others quote of it.
    mutating func expireDue() {
        while let first = deadlines.first, first.at <= now.milliseconds {
            let index = Int(first.record)
            touch(first.record)
            records[index].isExpired = true
            records[index].content.erase()
            set(Facets(), of: first.record)
            touchAnswers(to: records[index].key)
            guard records[index].extras != MessageRecord.none else { continue }
            extras[Int(records[index].extras)] = MessageExtras()
        }
    }

    /// What quotes a message is drawn again.
    mutating func touchAnswers(to key: NameKey) {
        guard !answers.isEmpty, let found = answers[key] else { return }
        for answer in found where records[Int(answer)].facets.isVisible { touch(answer) }
    }
}

extension MessageRecord {
    /// Whether it tells what happened, rather than what somebody said.
    var isNotice: Bool { false }
}

extension Content {
    /// Forgets what was said.
    mutating func erase() {
        kind = .null(NullContent())
        reply = nil
        unknownFields = UnknownFields()
    }
}

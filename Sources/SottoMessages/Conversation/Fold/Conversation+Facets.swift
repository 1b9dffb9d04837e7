extension Conversation {
    /// Works out anew what a record counts for.
    mutating func refresh(_ record: Int32) {
        touch(record)
        let facets = facets(of: record)
        set(facets, of: record)
        let extra = Int(records[Int(record)].extras)
        let isDeleted =
            extra >= 0 && (extras[extra].state.deletedBy != nil || extras[extra].facts.opened != nil)
        let isGone = isDeleted || !facets.isVisible
        guard isGone != records[Int(record)].isGone else { return }
        records[Int(record)].isGone = isGone
        touchAnswers(to: records[Int(record)].key)
    }

    private mutating func facets(of index: Int32) -> Facets {
        let position = Int(index)
        var facets = Facets()
        let sequence = records[position].sequence
        let author = records[position].author
        if records[position].isGoneForGood || records[position].isRefused { return facets }
        if !blocks.isEmpty, blocks.isBlocked(author, at: sequence) { return facets }
        let form = records[position].form
        let isNotice = form.isNotice || author == NameKey.nobody
        guard records[position].extras != MessageRecord.none else {
            forgetIfDeleted(index, sequence < clearedThrough, isNotice)
            if sequence < clearedThrough { return facets }
            facets.isVisible = true
            facets.isCountable = author != People.me && !isNotice
            facets.concernsMe = facets.isCountable && records[position].concernsMe
            facets.deadline = deadline(of: index, extra: nil)
            return facets
        }
        let extra = Int(records[position].extras)
        let isDeletedHere = extras[extra].facts.isDeleted || sequence < clearedThrough
        let deleter = extras[extra].state.deletedBy
        forgetIfDeleted(index, isDeletedHere || extras[extra].state.isForgotten, isNotice)
        if extras[extra].facts.opened != nil, form == .viewOnce { forgetKeys(index) }
        if isDeletedHere || extras[extra].state.isDeletedForMe { return facets }
        facets.isVisible = true
        let isDeleted = deleter != nil
        if !isDeleted {
            facets.isCountable = author != People.me && !isNotice
            if form == .call { facets.isCountable = call(of: index)?.isMissed ?? false }
            facets.concernsMe = facets.isCountable && records[position].concernsMe
        }
        facets.isPinned = extras[extra].state.isPinned
        facets.deadline = deadline(of: index, extra: extra)
        if author == People.me, !isDeleted {
            facets.level = extras[extra].receipts.level(
                ofAll: isGroup ? extras[extra].receipts.recipients.count : 1)
        }
        return facets
    }

    /// Forgets what was said in what is deleted for good.
    private mutating func forgetIfDeleted(_ record: Int32, _ isDeleted: Bool, _ isNotice: Bool) {
        guard isDeleted, !isNotice, records[Int(record)].form != .call else { return }
        if !records[Int(record)].isErased {
            records[Int(record)].isErased = true
            records[Int(record)].content.erase()
        }
        guard records[Int(record)].extras != MessageRecord.none else { return }
        extras[Int(records[Int(record)].extras)].forgetTexts()
    }

    private mutating func forgetKeys(_ record: Int32) {
        guard !records[Int(record)].isErased else { return }
        records[Int(record)].content.dropViewOnceKeys()
    }

    /// To how many people a message of mine went.
    func recipientCount(_ extra: MessageExtras) -> Int {
        isGroup ? extra.receipts.recipients.count : 1
    }

    private func deadline(of index: Int32, extra: Int?) -> UInt64 {
        let record = Int(index)
        if case .note(let end) = records[record].form { return end.milliseconds }
        guard let timer = records[record].content.timer, timer.seconds > 0 else { return .max }
        if records[record].isNotice || records[record].form == .call { return .max }
        if let extra, !extras[extra].state.savedBy.isEmpty { return .max }
        let start: Instant?
        if records[record].isMine {
            start = extra.flatMap { extras[$0].facts.sent?.at }
        } else {
            start =
                profile.timerStart == .whenSent
                ? records[record].receivedAt : readTime(of: records[record].sequence)
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
        if old.isVisible != facets.isVisible { noteDependents(of: record) }
        Self.update(&countable, sequence, old.isCountable, facets.isCountable)
        Self.update(&concerning, sequence, old.concernsMe, facets.concernsMe)
        Self.update(&pinned, entry, old.isPinned, facets.isPinned)
        Self.update(&delivered, entry, old.level >= .delivered, facets.level >= .delivered)
        Self.update(&read, entry, old.level >= .read, facets.level >= .read)
        if old.deadline != facets.deadline {
            if old.deadline != .max {
                deadlines.remove(Deadline(at: old.deadline, sequence: sequence, record: record))
            }
            if facets.deadline != .max {
                deadlines.insert(Deadline(at: facets.deadline, sequence: sequence, record: record))
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
            let key = records[index].key
            touch(first.record)
            records[index].isExpired = true
            records[index].isErased = true
            records[index].isGone = true
            records[index].content.erase()
            set(Facets(), of: first.record)
            touchAnswers(to: key)
            refusals.remove(of: name(of: key))
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
    /// Whether nothing makes it a row again.
    var isGoneForGood: Bool { isExpired || isWithdrawn }
    /// Whether it tells what happened, rather than what somebody said.
    var isNotice: Bool { form.isNotice || author == NameKey.nobody }
}

extension MessageExtras {
    /// Forgets what was said in edits and parts; how they are judged stays.
    mutating func forgetTexts() {
        for index in changes.indices {
            guard case .edit(let edit, let form) = changes[index].action, !edit.isEmpty else { continue }
            changes[index].action = .edit(EditContent(target: edit.target), form)
        }
        for index in parts.indices {
            guard let part = parts[index].part, !part.text.isEmpty else { continue }
            parts[index].action = .part(
                StreamedContent(stream: part.stream, revision: part.revision, text: ""))
        }
        state.edits = state.edits.map { $0.emptied() }
    }
}

extension EditContent {
    fileprivate var isEmpty: Bool { text == nil && media == nil && album == nil }
}

extension EditVersion {
    fileprivate func emptied() -> EditVersion {
        EditVersion(
            content: EditContent(target: content.target), sentAt: sentAt, receivedAt: receivedAt)
    }
}

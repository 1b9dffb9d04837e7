/// What the changes of single messages come to, for rows.
extension Conversation {
    /// The changes of a record that count, in their order; none when it is deleted.
    private func counting(_ record: Int32) -> [Change] {
        let index = records[Int(record)].extras
        guard index != MessageRecord.none, extras[Int(index)].state.deletedBy == nil else { return [] }
        return extras[Int(index)].changes.filter { $0.refusal == nil }
    }

    /// The poll that a record is; nil for others.
    func poll(of record: Int32) -> PollState? {
        guard case .poll(let poll) = records[Int(record)].content.kind else { return nil }
        var votes: [Int32: (sequence: UInt64, options: [UInt32])] = [:]
        for change in counting(record) {
            guard case .vote(let vote) = change.action, !vote.closes else { continue }
            votes[change.author] = vote.options.isEmpty ? nil : (change.sequence, vote.options)
        }
        let inOrder = votes.sorted { $0.value.sequence < $1.value.sequence }
        let options = poll.options.indices.map { index in
            PollState.Option(
                text: poll.options[index],
                voters: inOrder.filter { $0.value.options.contains(UInt32(clamping: index)) }
                    .map { people[$0.key] })
        }
        let index = records[Int(record)].extras
        return PollState(
            question: poll.question, options: options, isMultiple: poll.isMultiple, voterCount: votes.count,
            myOptions: votes[People.me]?.options.map { Int($0) } ?? [],
            isClosed: index == MessageRecord.none ? false : extras[Int(index)].state.isClosed)
    }

    /// The place that a record tells again and again; nil for others.
    func liveLocation(of record: Int32) -> LiveLocation? {
        guard case .location(var newest) = records[Int(record)].content.kind,
            let duration = newest.liveDuration
        else { return nil }
        var updatedAt = records[Int(record)].receivedAt
        var isStopped = false
        for change in counting(record) {
            guard case .location(let location) = change.action else { continue }
            isStopped = isStopped || location.stops
            guard location.point != nil else { continue }
            newest = location
            updatedAt = change.receivedAt
        }
        return LiveLocation(
            point: newest.point, accuracy: newest.accuracy, name: newest.name, updatedAt: updatedAt,
            endsAt: records[Int(record)].receivedAt.advanced(by: duration), isStopped: isStopped)
    }

    /// The stickers that were put on a record, the oldest first.
    func placedStickers(of record: Int32) -> [PlacedSticker] {
        counting(record).compactMap { change in
            guard case .sticker(let sticker) = change.action else { return nil }
            return PlacedSticker(
                name: name(of: change.key), sticker: sticker, receivedAt: change.receivedAt)
        }
    }

    /// That a record is pinned now.
    func pin(of record: Int32) -> PinState? {
        guard records[Int(record)].facets.isPinned else { return nil }
        let last = counting(record).last { if case .pin = $0.action { true } else { false } }
        guard let last, case .pin(let pin) = last.action, !pin.removes else { return nil }
        let state = PinState(
            person: people[last.author], since: last.receivedAt,
            until: pin.duration.map { last.receivedAt.advanced(by: $0) })
        return state.isPinned(at: now) ? state : nil
    }

    /// Who saved a record, ascending.
    func savers(of record: Int32) -> [PersonID] {
        let index = records[Int(record)].extras
        return index == MessageRecord.none ? [] : extras[Int(index)].state.savedBy.map { people[$0] }.sorted()
    }

    /// What this device noticed and a record tells; nil for what somebody sent.
    func localNotice(of record: Int32) -> LocalNotice? { notices[record] }

    /// Whether a view-once record was opened: by me, or what I sent by all its recipients.
    func isOpened(_ record: Int32) -> Bool {
        guard records[Int(record)].form == .viewOnce else { return false }
        if records[Int(record)].facets.level >= .viewed { return true }
        let index = records[Int(record)].extras
        return index != MessageRecord.none && extras[Int(index)].facts.opened != nil
    }
}

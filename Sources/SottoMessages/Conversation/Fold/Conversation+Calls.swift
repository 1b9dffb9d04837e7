/// Calls: one record for each, made by what opened it first, wherever it stands in the order.
extension Conversation {
    mutating func apply(_ call: CallContent, _ message: MessageEvent, _ place: ChangePlace) {
        // What only the calls of the app need, and what a newer version has, leaves no trace.
        guard call.event.isNamed, call.event != .candidates else { return }
        guard call.call.high != 0 else { return refuse(place.sequence, by: place.author, .notApplicable) }
        noteMessage(by: place.author, place.sequence)
        var kept = call
        kept.payload = []
        let target = NameKey(author: NameKey.calls, id: call.call)
        let change = Change(place, .call(kept, device: message.device))
        guard case .admitted = admit(change.key, place.sequence, isBase: false) else { return }
        if let slot = names[target], slot.isBase {
            insert(change, into: slot.record)
            rebase(slot.record)
            refresh(slot.record)
        } else if call.event.opens {
            names[change.key] = NameSlot(
                sequence: change.sequence, record: NameSlot.waiting, isBase: false)
            wait(.change(change), for: target)
            if names[change.key]?.sequence == change.sequence {
                append(MessageRecord(call: kept, change), target)
            }
        } else {
            names[change.key] = NameSlot(
                sequence: change.sequence, record: NameSlot.waiting, isBase: false)
            wait(.change(change), for: target)
        }
    }

    /// Moves a call to where it was opened first, or takes it back when nothing opens it any more.
    mutating func rebase(_ record: Int32) {
        guard records[Int(record)].form == .call, !records[Int(record)].isExpired else { return }
        guard let first = extras[extrasIndex(of: record)].changes.first(where: { $0.opensCall != nil }),
            let call = first.opensCall
        else { return withdrawBase(record) }
        guard first.sequence != records[Int(record)].sequence else { return }
        touch(record)
        set(Facets(), of: record)
        var moved = MessageRecord(call: call, first)
        moved.extras = records[Int(record)].extras
        moved.touch = records[Int(record)].touch
        records[Int(record)] = moved
        names[moved.key] = NameSlot(sequence: first.sequence, record: record, isBase: true)
        if synced[moved.key] != nil { remark() }
        refold(record)
    }

    /// The call that a record is; nil for others.
    func call(of record: Int32) -> CallState? {
        let base = records[Int(record)]
        guard base.form == .call, base.extras != MessageRecord.none else { return nil }
        var state = CallState(caller: people[base.author], startedAt: base.receivedAt)
        for change in extras[Int(base.extras)].changes where change.refusal == nil {
            guard case .call(let call, let device) = change.action else { continue }
            state.apply(call, by: people[change.author], device: device, at: change.receivedAt, me: me)
        }
        return state
    }
}

extension CallEvent {
    /// Whether it makes the call known.
    var opens: Bool { self == .offer || self == .groupOpened }
}

extension Change {
    /// What opens a call, if this does.
    var opensCall: CallContent? {
        if case .call(let call, _) = action, call.event.opens { call } else { nil }
    }
}

extension MessageRecord {
    init(call: CallContent, _ change: Change) {
        let device: UInt32 = if case .call(_, let device) = change.action { device } else { 0 }
        self.init(
            sequence: change.sequence, receivedAt: change.receivedAt,
            content: Content(id: call.call, sentAt: change.sentAt, kind: .call(call)),
            author: change.author, device: device, transport: .endToEnd, isSealed: false)
        form = .call
    }
}

extension CallState {
    /// Takes what happens next.
    mutating func apply(_ call: CallContent, by person: PersonID, device: UInt32, at: Instant, me: PersonID) {
        if phase == .ended { return }
        switch call.event {
        case .offer: isVideo = isVideo || call.isVideo
        case .groupOpened:
            isGroup = true
            isVideo = isVideo || call.isVideo
            phase = .ongoing
            let named = call.participants.compactMap { PersonID($0) }
            participants = Set(named.isEmpty ? participants + [person] : named).sorted()
        case .answer:
            guard person != caller || isGroup else { return }
            isVideo = isVideo || call.isVideo
            phase = .ongoing
            if isGroup { participants.insertSorted(person) }
            // That I answered counts before what others did, so that the call isn't missed.
            guard answeredAt == nil || person == me && answeredBy != me else { return }
            answeredAt = answeredAt ?? at
            answeredBy = person
            answeredDevice = device
        case .videoRaised: isVideo = true
        case .muted:
            if call.isMuted { muted.insertSorted(person) } else { muted.removeSorted(person) }
        case .busy:
            if !isGroup, person != caller { end(.declined, nil, at, by: nil, me) }
        case .hangUp:
            if isGroup {
                participants.removeSorted(person)
                muted.removeSorted(person)
            } else {
                end(call.reason, call.duration, at, by: person, me)
            }
        case .groupClosed: end(call.reason, call.duration, at, by: nil, me)
        default: break
        }
    }

    private mutating func end(
        _ reason: CallEndReason, _ length: TimeSpan?, _ at: Instant, by person: PersonID?, _ me: PersonID
    ) {
        phase = .ended
        endedAt = at
        endReason = reason == .unset ? .ended : reason
        duration = length.flatMap { $0 == .unset ? nil : $0 }
        isMissed = caller != me && answeredBy != me && person != me && reason != .answeredElsewhere
        participants = []
        muted = []
    }
}

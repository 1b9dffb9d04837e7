/// What I read, on this device and on others.
extension Conversation {
    /// The place in the order up to which everything is read.
    public var readThrough: UInt64 { max(readMarks.through, syncedMarks.through) }

    /// When I read what stands at a place in the order; nil when I didn't.
    func readTime(of sequence: UInt64) -> Instant? {
        let here = readMarks.time(of: sequence)
        guard let elsewhere = syncedMarks.time(of: sequence) else { return here }
        return here.map { min($0, elsewhere) } ?? elsewhere
    }

    mutating func markRead(through: UInt64, at: Instant) {
        guard let changed = readMarks.insert(through: through, at: at) else { return }
        refreshTimed(changed)
    }

    /// Takes that another device of mine read up to a message, which may come later.
    mutating func markSynced(_ target: NameKey, at: Instant) {
        synced[target] = synced[target].map { min($0, at) } ?? at
        guard let slot = names[target], slot.isBase,
            let changed = syncedMarks.insert(through: records[Int(slot.record)].sequence, at: at)
        else { return }
        refreshTimed(changed)
    }

    /// Works out anew what other devices read, as a message came or took another's place.
    mutating func remark() {
        let through = syncedMarks.through
        syncedMarks = ReadMarks()
        for (key, at) in synced {
            guard let slot = names[key], slot.isBase else { continue }
            _ = syncedMarks.insert(through: records[Int(slot.record)].sequence, at: at)
        }
        refreshTimed(1...max(through, syncedMarks.through, 1))
    }

    private mutating func refreshTimed(_ changed: ClosedRange<UInt64>) {
        batch.result.changesConversation = true
        guard profile.timerStart == .whenRead else { return }
        let start = timed.rank(of: TimelineEntry(sequence: changed.lowerBound, record: 0))
        let end = timed.rank(of: TimelineEntry(sequence: changed.upperBound, record: 0))
        for entry in timed.elements(start..<end + 1) where entry.sequence <= changed.upperBound {
            refresh(entry.record)
        }
    }
}

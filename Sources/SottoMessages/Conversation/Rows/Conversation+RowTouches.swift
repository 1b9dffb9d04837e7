// Which rows look different as another one changed.

extension Conversation {
    /// Notes what is drawn by a row that came or went: the rows beside it, and the root of its thread.
    mutating func noteDependents(of record: Int32) {
        noteNeighbours(of: record)
        noteThreadRoot(of: record)
    }

    /// Notes the rows beside a record, and behind notices the first message, over which its channel may be told.
    mutating func noteNeighbours(of record: Int32) {
        let (before, behind) = timeline.neighbours(of: entry(of: record))
        if let before { note(before.record) }
        var after = behind
        for _ in 0..<Self.noticesLookedOver {
            guard let next = after else { break }
            note(next.record)
            guard isTold(next.record) else { break }
            after = timeline.neighbours(of: next).after
        }
    }

    /// Notes the root of a record's thread, which counts it.
    mutating func noteThreadRoot(of record: Int32) {
        guard records[Int(record)].content.reply?.threadRoot != nil, let root = threadRoot(of: record),
            let found = self.record(of: root)
        else { return }
        note(found)
    }

    private mutating func note(_ record: Int32) {
        if records[Int(record)].touch == .none { batch.neighbours.insert(record) }
    }
}

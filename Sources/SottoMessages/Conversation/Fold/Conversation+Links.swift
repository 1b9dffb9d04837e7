/// What a record is linked to by what it says.
extension Conversation {
    /// Links a record: to what it answers, and to the state that it sets.
    mutating func link(_ index: Int32) {
        if let reply = records[Int(index)].content.reply {
            let author = records[Int(index)].author
            if let key = resolve(reply.target, from: author) { answers[key, default: []].append(index) }
            if let root = reply.threadRoot, let key = resolve(root, from: author) {
                answers[key, default: []].append(index)
            }
        }
        guard records[Int(index)].isNotice else { return }
        linkNotice(index, isThere: true)
    }

    /// Undoes ``link(_:)`` for what a record sets; quotes need no undoing.
    mutating func unlink(_ index: Int32) {
        noteThreadRoot(of: index)
        guard records[Int(index)].isNotice else { return }
        linkNotice(index, isThere: false)
    }

    private mutating func linkNotice(_ index: Int32, isThere: Bool) {
        let record = records[Int(index)]
        switch record.content.kind {
        case .timerChange(let timer):
            Self.update(&timers, entry(index, timer.version), isThere)
        case .spaceUpdate(let space):
            Self.update(&spaces, entry(index, space.version), isThere)
        case .style: Self.update(&styles, entry(index, nil), isThere)
        case .groupUpdate(let update):
            let entry = GroupEntry(
                sequence: record.sequence, record: index, author: people[record.author], update: update)
            if isThere { insertGroup(entry) } else { removeGroup(entry) }
        default: return
        }
        batch.result.changesConversation = true
    }

    private func entry(_ index: Int32, _ version: UInt32?) -> VersionedEntry {
        let record = records[Int(index)]
        return VersionedEntry(
            version: version ?? 0, person: version == nil ? .nobody : people[record.author],
            sequence: record.sequence, record: index)
    }

    // Static, as the conversation would be copied to lend a part of it.
    private static func update(
        _ set: inout ChunkedSet<VersionedEntry>, _ entry: VersionedEntry, _ isThere: Bool
    ) {
        if isThere { set.insert(entry) } else { set.remove(entry) }
    }

    /// The record that counts of those that set a state: the last one by somebody who wasn't blocked.
    func counting(_ set: ChunkedSet<VersionedEntry>) -> MessageRecord? {
        var rank = set.count - 1
        while let entry = set[rank] {
            let record = records[Int(entry.record)]
            if !blocks.isBlocked(record.author, at: record.sequence) { return record }
            rank -= 1
        }
        return nil
    }
}

/// A record that sets a state: the greatest version counts, then the greatest author, then the last.
struct VersionedEntry: Comparable, Sendable {
    let version: UInt32
    let person: PersonID
    let sequence: UInt64
    let record: Int32

    static func < (first: VersionedEntry, second: VersionedEntry) -> Bool {
        guard first.version == second.version else { return first.version < second.version }
        guard first.person == second.person else { return first.person < second.person }
        return first.sequence < second.sequence
    }

    static func == (first: VersionedEntry, second: VersionedEntry) -> Bool {
        first.sequence == second.sequence
    }
}

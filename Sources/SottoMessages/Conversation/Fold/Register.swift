/// Something of which only the newest counts, with what came before it: the newest may turn out not to count.
struct Register<Value: Sendable>: Sendable {
    struct Entry: Sendable {
        let sequence: UInt64
        let receivedAt: Instant
        let author: Int32
        let value: Value
    }

    private var entries: [Entry] = []

    /// The newest of all.
    var last: Entry? { entries.last }

    /// The newest that counts.
    func last(where counts: (Entry) -> Bool) -> Entry? { entries.last(where: counts) }

    /// Takes an event, in any order; each counts once.
    mutating func insert(_ entry: Entry) {
        let index = entries.lastIndex { $0.sequence <= entry.sequence }
        if let index, entries[index].sequence == entry.sequence { return }
        entries.insert(entry, at: index.map { $0 + 1 } ?? 0)
        if entries.count > FoldLimits.register { entries.removeFirst() }
    }
}

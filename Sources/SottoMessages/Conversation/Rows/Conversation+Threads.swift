/// Threads: the messages whose quote names one root.
///
/// Rule CV-41.
extension Conversation {
    /// The rows of a thread: its root, when it is shown, and what stands in it, in their order.
    public func threadRows(_ root: MessageName, in context: RowContext) -> [Row] {
        var entries = thread(of: root)
        if let record = record(of: root) { entries.insert(entry(of: record), at: 0) }
        return entries.isEmpty
            ? [] : rows(entries, 0..<entries.count, in: context, isThread: true)
    }

    /// How many messages stand in a thread, without its root.
    public func threadCount(_ root: MessageName) -> Int { thread(of: root).count }

    func threadCount(of record: Int32) -> Int {
        threadCounts.isEmpty ? 0 : threadCounts[records[Int(record)].key] ?? 0
    }

    func threadRoot(of record: Int32) -> MessageName? {
        guard let root = records[Int(record)].content.reply?.threadRoot else { return nil }
        return person(root.author, from: records[Int(record)].author)
            .map { MessageName(author: $0, id: root.id) }
    }

    /// What stands in a thread and is shown, in its order, each once.
    private func thread(of root: MessageName) -> [TimelineEntry] {
        guard let key = knownKey(of: root), let linked = answers[key] else { return [] }
        var result: [TimelineEntry] = []
        for record in linked
        where records[Int(record)].facets.isVisible && records[Int(record)].key != key
            && threadRoot(of: record) == root
        {
            result.append(entry(of: record))
        }
        // Mostly in order already.
        result.sort()
        var count = 0
        for entry in result where count == 0 || result[count - 1] != entry {
            result[count] = entry
            count += 1
        }
        result.removeSubrange(count...)
        return result
    }
}

/// What the events of one batch touched.
struct Batch: Sendable {
    var result = ChangeSet(cause: .local)
    /// Records that were touched, each once.
    var touched: [Int32] = []
    /// Rows beside those that came or went.
    var neighbours: Set<Int32> = []
    var deliveredLine: TimelineEntry?
    var readLine: TimelineEntry?
    var hadFirstRead = false
}

extension Conversation {
    mutating func begin(_ cause: ChangeSet.Cause) {
        batch.result = ChangeSet(cause: cause)
        batch.touched.removeAll(keepingCapacity: true)
        batch.deliveredLine = delivered.last
        batch.readLine = read.last
    }

    /// Makes room for the first events: most have a name of their own, and more than half make a record.
    mutating func reserve(_ count: Int) {
        guard count > 64 else { return }
        names.reserveCapacity(count)
        records.reserveCapacity(count)
        extras.reserveCapacity(count / 2)
        batch.touched.reserveCapacity(count)
    }

    /// Notes that a record may look different afterwards.
    mutating func touch(_ record: Int32) {
        guard records[Int(record)].touch == .none else { return }
        records[Int(record)].touch = records[Int(record)].facets.isVisible ? .visible : .hidden
        batch.touched.append(record)
    }

    mutating func finish() -> ChangeSet {
        expireDue()
        touchReceiptLines()
        for record in batch.touched {
            let facets = records[Int(record)].facets
            let wasVisible = records[Int(record)].touch == .visible
            switch (wasVisible, facets.isVisible) {
            case (false, true):
                batch.result.inserts.append(name(of: record))
            case (true, false):
                batch.result.removals.append(name(of: record))
            case (true, true): batch.result.updates.append(name(of: record))
            case (false, false): break
            }
        }
        for record in batch.neighbours.sorted()
        where records[Int(record)].facets.isVisible && records[Int(record)].touch == .none {
            batch.result.updates.append(name(of: record))
        }
        for record in batch.touched {
            records[Int(record)].touch = .none
            searchIndex.forget(record)
        }
        batch.neighbours.removeAll()
        batch.touched.removeAll(keepingCapacity: true)
        let result = batch.result
        batch.result = ChangeSet(cause: .local)
        return result
    }

    private mutating func touchReceiptLines() {
        for (before, after) in [(batch.deliveredLine, delivered.last), (batch.readLine, read.last)]
        where before != after {
            if let before { touch(before.record) }
            if let after { touch(after.record) }
        }
    }

    mutating func refuse(
        _ sequence: UInt64, by author: Int32, target: NameKey? = nil, _ reason: Refusal.Reason
    ) {
        // A function that is passed on would hold a copy of the conversation.
        var name: MessageName?
        if let target { name = self.name(of: target) }
        refuse(Refusal(sequence: sequence, author: people[author], target: name, reason: reason))
    }

    mutating func refuse(_ refusal: Refusal) {
        refusals.insert(refusal)
        batch.result.refusals.append(refusal)
    }

    func name(of record: Int32) -> MessageName { name(of: records[Int(record)].key) }

    func name(of key: NameKey) -> MessageName {
        MessageName(author: key.author < 0 ? .nobody : people[key.author], id: key.id)
    }
}

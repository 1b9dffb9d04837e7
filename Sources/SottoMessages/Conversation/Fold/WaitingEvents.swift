/// Events whose targets aren't there yet: as many as ``FoldLimits/waiting``, of which the oldest are dropped.
struct WaitingEvents: Sendable {
    enum Entry: Sendable {
        case change(Change)
        case fact(MessageFact)
        case receipt(ReceiptFact)

        var sequence: UInt64 {
            switch self {
            case .change(let change): change.sequence
            case .fact(let fact): fact.sequence
            case .receipt(let receipt): receipt.sequence
            }
        }
    }

    /// One event may wait for several messages.
    private struct Place: Comparable, Sendable {
        let sequence: UInt64
        let target: NameKey

        private var order: (UInt64, Int32, UInt64, UInt64) {
            (sequence, target.author, target.id.high, target.id.low)
        }

        static func < (first: Place, second: Place) -> Bool { first.order < second.order }
    }

    private var entries: [NameKey: [(place: Place, entry: Entry)]] = [:]
    private var order = ChunkedSet<Place>()
    /// The targets of changes, by the changes' places in the order.
    private var changeTargets: [UInt64: NameKey] = [:]

    var count: Int { order.count }

    /// The places of changes that wait, ascending.
    var changeSequences: [UInt64] { changeTargets.keys.sorted() }

    /// Lets an event wait; returns the one that is dropped for it, which may be itself.
    mutating func insert(_ entry: Entry, for target: NameKey) -> Entry? {
        let place = Place(sequence: entry.sequence, target: target)
        guard order.insert(place) else { return nil }
        entries[target, default: []].append((place, entry))
        if case .change = entry { changeTargets[entry.sequence] = target }
        guard order.count > FoldLimits.waiting, let oldest = order.first else { return nil }
        return remove(oldest)
    }

    /// Gives what waits for a message, in order, and forgets it.
    mutating func take(for target: NameKey) -> [Entry] {
        guard !entries.isEmpty, let found = entries.removeValue(forKey: target) else { return [] }
        for (place, _) in found {
            order.remove(place)
            changeTargets[place.sequence] = nil
        }
        return found.sorted { $0.place < $1.place }.map(\.entry)
    }

    /// Forgets a change that waits.
    mutating func takeChange(_ sequence: UInt64) {
        guard let target = changeTargets[sequence] else { return }
        _ = remove(Place(sequence: sequence, target: target))
    }

    private mutating func remove(_ place: Place) -> Entry? {
        order.remove(place)
        changeTargets[place.sequence] = nil
        guard let index = entries[place.target]?.firstIndex(where: { $0.place == place }) else { return nil }
        let entry = entries[place.target]?.remove(at: index).entry
        if entries[place.target]?.isEmpty ?? false { entries[place.target] = nil }
        return entry
    }
}

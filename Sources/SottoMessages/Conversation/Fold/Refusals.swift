/// Events that have no effect, the newest ``FoldLimits/refusals`` of them.
struct Refusals: Sendable {
    private struct Entry: Comparable, Sendable {
        let refusal: Refusal

        static func < (first: Entry, second: Entry) -> Bool {
            first.refusal.sequence < second.refusal.sequence
        }

        static func == (first: Entry, second: Entry) -> Bool {
            first.refusal.sequence == second.refusal.sequence
        }
    }

    private var entries = ChunkedSet<Entry>()

    var all: [Refusal] { entries.elements(0..<entries.count).map(\.refusal) }

    mutating func insert(_ refusal: Refusal) {
        let entry = Entry(refusal: refusal)
        entries.remove(entry)
        entries.insert(entry)
        if entries.count > FoldLimits.refusals, let oldest = entries.first { entries.remove(oldest) }
    }

    /// Forgets a refusal, as the event has an effect after all.
    mutating func remove(_ sequence: UInt64) {
        guard !entries.isEmpty else { return }
        entries.remove(
            Entry(
                refusal: Refusal(
                    sequence: sequence, author: .nobody, target: nil, reason: .duplicate)))
    }
}

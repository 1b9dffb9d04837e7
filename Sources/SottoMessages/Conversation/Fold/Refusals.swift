/// Events that have no effect, the newest ``FoldLimits/refusals`` of them.
struct Refusals: Sendable {
    /// A receipt may be refused for several of its messages.
    private struct Entry: Comparable, Sendable {
        let refusal: Refusal

        static func < (first: Entry, second: Entry) -> Bool {
            let (one, other) = (first.refusal, second.refusal)
            guard one.sequence == other.sequence else { return one.sequence < other.sequence }
            guard let name = one.target else { return other.target != nil }
            guard let otherName = other.target else { return false }
            guard name.author == otherName.author else { return name.author < otherName.author }
            return (name.id.high, name.id.low) < (otherName.id.high, otherName.id.low)
        }

        static func == (first: Entry, second: Entry) -> Bool {
            first.refusal.sequence == second.refusal.sequence
                && first.refusal.target == second.refusal.target
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
    mutating func remove(_ sequence: UInt64, _ target: MessageName?) {
        guard !entries.isEmpty else { return }
        entries.remove(
            Entry(
                refusal: Refusal(
                    sequence: sequence, author: .nobody, target: target, reason: .duplicate)))
    }

    /// Forgets what was refused of a message that is gone.
    mutating func remove(of target: MessageName) {
        guard !entries.isEmpty else { return }
        for entry in entries.elements(0..<entries.count) where entry.refusal.target == target {
            entries.remove(entry)
        }
    }
}

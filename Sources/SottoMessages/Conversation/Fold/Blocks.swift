/// Whom I blocked, and from when on.
struct Blocks: Sendable {
    private struct Fact: Sendable {
        let sequence: UInt64
        let isBlocked: Bool
    }

    private var facts: [Int32: [Fact]] = [:]

    /// Takes a fact; false when it is known.
    mutating func insert(_ isBlocked: Bool, of person: Int32, sequence: UInt64) -> Bool {
        var list = facts[person] ?? []
        let index = list.firstIndex { $0.sequence >= sequence } ?? list.count
        if index < list.count, list[index].sequence == sequence { return false }
        list.insert(Fact(sequence: sequence, isBlocked: isBlocked), at: index)
        facts[person] = list
        return true
    }

    /// Whether a person was blocked when the event at a place in the order came.
    func isBlocked(_ person: Int32, at sequence: UInt64) -> Bool {
        if facts.isEmpty { return false }
        return facts[person]?.last { $0.sequence < sequence }?.isBlocked ?? false
    }

    /// Whether a person is blocked now.
    func isBlocked(_ person: Int32) -> Bool { isBlocked(person, at: .max) }
}

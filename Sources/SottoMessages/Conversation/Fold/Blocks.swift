/// Whom I blocked, and from when on.
struct Blocks: Sendable {
    private struct Fact: Sendable {
        let sequence: UInt64
        let isBlocked: Bool
    }

    /// Who alone was blocked, or no longer.
    private var facts: [Int32: [Fact]] = [:]
    /// All who are blocked, as another device of mine told.
    private var lists: [(sequence: UInt64, people: Set<Int32>)] = []

    var isEmpty: Bool { facts.isEmpty && lists.isEmpty }

    /// Takes a fact; false when it is known.
    mutating func insert(_ isBlocked: Bool, of person: Int32, sequence: UInt64) -> Bool {
        var list = facts[person] ?? []
        let index = list.firstIndex { $0.sequence >= sequence } ?? list.count
        if index < list.count, list[index].sequence == sequence { return false }
        list.insert(Fact(sequence: sequence, isBlocked: isBlocked), at: index)
        facts[person] = list
        return true
    }

    /// Takes a list of all; false when it is known.
    mutating func insert(_ people: Set<Int32>, sequence: UInt64) -> Bool {
        let index = lists.firstIndex { $0.sequence >= sequence } ?? lists.count
        if index < lists.count, lists[index].sequence == sequence { return false }
        lists.insert((sequence, people), at: index)
        return true
    }

    /// Whether a person was blocked when the event at a place in the order came.
    func isBlocked(_ person: Int32, at sequence: UInt64) -> Bool {
        if isEmpty { return false }
        let fact = facts[person]?.last { $0.sequence < sequence }
        let list = lists.last { $0.sequence < sequence }
        guard let list, list.sequence > fact?.sequence ?? 0 else { return fact?.isBlocked ?? false }
        return list.people.contains(person)
    }

    /// Whether a person is blocked now.
    func isBlocked(_ person: Int32) -> Bool { isBlocked(person, at: .max) }
}

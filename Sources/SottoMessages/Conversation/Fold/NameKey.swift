/// A name with its author as a number; calls have an author of their own, as any side may name them.
struct NameKey: Hashable, Sendable {
    let author: Int32
    let id: MessageID

    /// The author of what this device itself noticed.
    static let nobody: Int32 = -1
    /// Whom all calls are named by.
    static let calls: Int32 = -2
}

/// Where a name's event is.
struct NameSlot: Sendable {
    /// The event's place in the order.
    let sequence: UInt64
    /// The record that it made or changed; ``waiting`` while its target isn't there.
    let record: Int32
    /// Whether it made the record.
    let isBase: Bool

    /// No record yet.
    static let waiting: Int32 = -1
}

/// People as small numbers, in the order in which they were first seen; 0 is this user.
struct People: Sendable {
    private(set) var all: [PersonID]
    private var numbers: [PersonID: Int32]

    static let me: Int32 = 0

    init(me: PersonID) {
        all = [me]
        numbers = [me: Self.me]
    }

    subscript(number: Int32) -> PersonID {
        let index = Int(number)
        return all.indices.contains(index) ? all[index] : .nobody
    }

    /// The number of a person who was seen.
    func number(of person: PersonID) -> Int32? { numbers[person] }

    /// The number of a person, given now if need be.
    mutating func intern(_ person: PersonID) -> Int32 {
        if let number = numbers[person] { return number }
        let number = Int32(truncatingIfNeeded: all.count)
        all.append(person)
        numbers[person] = number
        return number
    }
}

public import SottoMessages

/// Who talks in a conversation that is measured, and where.
public struct Cast: Sendable {
    /// Whose device it is.
    public let me: PersonID
    /// Everybody else.
    public let others: [PersonID]
    /// Where they talk.
    public let conversation: ConversationID

    /// A direct conversation, or a group of eight; the number makes different ones.
    public init(isGroup: Bool, number: Int = 0) throws {
        func person(_ name: String) throws -> PersonID {
            guard let person = PersonID(name) else { throw LoadError("\(name) is nobody") }
            return person
        }
        me = try person("me")
        others = try (1...(isGroup ? 7 : 1)).map { try person("person-\(number)-\($0)") }
        conversation = isGroup ? .group([1, 2, 3]) : .direct(others[0])
    }

    /// Whether it is a group's.
    public var isGroup: Bool { others.count > 1 }

    /// How an author's content names another author.
    func reference(_ message: MessageName, from sender: PersonID) -> MessageRef {
        let author: AuthorRef =
            isGroup
            ? .user(message.author.bytes)
            : message.author == sender ? .sender : .recipient
        return MessageRef(author: author, id: message.id)
    }
}

/// Something that went wrong, for the person at the terminal.
public struct LoadError: Error, CustomStringConvertible {
    /// What went wrong.
    public let description: String

    /// Takes what went wrong.
    public init(_ description: String) { self.description = description }
}

/// Random numbers that are the same in each run: SplitMix64.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }
}

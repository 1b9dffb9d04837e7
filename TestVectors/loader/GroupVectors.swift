/// Cases of TestVectors/protocol/groups.json.
package enum GroupVector: VectorCase {
    case roster(RosterValues, bytes: [UInt8], hash: [UInt8])
    case rosterRefused(bytes: [UInt8], reason: String)
    case history(HistoryValues)
    case distribution(bytes: [UInt8], Outcome<DistributionValues>)
    case conversation(GroupConversation)

    package static let suite = "groups"

    package init(_ fields: Fields) throws(VectorError) {
        switch try fields.choice("kind", "roster", "history", "distribution", "conversation") {
        case "roster" where fields.has("refused"):
            self = .rosterRefused(bytes: try fields.hex("bytes"), reason: try fields.text("refused"))
        case "roster":
            self = .roster(
                try RosterValues(fields), bytes: try fields.hex("bytes"), hash: try fields.hex("hash", 32))
        case "history": self = .history(try HistoryValues(fields))
        case "distribution":
            self = .distribution(
                bytes: try fields.hex("bytes"),
                try Outcome(fields) { f throws(VectorError) in try DistributionValues(f) })
        default: self = .conversation(try GroupConversation(fields))
        }
    }
}

/// What a roster says.
package struct RosterValues: Sendable {
    package let group: [UInt8]
    package let revision: UInt32
    package let parent: [UInt8]?
    package let members: [[UInt8]]
    package let details: [UInt8]

    init(_ fields: Fields) throws(VectorError) {
        group = try fields.hex("group", 16)
        revision = try fields.number("revision")
        parent = try fields.optionalHex("parent", 32)
        members = try fields.hexArray("members")
        details = try fields.hex("details")
    }
}

/// A history: what each roster was to it, who may send under which, and its stored form.
package struct HistoryValues: Sendable {
    package struct Step: Sendable {
        package let roster: [UInt8]
        package let change: String
        package let undone: Int?
    }

    package struct Standing: Sendable {
        package let user: [UInt8]
        package let hash: [UInt8]
        package let standing: String
    }

    package let first: [UInt8]
    package let steps: [Step]
    package let hashes: [[UInt8]]
    package let standings: [Standing]
    package let archive: [UInt8]

    init(_ fields: Fields) throws(VectorError) {
        first = try fields.hex("first")
        steps = try fields.objects("steps") { f throws(VectorError) in
            Step(
                roster: try f.hex("roster"), change: try f.text("change"),
                undone: try f.optionalNumber("undone"))
        }
        hashes = try fields.hexArray("hashes")
        standings = try fields.objects("standings") { f throws(VectorError) in
            Standing(
                user: try f.hex("user"), hash: try f.hex("hash", 32), standing: try f.text("standing"))
        }
        archive = try fields.hex("archive")
    }
}

/// What a distribution says.
package struct DistributionValues: Hashable, Sendable {
    package let group: [UInt8]
    package let chainID: [UInt8]
    package let iteration: UInt32
    package let createdAt: UInt64

    package init(group: [UInt8], chainID: [UInt8], iteration: UInt32, createdAt: UInt64) {
        self.group = group
        self.chainID = chainID
        self.iteration = iteration
        self.createdAt = createdAt
    }

    init(_ fields: Fields) throws(VectorError) {
        group = try fields.hex("group", 16)
        chainID = try fields.hex("chain_id", 8)
        iteration = try fields.number("iteration")
        createdAt = try fields.number("created_at")
    }
}

/// One device's messages in one group, and what one member makes of them.
package struct GroupConversation: Sendable {
    package let group: [UInt8]
    package let user: [UInt8]
    package let device: UInt32
    package let roster: [UInt8]
    package let steps: [GroupStep]

    init(_ fields: Fields) throws(VectorError) {
        group = try fields.hex("group", 16)
        user = try fields.hex("user")
        device = try fields.number("device")
        roster = try fields.hex("roster")
        steps = try fields.objects("steps") { f throws(VectorError) in try GroupStep(f) }
    }
}

/// A step of a group's conversation.
package enum GroupStep: Sendable {
    package struct Chain: Sendable {
        package let id: [UInt8]
        package let key: [UInt8]
        package let signingSeed: [UInt8]
        package let createdAt: UInt64
    }

    package struct Sent: Sendable {
        package let content: [UInt8]
        package let roster: [UInt8]
        package let messageKey: [UInt8]
        package let message: [UInt8]
    }

    package struct Opened: Hashable, Sendable {
        package let content: [UInt8]
        package let dropped: [[UInt32]]

        package init(content: [UInt8], dropped: [[UInt32]]) {
            self.content = content
            self.dropped = dropped
        }
    }

    package struct Addition: Hashable, Sendable {
        package let added: Bool
        package let evicted: [UInt8]?

        package init(added: Bool, evicted: [UInt8]?) {
            self.added = added
            self.evicted = evicted
        }
    }

    case chain(Chain)
    case lose(count: UInt32, chainKey: [UInt8])
    case send(Sent)
    case distribute(bytes: [UInt8], isOurs: Bool, Outcome<Addition>)
    case roster(bytes: [UInt8], change: String)
    case deliver(message: Int, at: UInt64, Outcome<Opened>)
    case deliverBytes([UInt8], at: UInt64, Outcome<Opened>)
    case expire(at: UInt64, dropped: [[UInt32]])
    case archive(chain: [UInt8], states: [UInt8], skipped: [UInt8])

    init(_ fields: Fields) throws(VectorError) {
        let op = try fields.choice(
            "op", "chain", "lose", "send", "distribute", "take-bytes", "roster", "deliver", "deliver-bytes",
            "expire", "archive")
        switch op {
        case "chain":
            self = .chain(
                Chain(
                    id: try fields.hex("id", 8), key: try fields.hex("chain_key", 32),
                    signingSeed: try fields.hex("signing_seed", 32),
                    createdAt: try fields.number("created_at")))
        case "lose":
            self = .lose(count: try fields.number("count"), chainKey: try fields.hex("chain_key", 32))
        case "send":
            self = .send(
                Sent(
                    content: try fields.hex("content"), roster: try fields.hex("roster", 32),
                    messageKey: try fields.hex("message_key", 32), message: try fields.hex("message")))
        case "distribute", "take-bytes":
            self = .distribute(
                bytes: try fields.hex("bytes"), isOurs: op == "distribute",
                try Outcome(fields) { f throws(VectorError) in
                    Addition(added: try f.flag("added"), evicted: try f.optionalHex("evicted", 8))
                })
        case "roster":
            self = .roster(bytes: try fields.hex("bytes"), change: try fields.text("change"))
        case "deliver":
            self = .deliver(
                message: try fields.number("message"), at: try fields.number("instant"),
                try Self.opened(fields))
        case "deliver-bytes":
            self = .deliverBytes(
                try fields.hex("bytes"), at: try fields.number("instant"), try Self.opened(fields))
        case "expire":
            self = .expire(at: try fields.number("instant"), dropped: try Self.dropped(fields))
        default:
            self = .archive(
                chain: try fields.hex("chain"), states: try fields.hex("states"),
                skipped: try fields.hex("skipped"))
        }
    }

    private static func opened(_ fields: Fields) throws(VectorError) -> Outcome<Opened> {
        try Outcome(fields) { f throws(VectorError) in
            Opened(content: try f.hex("content"), dropped: try dropped(f))
        }
    }

    private static func dropped(_ fields: Fields) throws(VectorError) -> [[UInt32]] {
        try fields.objects("dropped") { f throws(VectorError) in
            [try f.number("first"), try f.number("last")]
        }
    }
}

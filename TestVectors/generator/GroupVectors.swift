import SottoCrypto
import SottoGroups
import SottoIdentity

/// Values for `Specs/Groups.md`.
enum GroupVectors {
    static func cases() throws -> [JSONValue] {
        try rosters() + histories() + distributions() + conversations()
    }

    static func name(_ change: RosterChange) -> String {
        if case .wins = change { "wins" } else { "\(change)" }
    }

    private static func group() throws -> GroupID { try GroupID(Inputs.bytes("a group", count: 16)) }

    private static func rosters() throws -> [JSONValue] {
        let first = try Roster(group: group(), members: ["bob", "al", "alice"], details: [1, 2, 3])
        let next = try first.changed(
            members: [UserID(Inputs.bytes("a long user", count: 255)), "bob"], details: [])
        var parent = first.bytes
        parent[30] = 1
        var revision = first.bytes
        revision[21] = 1
        var members = first.bytes
        members.replaceSubrange(56..<66, with: [3, 98, 111, 98, 2, 97, 108, 3, 98, 111])
        let refused: [(String, [UInt8])] = [
            ("nothing", []), ("another suite", [2] + first.bytes[1...]),
            ("another kind", [1, 10] + first.bytes[2...]), ("a byte after the end", first.bytes + [0]),
            ("one byte short", first.bytes.dropLast()), ("a first one with a parent", parent),
            ("a later one without", revision), ("members descend", members),
            ("no members", Array(first.bytes[..<54]) + [0, 0, 0, 0, 0, 0]),
            ("a member twice", Array(first.bytes[..<54]) + [0, 2, 1, 97, 1, 97, 0, 0, 0, 0]),
            ("a member of no bytes", Array(first.bytes[..<54]) + [0, 1, 0, 0, 0, 0, 0]),
            (
                "4,097 bytes of details",
                Array(first.bytes[..<54]) + [0, 1, 1, 97, 0, 0, 0x10, 1] + [UInt8](repeating: 0, count: 4_097)
            ),
        ]
        return [accepted("roster, the first one", first), accepted("roster, the next one", next)]
            + refused.map { id, bytes in
                .object([
                    ("id", .string("roster, \(id)")), ("kind", .string("roster")),
                    ("bytes", .hex(bytes)), ("refused", .string(refusal(bytes))),
                ])
            }
    }

    private static func refusal(_ bytes: [UInt8]) -> String {
        do throws(RosterError) {
            _ = try Roster(bytes)
            return "none"
        } catch {
            return "\(error)"
        }
    }

    private static func accepted(_ id: String, _ roster: Roster) -> JSONValue {
        .object([
            ("id", .string(id)), ("kind", .string("roster")), ("group", .hex(roster.group.bytes)),
            ("revision", .number(roster.revision)),
            ("parent", roster.parent.map { .hex($0.bytes.bytes) } ?? .null),
            ("members", .array(roster.members.map { .hex($0.bytes) })), ("details", .hex(roster.details)),
            ("bytes", .hex(roster.bytes)), ("hash", .hex(roster.hash.bytes.bytes)),
        ])
    }

    private static func histories() throws -> [JSONValue] {
        let first = try Roster(group: group(), members: ["alice", "bob"])
        var forks: [Roster] = []
        for number in 0..<4 as Range<UInt8> {
            forks.append(try first.changed(members: ["alice", "bob", "carol"], details: [number]))
        }
        forks.sort { $0.hash > $1.hash }
        let after = try forks[0].changed(members: ["bob", "carol", "dave"], details: [])
        let again = try forks[3].changed(members: ["bob", "carol"], details: [])
        let back = try again.changed(members: ["alice", "bob"], details: [])
        let otherFirst = try Roster(group: group(), members: ["mallory"])
        let otherGroup = try Roster(
            group: GroupID(Inputs.bytes("another group", count: 16)), members: ["alice"])
        var long: [Roster] = []
        var last = first
        for number in 0..<18 as Range<UInt8> {
            last = try last.changed(
                members: number % 3 == 0 ? ["alice", "bob"] : ["bob", "carol"], details: [number])
            long.append(last)
        }
        return [
            history(
                "history, forks", first,
                [
                    after, forks[0], after, forks[2], forks[1], forks[3], forks[2], after, otherFirst,
                    otherGroup, again,
                ]
                    + [again, back]),
            history("history, 19 rosters", first, long),
            history("history, joined later", forks[1], [forks[0], again, forks[2], first]),
        ]
    }

    private static func history(_ id: String, _ first: Roster, _ rosters: [Roster]) -> JSONValue {
        var history = RosterHistory(first)
        var steps: [JSONValue] = []
        for roster in rosters {
            let change = history.take(roster)
            var undone = JSONValue.null
            if case .wins(let count) = change { undone = .number(UInt64(count)) }
            steps.append(
                .object([
                    ("roster", .hex(roster.bytes)), ("change", .string(name(change))), ("undone", undone),
                ]))
        }
        var standings: [JSONValue] = []
        for hash in history.hashes.prefix(4) + [history.hashes.last, rosters.first?.hash].compactMap({ $0 }) {
            for user in ["alice", "bob", "carol", "dave"] as [UserID] {
                standings.append(
                    .object([
                        ("user", .hex(user.bytes)), ("hash", .hex(hash.bytes.bytes)),
                        ("standing", .string("\(history.standing(of: user, under: hash))")),
                    ]))
            }
        }
        return .object([
            ("id", .string(id)), ("kind", .string("history")), ("first", .hex(first.bytes)),
            ("steps", .array(steps)), ("hashes", .array(history.hashes.map { .hex($0.bytes.bytes) })),
            ("standings", .array(standings)), ("archive", .hex(history.archive())),
        ])
    }

    private static func distributions() throws -> [JSONValue] {
        let chain = try SenderChain(
            id: SenderChainID(0x0102_0304_0506_0708), createdAt: 1_800_000_000_000,
            chainKey: Inputs.secret("a chain key"), signingSeed: Inputs.secret("a signing seed"))
        let bytes = try chain.distribution(for: group()).encoded().exposeBytes()
        let forms: [(String, [UInt8])] = [
            ("accepted", bytes), ("at 300", bytes[..<26] + [0xAC, 0x02] + bytes[27...]),
            ("a longer number", bytes[..<26] + [0x80, 0x00] + bytes[27...]),
            ("a number too large", bytes[..<26] + [0xFF, 0xFF, 0xFF, 0xFF, 0x08] + bytes[27...]),
            ("nothing", []), ("another suite", [2]), ("another kind", [1, 9] + bytes[2...]),
            ("a byte after the end", bytes + [0]), ("one byte short", bytes.dropLast()),
        ]
        return forms.map { id, bytes in
            .object(
                [
                    ("id", .string("distribution, \(id)")), ("kind", .string("distribution")),
                    ("bytes", .hex(bytes)),
                ]
                    + values(bytes))
        }
    }

    private static func values(_ bytes: [UInt8]) -> [(String, JSONValue)] {
        do throws(GroupError) {
            let read = try SenderKeyDistribution(SecretBytes(copying: bytes.span))
            return [
                ("group", .hex(read.group.bytes)), ("chain_id", .hex(read.chainID.bytes)),
                ("iteration", .number(read.iteration)), ("created_at", .number(read.createdAt)),
            ]
        } catch {
            return [("refused", .string(Refusal.name(error)))]
        }
    }

    private static func conversations() throws -> [JSONValue] {
        [
            try GroupScript.run("in order") { script in
                try script.newChain()
                script.distribute()
                script.archive()
                for byteCount in [0, 1, 159, 160, 2_000] { script.deliver(try script.send(byteCount)) }
                script.archive()
            },
            try GroupScript.run("late, lost and twice") { script in
                try script.newChain()
                let early = try script.send()
                script.deliver(early)
                script.distribute()
                script.deliver(early)
                let sent = try (0..<6).map { _ in try script.send() }
                for number in [3, 3, 1, 5, 0, 1, 4] { script.deliver(sent[number]) }
                script.archive()
                script.distribute()
                script.pass(5)
                _ = try script.send()
                script.deliver(try script.send())
                script.archive()
                script.pass(30 * 86_400_000 - 5)
                try script.expire()
                script.pass(1)
                script.deliver(sent[2])
                try script.expire()
                script.deliver(sent[2])
                script.archive()
            },
            try GroupScript.run("gaps") { script in
                try script.newChain()
                script.distribute()
                let first = try script.send()
                try script.lose(1_999)
                script.deliver(try script.send())
                script.deliver(first)
                try script.lose(25_000)
                script.deliver(try script.send())
                try script.lose(25_001)
                script.deliver(try script.send())
                script.distribute()
            },
            try GroupScript.run("changed on the way") { script in
                try script.newChain()
                script.distribute()
                let sent = try script.send()
                let bytes = script.message(sent)
                for offset in [0, 1, 2, 10, 11, 43, 75, 99, 259, bytes.count - 1] {
                    var changed = bytes
                    changed[offset] ^= 1
                    script.deliver(changed)
                }
                script.deliver(bytes.dropLast())
                script.deliver(bytes + [0])
                script.deliver([])
                script.deliver(Array(bytes[..<10]) + [0xFE, 0xFF, 0xFF, 0xFF, 0x07] + bytes[11...])
                script.deliver(Array(bytes[..<10]) + [0xFF, 0xFF, 0xFF, 0xFF, 0x07] + bytes[11...])
                script.deliver(sent)
            },
            try GroupScript.run("rosters") { script in
                try script.newChain()
                script.distribute()
                let first = script.rosters.current
                let next = try first.changed(members: [script.sender.user, "bob", "carol"], details: [])
                let without = try next.changed(members: ["bob", "carol"], details: [])
                let under = try [first.hash, next.hash, without.hash].map { try script.send(roster: $0) }
                for number in under { script.deliver(number) }
                script.take(next)
                script.deliver(under[1])
                let last = try script.send(roster: next.hash)
                script.take(without)
                script.deliver(under[2])
                script.deliver(last)
            },
            try GroupScript.run("six chains") { script in
                var sent: [Int] = []
                for _ in 0..<6 {
                    try script.newChain()
                    sent.append(try script.send())
                    script.distribute()
                    sent.append(try script.send())
                }
                for number in sent { script.deliver(number) }
                script.archive()
            },
            try GroupScript.run("other keys under a known name") { script in
                try script.newChain()
                script.distribute()
                let bytes = script.distribution
                var key = bytes
                key[30] ^= 1
                script.take(key)
                var signing = bytes
                signing[70] ^= 1
                script.take(signing)
                try script.lose(3)
                var later = script.distribution
                script.take(later)
                later[30] ^= 1
                script.take(later)
                script.take(bytes)
                script.deliver(try script.send())
            },
        ]
    }
}

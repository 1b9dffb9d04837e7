import SottoCrypto
import SottoGroups
import SottoIdentity

/// Rosters, keys of chains and group messages, from the wire and from a store.
///
/// Rules GR-1 to GR-5, GR-8, GR-10, GR-15 to GR-20, GR-23, GR-24.
enum GroupTargets {
    /// A roster, or the archive of a history.
    static func roster(_ bytes: [UInt8]) throws {
        if let history = try? RosterHistory(archive: bytes) { try check(history, bytes) }
        guard let roster = try? Roster(bytes) else { return }
        try require(roster.bytes == bytes, "a roster has other bytes")
        let made = try roster.changed(members: roster.members.reversed(), details: roster.details)
        try require(made.members == roster.members, "members of a roster don't ascend")
        try require(made.follows(roster), "a change doesn't follow what it changes")
        if roster.revision == 0 {
            let again = try Roster(group: roster.group, members: roster.members, details: roster.details)
            try require(again == roster, "a roster is made with other bytes")
        }
        try check(RosterHistory(roster), nil)
    }

    private static func check(_ history: RosterHistory, _ bytes: [UInt8]?) throws {
        let archive = history.archive()
        try require(bytes ?? archive == archive, "a history is written with other bytes")
        try require(try RosterHistory(archive: archive) == history, "a history changes when it is restored")
        let current = history.current
        try require(history.judge(current) == .alreadyThere, "the present roster isn't known")
        for hash in history.hashes {
            for user in [current.members.first, current.members.last].compactMap({ $0 }) {
                try require(
                    history.standing(of: user, under: hash) != .unknownRoster, "a kept roster isn't known")
            }
        }
        guard current.revision < .max else { return }
        var later = history
        let next = try current.changed(members: current.members.prefix(1), details: [])
        try require(later.take(next) == .applies, "a change of the present roster doesn't apply")
        try require(later.hashes.count <= GroupLimits.keptRosters, "too many rosters are kept")
        try require(
            try RosterHistory(archive: later.archive()) == later, "a changed history can't be restored")
    }

    static func distribution(_ bytes: [UInt8]) throws {
        guard let read = try? SenderKeyDistribution(SecretBytes(copying: bytes.span)) else { return }
        let encoded = read.encoded()
        try require(encoded.exposeBytes() == bytes, "a distribution encodes to other bytes")
        var states = SenderKeyStates()
        try require(try states.add(read) == .added(evicted: nil), "a distribution isn't taken")
        let before = states.archive()
        try require(
            try states.add(SenderKeyDistribution(encoded)) == .alreadyKnown, "a distribution isn't known")
        let after = states.archive()
        try require(before.isEqual(to: after), "a distribution moves a chain")
    }

    /// A message to a member who has the key of the seeds' chain.
    static func message(_ bytes: [UInt8]) throws {
        guard let message = try? SenderKeyMessage(bytes) else { return }
        let side = try FixedGroup()
        var states = SenderKeyStates()
        _ = try states.add(side.chain.distribution(for: side.group))
        let before = states.archive()
        do {
            let opened = try states.open(
                message, group: side.group, sender: side.sender, rosters: side.rosters, at: Fixed.now)
            try require(opened.content.count <= GroupLimits.maximumContentByteCount, "too long a content")
            let moved = states.archive()
            let isOpenedTwice =
                (try? states.open(
                    message, group: side.group, sender: side.sender, rosters: side.rosters, at: Fixed.now))
                != nil
            try require(!isOpenedTwice, "a message opens twice")
            let after = states.archive()
            try require(moved.isEqual(to: after), "a refusal moves a chain")
        } catch let error as GroupError {
            let after = states.archive()
            try require(before.isEqual(to: after), "a refusal moves a chain: \(error)")
        }
    }

    /// The input: length of the chains, the chains, the skipped keys.
    static func states(_ bytes: [UInt8]) throws {
        var script = Script(bytes)
        let stored = script.take(script.next16())
        guard var states = try? SenderKeyStates(archive: SecretBytes(copying: stored.span)) else { return }
        try require(states.archive().exposeBytes() == stored, "chains are written with other bytes")
        let skipped = script.rest()
        guard (try? states.loadSkippedKeys(SecretBytes(copying: skipped.span))) != nil else { return }
        let again = states.skippedKeyArchive()?.exposeBytes()
        try require(again == skipped, "skipped keys are written with other bytes")
        let count = states.skippedKeyCount
        let dropped = try states.dropExpired(at: Fixed.now + GroupLimits.maximumSkippedKeyAge + 1)
        let droppedCount = dropped.reduce(0) { $0 + $1.iterations.count }
        try require(states.skippedKeyCount + droppedCount == count, "dropped and kept keys don't add up")
        _ = try SenderKeyStates(archive: states.archive())
    }
}

/// A chain, a group and its rosters that are the same in every run.
struct FixedGroup: ~Copyable {
    let group: GroupID
    let sender: Address
    let rosters: RosterHistory
    var chain: SenderChain

    init() throws {
        let group = try GroupID([UInt8](1...16))
        let sender = try Address(user: "alice", device: 1)
        let first = try Roster(group: group, members: ["alice", "bob"])
        var rosters = RosterHistory(first)
        _ = rosters.take(try first.changed(members: ["alice", "carol"], details: [1]))
        let chain = try SenderChain(
            id: SenderChainID(0x0102_0304_0506_0708), createdAt: Fixed.now, chainKey: Fixed.secret(0x6701),
            signingSeed: Fixed.secret(0x6702))
        self.group = group
        self.sender = sender
        self.rosters = rosters
        self.chain = chain
    }

    /// Rosters and a history.
    static func rosterSeeds() throws -> [[UInt8]] {
        let rosters = try FixedGroup().rosters
        return [rosters.current.bytes, rosters.archive(), RosterHistory(rosters.current).archive()]
    }

    static func distributionSeeds() throws -> [[UInt8]] {
        let side = try FixedGroup()
        return [side.chain.distribution(for: side.group).encoded().exposeBytes()]
    }

    /// The first message, and the fourth.
    static func messageSeeds() throws -> [[UInt8]] {
        var side = try FixedGroup()
        var seeds: [[UInt8]] = []
        for number in 0..<4 as Range<UInt8> {
            let bytes = try side.chain.seal(
                [number], group: side.group, roster: side.rosters.current.hash, sender: side.sender)
            if number % 3 == 0 { seeds.append(bytes) }
        }
        return seeds
    }

    /// Chains with skipped keys and without, in the form of the target's input.
    static func stateSeeds() throws -> [[UInt8]] {
        let side = try FixedGroup()
        var states = SenderKeyStates()
        var seeds = [input(states)]
        _ = try states.add(side.chain.distribution(for: side.group))
        seeds.append(input(states))
        let messages = try messageSeeds()
        for bytes in messages.reversed() {
            _ = try states.open(
                SenderKeyMessage(bytes), group: side.group, sender: side.sender, rosters: side.rosters,
                at: Fixed.now)
        }
        seeds.append(input(states))
        return seeds
    }

    private static func input(_ states: borrowing SenderKeyStates) -> [UInt8] {
        let stored = states.archive().exposeBytes()
        let skipped = states.skippedKeyArchive()?.exposeBytes() ?? []
        return [UInt8(stored.count >> 8), UInt8(stored.count & 0xFF)] + stored + skipped
    }
}

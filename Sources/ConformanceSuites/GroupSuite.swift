internal import SottoCrypto
internal import SottoGroups
internal import SottoIdentity
internal import SottoWire
internal import TestVectors

/// Rules GR-1 to GR-20, GR-22 to GR-24.
@Sendable func runGroup(_ vector: GroupVector) throws {
    switch vector {
    case .roster(let values, let bytes, let hash): try run(values, bytes, hash)
    case .rosterRefused(let bytes, let reason): try checkRefused(reason) { try Roster(bytes) }
    case .history(let values): try run(values)
    case .distribution(let bytes, let outcome):
        try compare("distribution", outcome) {
            let read = try SenderKeyDistribution(secret(bytes))
            try compare("bytes", read.encoded(), bytes)
            return DistributionValues(
                group: read.group.bytes, chainID: read.chainID.bytes, iteration: read.iteration,
                createdAt: read.createdAt)
        }
    case .conversation(let conversation):
        let player = try GroupPlayer(conversation)
        for step in conversation.steps { try player.play(step) }
    }
}

private func run(_ values: RosterValues, _ bytes: [UInt8], _ hash: [UInt8]) throws {
    let roster = try Roster(bytes)
    try compare("group", roster.group.bytes, values.group)
    try compare("revision", roster.revision, values.revision)
    try compare("parent", roster.parent?.bytes.bytes, values.parent)
    try compare("members", roster.members.map(\.bytes), values.members)
    try compare("details", roster.details, values.details)
    try compare("hash", roster.hash.bytes.bytes, hash)
    guard values.revision == 0 else { return }
    let made = try Roster(
        group: GroupID(values.group), members: values.members.reversed().map { try UserID($0) },
        details: values.details)
    try compare("bytes", made.bytes, bytes)
}

private func run(_ values: HistoryValues) throws {
    var history = RosterHistory(try Roster(values.first))
    for step in values.steps {
        let change = history.take(try Roster(step.roster))
        try compare("change", change.name, step.change)
        var undone: Int?
        if case .wins(let count) = change { undone = count }
        try compare("undone", undone, step.undone)
    }
    try compare("hashes", history.hashes.map(\.bytes.bytes), values.hashes)
    try compare("archive", history.archive(), values.archive)
    let restored = try RosterHistory(archive: values.archive)
    try compare("archive (restored)", restored.archive(), values.archive)
    for each in values.standings {
        let (user, hash) = (try UserID(each.user), RosterHash(try Bytes32(each.hash)))
        try compare("standing", "\(history.standing(of: user, under: hash))", each.standing)
        try compare("standing (restored)", "\(restored.standing(of: user, under: hash))", each.standing)
    }
}

extension RosterChange {
    fileprivate var name: String { if case .wins = self { "wins" } else { "\(self)" } }
}

/// Plays a sending device and one member.
private final class GroupPlayer {
    private let group: GroupID
    private let sender: Address
    private var rosters: RosterHistory
    private var chain = SenderChain.make(at: 0)
    private var states = SenderKeyStates()
    private var messages: [[UInt8]] = []

    init(_ conversation: GroupConversation) throws {
        group = try GroupID(conversation.group)
        sender = try Address(user: conversation.user, device: conversation.device)
        rosters = RosterHistory(try Roster(conversation.roster))
    }

    func play(_ step: GroupStep) throws {
        switch step {
        case .chain(let values):
            chain = try SenderChain(
                id: SenderChainID(values.id.reduce(0) { $0 << 8 | UInt64($1) }),
                createdAt: values.createdAt, chainKey: secret(values.key),
                signingSeed: secret(values.signingSeed))
        case .lose(let count, let chainKey): try lose(count, chainKey)
        case .send(let sent): try send(sent)
        case .distribute(let bytes, let isOurs, let outcome):
            if isOurs { try compare("bytes", chain.distribution(for: group).encoded(), bytes) }
            let before = stored
            try compare("added", outcome) { try add(bytes) }
            if case .refused = outcome { try compare("state after a refusal", stored, before) }
        case .roster(let bytes, let change):
            try compare("change", rosters.take(try Roster(bytes)).name, change)
        case .deliver(let number, let instant, let outcome):
            try deliver(messages[number], at: instant, outcome)
        case .deliverBytes(let bytes, let instant, let outcome):
            try deliver(bytes, at: instant, outcome)
        case .expire(let instant, let dropped):
            try compare("dropped", try states.dropExpired(at: instant).map(\.bounds), dropped)
        case .archive(let chain, let states, let skipped): try restore(chain, states, skipped)
        }
    }

    private var stored: [[UInt8]] {
        [states.archive().exposeBytes(), states.skippedKeyArchive()?.exposeBytes() ?? []]
    }

    private func stepped(_ key: [UInt8]) throws -> [UInt8] {
        try KDFBLAKE2b.derive(
            byteCount: 64, id: 1, context: KDFBLAKE2b.Context("SottoSK1"), from: secret(key)
        ).exposeBytes()
    }

    private func lose(_ count: UInt32, _ chainKey: [UInt8]) throws {
        var stored = chain.archive().exposeBytes()
        var key = Array(stored[21..<53])
        for _ in 0..<count { key = Array(try stepped(key)[..<32]) }
        try compare("chain_key", key, chainKey)
        var next: [UInt8] = []
        next.append(u32: chain.nextIteration + count)
        stored.replaceSubrange(17..<21, with: next)
        stored.replaceSubrange(21..<53, with: key)
        chain = try SenderChain(archive: secret(stored))
    }

    private func send(_ sent: GroupStep.Sent) throws {
        let key = Array(chain.archive().exposeBytes()[21..<53])
        try compare("message_key", Array(try stepped(key)[32...]), sent.messageKey)
        let message = try chain.seal(
            sent.content, group: group, roster: RosterHash(try Bytes32(sent.roster)), sender: sender)
        try compare("message", message, sent.message)
        messages.append(message)
    }

    private func add(_ bytes: [UInt8]) throws -> GroupStep.Addition {
        switch try states.add(try SenderKeyDistribution(secret(bytes))) {
        case .alreadyKnown: .init(added: false, evicted: nil)
        case .added(let evicted): .init(added: true, evicted: evicted?.bytes)
        }
    }

    private func deliver(_ bytes: [UInt8], at instant: UInt64, _ outcome: Outcome<GroupStep.Opened>) throws {
        let before = stored
        try compare("content", outcome) {
            let opened = try states.open(
                try SenderKeyMessage(bytes), group: group, sender: sender, rosters: rosters, at: instant)
            return GroupStep.Opened(content: opened.content, dropped: opened.dropped.map(\.bounds))
        }
        if case .refused = outcome { try compare("state after a refusal", stored, before) }
    }

    private func restore(_ chain: [UInt8], _ states: [UInt8], _ skipped: [UInt8]) throws {
        try compare("chain", self.chain.archive(), chain)
        try compare("states", stored[0], states)
        try compare("skipped", stored[1], skipped)
        self.chain = try SenderChain(archive: secret(chain))
        self.states = try SenderKeyStates(archive: secret(states))
        try self.states.loadSkippedKeys(secret(skipped))
        try compare("chain (restored)", self.chain.archive(), chain)
        try compare("states (restored)", stored[0], states)
        try compare("skipped (restored)", stored[1], skipped)
    }
}

extension DroppedSenderKeys {
    fileprivate var bounds: [UInt32] { [iterations.lowerBound, iterations.upperBound] }
}

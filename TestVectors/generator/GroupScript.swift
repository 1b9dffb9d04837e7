import SottoCrypto
import SottoGroups
import SottoIdentity

/// Plays a sending device and one member, and writes down each value.
final class GroupScript {
    private let name: String
    let group: GroupID
    let sender: Address
    private let first: Roster
    private var chain: SenderChain
    private var states = SenderKeyStates()
    private(set) var rosters: RosterHistory
    private var steps: [JSONValue] = []
    private var messages: [[UInt8]] = []
    private var chainCount = 0
    private var instant: UInt64 = 1_800_000_000_000

    static func run(_ name: String, _ body: (GroupScript) throws -> Void) throws -> JSONValue {
        let script = try GroupScript(name)
        try body(script)
        return .object([
            ("id", .string(name)), ("kind", .string("conversation")), ("group", .hex(script.group.bytes)),
            ("user", .hex(script.sender.user.bytes)), ("device", .number(script.sender.device)),
            ("roster", .hex(script.first.bytes)), ("steps", .array(script.steps)),
        ])
    }

    private init(_ name: String) throws {
        self.name = name
        group = try GroupID(Inputs.bytes(name + " group", count: 16))
        sender = try Address(user: Inputs.bytes(name + " user", count: 16), device: 3)
        first = try Roster(group: group, members: [sender.user, "bob"], details: [1])
        rosters = RosterHistory(first)
        chain = try Self.chain(name, 0, at: 0)
    }

    private static func chain(_ name: String, _ number: Int, at instant: UInt64) throws -> SenderChain {
        let id = Inputs.bytes("\(name) chain id \(number)", count: 8).reduce(0) { $0 << 8 | UInt64($1) }
        return try SenderChain(
            id: SenderChainID(id), createdAt: instant,
            chainKey: Inputs.secret("\(name) chain key \(number)"),
            signingSeed: Inputs.secret("\(name) signing seed \(number)"))
    }

    private func step(_ op: String, _ fields: [(String, JSONValue)]) {
        steps.append(.object([("op", .string(op))] + fields))
    }

    func pass(_ milliseconds: UInt64) { instant += milliseconds }

    func newChain() throws {
        chain = try Self.chain(name, chainCount, at: instant)
        step(
            "chain",
            [
                ("id", .hex(chain.id.bytes)),
                ("chain_key", .hex(Inputs.bytes("\(name) chain key \(chainCount)"))),
                ("signing_seed", .hex(Inputs.bytes("\(name) signing seed \(chainCount)"))),
                ("created_at", .number(instant)),
            ])
        chainCount += 1
    }

    /// The chain key, cut out of the stored form (GR-22).
    private var chainKey: [UInt8] { Array(chain.archive().exposeBytes()[21..<53]) }

    /// What `crypto_kdf_blake2b` makes of a chain key (GR-11).
    private static func stepped(_ key: [UInt8]) throws -> [UInt8] {
        try KDFBLAKE2b.derive(
            byteCount: 64, id: 1, context: KDFBLAKE2b.Context("SottoSK1"),
            from: SecretBytes(copying: key.span)
        ).exposeBytes()
    }

    /// Goes on as if `count` messages had been sealed.
    func lose(_ count: UInt32) throws {
        var stored = chain.archive().exposeBytes()
        var key = chainKey
        for _ in 0..<count { key = Array(try Self.stepped(key)[..<32]) }
        stored.replaceSubrange(21..<53, with: key)
        let next = chain.nextIteration + count
        for place in 0..<4 {
            stored[17 + place] = UInt8(truncatingIfNeeded: next >> (24 - 8 * UInt32(place)))
        }
        chain = try SenderChain(archive: SecretBytes(copying: stored.span))
        step("lose", [("count", .number(count)), ("chain_key", .hex(key))])
    }

    @discardableResult
    func send(_ byteCount: Int = 5, roster: RosterHash? = nil) throws -> Int {
        let content = Inputs.bytes("\(name) content \(messages.count)", count: byteCount)
        let hash = roster ?? rosters.current.hash
        let messageKey = try Self.stepped(chainKey)[32...]
        let message = try chain.seal(content, group: group, roster: hash, sender: sender)
        messages.append(message)
        step(
            "send",
            [
                ("content", .hex(content)), ("roster", .hex(hash.bytes.bytes)),
                ("message_key", .hex(Array(messageKey))), ("message", .hex(message)),
            ])
        return messages.count - 1
    }

    func message(_ number: Int) -> [UInt8] { messages[number] }

    var distribution: [UInt8] { chain.distribution(for: group).encoded().exposeBytes() }

    func distribute() { take("distribute", distribution) }

    func take(_ bytes: [UInt8]) { take("take-bytes", bytes) }

    private func take(_ op: String, _ bytes: [UInt8]) {
        var fields: [(String, JSONValue)] = [("bytes", .hex(bytes))]
        do {
            switch try states.add(SenderKeyDistribution(SecretBytes(copying: bytes.span))) {
            case .alreadyKnown: fields += [("added", .bool(false)), ("evicted", .null)]
            case .added(let evicted):
                fields += [("added", .bool(true)), ("evicted", evicted.map { .hex($0.bytes) } ?? .null)]
            }
        } catch {
            fields.append(("refused", .string(Refusal.name(error))))
        }
        step(op, fields)
    }

    func take(_ roster: Roster) {
        let change = rosters.take(roster)
        step("roster", [("bytes", .hex(roster.bytes)), ("change", .string(GroupVectors.name(change)))])
    }

    func deliver(_ number: Int) {
        step(
            "deliver",
            [("message", .number(UInt64(number))), ("instant", .number(instant))] + open(messages[number]))
    }

    func deliver(_ bytes: [UInt8]) {
        step("deliver-bytes", [("bytes", .hex(bytes)), ("instant", .number(instant))] + open(bytes))
    }

    private func open(_ bytes: [UInt8]) -> [(String, JSONValue)] {
        do {
            let opened = try states.open(
                SenderKeyMessage(bytes), group: group, sender: sender, rosters: rosters, at: instant)
            return [("content", .hex(opened.content)), ("dropped", Self.json(opened.dropped))]
        } catch {
            return [("refused", .string(Refusal.name(error)))]
        }
    }

    private static func json(_ dropped: [DroppedSenderKeys]) -> JSONValue {
        .array(
            dropped.map {
                .object([
                    ("first", .number($0.iterations.lowerBound)), ("last", .number($0.iterations.upperBound)),
                ])
            })
    }

    func expire() throws {
        let dropped = try states.dropExpired(at: instant)
        step("expire", [("instant", .number(instant)), ("dropped", Self.json(dropped))])
    }

    func archive() {
        step(
            "archive",
            [
                ("chain", .hex(chain.archive().exposeBytes())),
                ("states", .hex(states.archive().exposeBytes())),
                ("skipped", .hex(states.skippedKeyArchive()?.exposeBytes() ?? [])),
            ])
    }
}

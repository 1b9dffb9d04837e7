import SottoCrypto
import SottoGroups
import SottoIdentity

/// Group messages, under the same names as the floor's: chain, key derivations, AEAD and signature.
enum GroupSuite {
    static func operations() throws -> [Operation] {
        let group = try Group()
        return [
            Operation(
                implementation: "sotto", name: "group-encrypt-256", wireBytes: try group.seal().count,
                largestBatch: 100_000, prepare: { _ in try group.restart() },
                call: { _ in _ = try group.seal() }),
            Operation(
                implementation: "sotto", name: "group-decrypt-256", wireBytes: try group.seal().count,
                largestBatch: 256, prepare: { try group.prepare($0) }, call: { try group.open($0) }),
        ]
    }

    /// A sender and a receiver in a group of two.
    private final class Group {
        @exclusivity(unchecked) private var chain: SenderChain
        @exclusivity(unchecked) private var states = SenderKeyStates()
        private var messages: [[UInt8]] = []
        private let rosters: RosterHistory
        private let sender: Address
        private let content = Random.bytes(256)
        private let now: UInt64 = 1_800_000_000_000

        private var group: GroupID { rosters.current.group }

        init() throws {
            sender = try Address(user: "alice-of-sixteen", device: 1)
            rosters = RosterHistory(
                try Roster(group: .random(), members: [sender.user, UserID("bob-has-sixteen!")]))
            unsafe chain = SenderChain.make(at: now)
        }

        func restart() throws {
            unsafe chain = SenderChain.make(at: now)
            unsafe states = SenderKeyStates()
            _ = unsafe try states.add(chain.distribution(for: group))
        }

        func seal() throws -> [UInt8] {
            unsafe try chain.seal(content, group: group, roster: rosters.current.hash, sender: sender)
        }

        func prepare(_ count: Int) throws {
            try restart()
            messages = try (0..<count).map { _ in try seal() }
        }

        func open(_ index: Int) throws {
            let message = try SenderKeyMessage(messages[index])
            _ = unsafe try states.open(message, group: group, sender: sender, rosters: rosters, at: now)
        }
    }
}

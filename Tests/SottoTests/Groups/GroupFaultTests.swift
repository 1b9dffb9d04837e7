import DeviceSupport
import SottoGroups
import SottoServer
import TestSupport
import Testing

@testable import Sotto

/// Groups whose devices' stores fail before and after each write of each operation.
///
/// Rules DS-23, DS-25, DS-26, DS-28 to DS-31.
@Suite("A group whose members' stores fail at every write")
struct GroupFaultTests {
    /// A device over a store that fails when it is told to.
    final class Member {
        let plan = FaultPlan()
        private let storage = InMemoryStorage()
        private let network: TestNetwork
        private(set) var device: Device

        init(_ user: UserID, _ network: TestNetwork) throws {
            self.network = network
            device = try network.device(user, in: FaultyStorage(storage, plan))
            try network.certify(device)
        }

        func reopen() throws { device = try network.reopen(FaultyStorage(storage, plan)) }
    }

    /// What was seen of the group from outside.
    final class Run {
        let network = TestNetwork()
        let members: [Member]
        var roster: Roster
        var random: SeededGenerator
        private(set) var faults = 0
        private(set) var violations: [String] = []
        private var texts: [MessageID: String] = [:]
        /// What each device's app took over, by the id of the row.
        private var seen: [UserID: [ReceivedID: MessageID]] = [:]
        private var places: [Place: [UInt8]] = [:]

        struct Place: Hashable {
            let sender: Address
            let chain: SenderChainID
            let iteration: UInt32
        }

        init(seed: UInt64) throws {
            random = SeededGenerator(seed: seed)
            members = try ["alice", "bob", "carol"].map { [network] in try Member($0, network) }
            for (index, one) in members.enumerated() {
                for other in members[..<index] { try network.meet(other.device, one.device) }
            }
            for member in members { try member.device.acknowledge(try member.device.inbox().map(\.id)) }
            roster = try Roster(group: .random(), members: ["alice", "bob", "carol"])
        }

        /// Does something over and over, each time with the store failing one write later, until nothing fails.
        ///
        /// Whoever did it and couldn't say so is asked again, and then says that there is nothing to do.
        @discardableResult
        func persist<R>(_ member: Member, _ what: String, _ body: (Device) throws -> R) throws -> Result<
            R, SessionError
        > {
            for write in 1... {
                for isAfter in [false, true] {
                    member.plan.arm(FaultPlan.Fault(.fail, write: write, isAfter: isAfter))
                    let result: Result<R, SessionError>
                    do { result = .success(try body(member.device)) } catch let error as SessionError {
                        result = .failure(error)
                    }
                    let strike = member.plan.strike
                    member.plan.arm(nil)
                    if case .nothing = strike { return result }
                    faults += 1
                    guard case .failure(.storage(FaultPlan.error)) = result else {
                        violations.append("\(what) at write \(write): \(result)")
                        return result
                    }
                    if random.oneIn(3) { try member.reopen() }
                    // A commit that was done: once more would be another one.
                    if case .commit = strike, isAfter {
                        do { return .success(try body(member.device)) } catch let error as SessionError {
                            return .failure(error)
                        }
                    }
                }
            }
            throw Device.OtherContent()
        }

        func apply() throws {
            let roster = roster
            for member in members
            where try member.device.group(roster.group) != nil
                || roster.contains(member.device.address.user)
            {
                try persist(member, "apply") { try $0.apply(roster) }
            }
        }

        /// Sends and hands over what is in the outbox.
        func send(_ text: String, by member: Member) throws -> MessageID {
            let (id, group) = (MessageID.random(), roster.group)
            texts[id] = text
            let result = try persist(member, "send") { try $0.send(Array(text.utf8), id: id, toGroup: group) }
            if case .failure(let error) = result { violations.append("send: \(error)") }
            return id
        }

        /// Delivers what the outboxes have, but for the keys of one member if that is said.
        func deliver(withoutKeysFor lost: UserID? = nil) throws {
            for member in members {
                for outgoing in try member.device.outbox() {
                    for envelope in outgoing.envelopes where envelope.address.user != lost {
                        try give(envelope.bytes, to: envelope.address)
                    }
                    try persist(member, "markSent") { try $0.markSent(outgoing.id) }
                }
                for outgoing in try member.device.groupOutbox() {
                    guard let envelope = outgoing.envelope else { continue }
                    for part in try SplitEnvelope(envelope.bytes) {
                        try note(part.bytes, of: member.device, to: part.address)
                        try give(part.bytes, to: part.address)
                    }
                    try persist(member, "markSent") { try $0.markSent(outgoing.id) }
                }
            }
        }

        private func note(_ part: [UInt8], of sender: Device, to address: Address) throws {
            guard let device = network.devices[address] else { return }
            let content = try device.content(of: part, network)
            let message = try SenderKeyMessage(content.message)
            let place = Place(sender: sender.address, chain: message.chainID, iteration: message.iteration)
            if let known = places[place], known != message.bytes {
                violations.append("a place was used twice")
            }
            places[place] = message.bytes
        }

        private func give(_ bytes: [UInt8], to address: Address) throws {
            guard let member = members.first(where: { $0.device.address == address }) else { return }
            let result = try persist(member, "receive") { try $0.receive(bytes, from: nil) }
            guard case .failure(.peer(.undecryptableInGroup(let message))) = result, message.isRequestDue
            else {
                return
            }
            try persist(member, "request") { try $0.requestResend(of: message) }
        }

        /// The apps take over what is in their inboxes, and answer what asks for an answer.
        func takeOver() throws {
            for member in members {
                for received in try member.device.inbox() {
                    switch received.content {
                    case .groupMessage(let id, _, let bytes):
                        if texts[id] != String(decoding: bytes, as: UTF8.self) {
                            violations.append("another text")
                        }
                        var rows = seen[member.device.address.user, default: [:]]
                        if rows.contains(where: { $0.value == id && $0.key != received.id }) {
                            violations.append("\(member.device.address) has a message twice")
                        }
                        rows[received.id] = id
                        seen[member.device.address.user] = rows
                    case .groupResendRequest(let request):
                        try persist(member, "resend") { try $0.resend(request) }
                    default: break
                    }
                    try persist(member, "acknowledge") { try $0.acknowledge(received.id) }
                }
            }
        }

        func finish() throws {
            for _ in 0..<4 {
                try deliver()
                try takeOver()
                network.clock.advance(by: 60_000)
            }
        }

        func expectHeard(_ id: MessageID, by users: [UserID]) {
            for user in users where !(seen[user]?.values.contains(id) ?? false) {
                violations.append("\(user) never got \(texts[id] ?? "a message")")
            }
        }
    }

    @Test(
        "loses no message, uses no place twice, and goes on",
        arguments: FaultTests.seeds > 1 ? Array(1...6) : [1] as [UInt64])
    func everyWrite(seed: UInt64) throws {
        let run = try Run(seed: seed)
        let all: [UserID] = ["alice", "bob", "carol"]
        try run.apply()
        func others(_ member: Member) -> [UserID] { all.filter { $0 != member.device.address.user } }
        for round in 0..<2 {
            // Keys and messages in order, then one whose key is lost.
            for member in run.members {
                let first = try run.send("first \(round)", by: member)
                try run.finish()
                run.expectHeard(first, by: others(member))
                try run.persist(member, "rotate") { try $0.rotateSenderKey(of: run.roster.group) }
                let second = try run.send("second \(round)", by: member)
                try run.deliver(withoutKeysFor: others(member).first)
                try run.finish()
                run.expectHeard(second, by: others(member))
            }
            // Two that are sent before the roster comes to one of the others.
            let before = run.roster
            run.roster = try before.changed(members: before.members, details: [UInt8(round)])
            try run.persist(run.members[0], "apply") { try $0.apply(run.roster) }
            let early = try run.send("early \(round)", by: run.members[0])
            try run.deliver()
            try run.apply()
            try run.finish()
            run.expectHeard(early, by: others(run.members[0]))
            // Carol goes and comes back.
            run.roster = try run.roster.changed(members: ["alice", "bob"], details: [])
            try run.apply()
            let without = try run.send("without \(round)", by: run.members[1])
            try run.finish()
            run.expectHeard(without, by: ["alice"])
            run.roster = try run.roster.changed(members: all, details: [])
            try run.apply()
            for member in run.members { try run.persist(member, "maintain") { try $0.maintain() } }
        }
        for member in run.members {
            let last = try run.send("last", by: member)
            try run.finish()
            run.expectHeard(last, by: others(member))
        }
        print("groups with failing stores, seed \(seed): \(run.faults) faults")
        #expect(run.violations == [], "seed \(seed)")
        #expect(run.faults > 500)
    }
}

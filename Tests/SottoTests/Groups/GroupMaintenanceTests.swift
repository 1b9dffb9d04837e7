import SottoGroups
import Testing

@testable import Sotto
@testable import SottoSessions

/// What time does in groups.
///
/// Rules DS-18, DS-22, DS-28.
@Suite("The daily work in a group")
struct GroupMaintenanceTests {
    let network = TestNetwork()
    let group: GroupNetwork
    let alice: Device
    let bob: Device
    /// What has given the others Alice's key.
    let first: MessageID
    private let day: Int64 = 86_400_000

    init() throws {
        group = try GroupNetwork(["alice", "bob", "carol"], network: network)
        alice = try group["alice"]
        bob = try group["bob"]
        let first = try group.send("first", from: alice)
        try network.deliver(first, from: alice)
        self.first = first.id
    }

    /// How many rows a group of records has.
    private func count(_ kind: RecordGroupKind, at device: Device) throws -> Int {
        try device.rowCount(kind, group.group)
    }

    private func isKept(_ id: MessageID) -> Bool {
        do throws(SessionError) {
            _ = try alice.send([1], id: id, toGroup: group.group)
            return false
        } catch {
            return error == .usage(.alreadySent(id))
        }
    }

    @Test(
        "keeps sent messages and their places for 14 days, also when the clock was ahead",
        arguments: [0, 3] as [Int64])
    func sentMessages(ahead: Int64) throws {
        // What lies before it would keep it from being found.
        for user in ["bob", "carol"] as [UserID] { try alice.noteDelivered(first, to: group[user].address) }
        network.clock.advance(by: ahead * day)
        let sent = try alice.send([1], toGroup: group.group)
        try alice.markSent(sent.id)
        network.clock.advance(by: -ahead * day)
        try alice.maintain()
        #expect(try count(.sentGroupMessages, at: alice) == 1)
        network.clock.advance(by: 14 * day)
        try network.certify(alice)
        try alice.maintain()
        #expect(isKept(sent.id))
        network.clock.advance(by: 1)
        try alice.maintain()
        #expect(try count(.sentGroupMessages, at: alice) == 0)
        #expect(try count(.groupPlaces, at: alice) == 0)
        #expect(!isKept(sent.id))
    }

    @Test("lets a message go that all devices are known to have, and not before")
    func delivered() throws {
        let sent = try group.send("delivered", from: alice)
        try alice.noteDelivered(sent.id, to: bob.address)
        try network.deliver(sent, from: alice)
        #expect(try count(.sentGroupMessages, at: alice) == 2)
        try alice.noteDelivered(sent.id, to: bob.address)
        #expect(try count(.sentGroupMessages, at: alice) == 2)
        try alice.noteDelivered(sent.id, to: try group["carol"].address)
        #expect(try count(.sentGroupMessages, at: alice) == 1)
        #expect(try count(.groupPlaces, at: alice) == 1)
    }

    @Test("keeps what waits for the server, however long")
    func pending() throws {
        let sent = try group.send("waiting", from: alice)
        network.clock.advance(by: 60 * day)
        try alice.maintain()
        try network.certify(alice)
        #expect(try alice.groupOutbox().map(\.id) == [sent.id])
    }

    @Test("keeps skipped keys for 30 days, also when the clock was ahead", arguments: [0, 3] as [Int64])
    func skippedKeys(ahead: Int64) throws {
        let sentAt = network.clock.now
        let sent = try (0..<4).map { try group.send("\($0)", from: alice) }
        network.clock.advance(by: ahead * day)
        _ = try bob.receive(try sent[3].part(for: bob), from: nil, serverTime: sentAt)
        network.clock.advance(by: -ahead * day)
        try bob.maintain()
        network.clock.advance(by: 30 * day)
        try bob.maintain()
        #expect(try bob.receive(try sent[0].part(for: bob), from: nil, serverTime: sentAt).groupText == "0")
        network.clock.advance(by: 1)
        try bob.maintain()
        // What is left is nothing, and has no record.
        #expect(try count(.group, at: bob) == 1)
        let late = bob.undecryptableInGroup(
            try sent[1].part(for: bob), serverTime: network.clock.now - UInt64(30 * day))
        #expect(late?.reason == .messageKeyDropped)
    }

    @Test("forgets a group that is left, and everything of one that is forgotten")
    func left() throws {
        let late = try (0..<2).map { try group.send("\($0)", from: alice) }
        _ = try bob.receive(try late[1].part(for: bob), from: nil)
        try group.talk("from bob", from: bob)
        let carol = try group["carol"]
        let waiting = try group.send("waits", from: carol)
        #expect(bob.undecryptableInGroup(try waiting.part(for: bob)) != nil)
        #expect(try count(.group, at: bob) == 2)
        try bob.apply(try group.roster.changed(members: ["alice", "carol"], details: []))
        #expect(try count(.group, at: bob) == 0)
        #expect(try count(.waitingInGroup, at: bob) == 0)
        #expect(try count(.senderChains, at: bob) == 0)
        #expect(try bob.group(group.group)?.isMember == false)
        try bob.forget(group.group)
        #expect(try bob.group(group.group) == nil)
        #expect(try bob.groups().groups.isEmpty)
        #expect(try count(.groupPlaces, at: bob) == 0)
    }

    @Test("forgets what was sent to a group that is forgotten, also what waits for the server")
    func forgotten() throws {
        _ = try group.send("waiting", from: alice)
        try alice.forget(group.group)
        #expect(try alice.groupOutbox().isEmpty)
        #expect(try count(.sentGroupMessages, at: alice) == 0)
        #expect(try count(.groupPlaces, at: alice) == 0)
    }

    @Test("lets a message go that all had before the server was known to have it")
    func deliveredFirst() throws {
        let sent = try group.send("delivered", from: alice)
        for user in ["bob", "carol"] as [UserID] { try alice.noteDelivered(sent.id, to: group[user].address) }
        #expect(try alice.groupOutbox().map(\.id) == [sent.id])
        try alice.markSent(sent.id)
        #expect(try count(.sentGroupMessages, at: alice) == 1)
    }

    @Test("goes through the keys of a group's members in steps")
    func manyMembers() throws {
        let id = group.group
        try alice.write { transaction in
            for number in 0..<200 as Range<UInt8> {
                try transaction.put(
                    SecretBytes(copying: [9 as UInt8].span), .senderKeys, id.bytes + [number],
                    in: try transaction.recordGroup(.group, id.bytes))
            }
        }
        var steps = 0
        var step: MaintenanceStep? = .groups(.groups(after: 0))
        while let next = step {
            step = try alice.write { try $0.maintain(next) }.next
            steps += 1
        }
        #expect(steps >= 1 + 200 / 64)
    }

    @Test("goes through all groups, with a damaged one among them")
    func manyGroups() throws {
        var rosters: [Roster] = []
        for _ in 0..<20 {
            let roster = try Roster(group: .random(), members: ["alice", "bob"])
            rosters.append(roster)
            for device in [alice, bob] { try device.apply(roster) }
            let sent = try alice.send([1], toGroup: roster.group)
            #expect(bob.undecryptableInGroup(try sent.part(for: bob)) != nil)
        }
        let broken = rosters[7].group
        try bob.breakGroup(broken)
        network.clock.advance(by: 7 * day + 1)
        try bob.maintain()
        for roster in rosters where roster.group != broken {
            #expect(try bob.rowCount(.waitingInGroup, roster.group) == 0)
        }
        #expect(throws: SessionError.storage(.recordCorrupt)) { try bob.group(broken) }
        // It is forgotten and taken anew.
        try bob.forget(broken)
        try bob.apply(rosters[7])
        #expect(try bob.group(broken)?.isMember == true)
    }
}

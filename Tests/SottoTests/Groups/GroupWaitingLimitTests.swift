import SottoGroups
import Testing

@testable import Sotto

/// How much waits, and who makes room.
///
/// Rule DS-30.
@Suite("The room for group messages that wait")
struct GroupWaitingLimitTests {
    let network = TestNetwork()

    @Test("is 500 of a group; the oldest of the device that has most goes then", arguments: [499, 500, 501])
    func ofGroup(count: Int) throws {
        let group = try GroupNetwork(["alice", "bob", "carol"], network: network)
        let (alice, bob, carol) = (try group["alice"], try group["bob"], try group["carol"])
        var sent: [Device] =
            [Device](repeating: alice, count: count - 60) + [Device](repeating: carol, count: 60)
        sent.insert(sent.removeLast(), at: 0)
        let outgoing = try sent.enumerated().map { try group.send("\($0.offset)", from: $0.element) }
        let results = bob.receive(try outgoing.map { Incoming(try $0.part(for: bob), from: nil) })
        #expect(results.allSatisfy { $0.undecryptable?.isWaiting == true })
        var opened: [String] = []
        for (sender, first) in [(carol, 0), (alice, 1)] {
            #expect(outgoing[first].distributions.count == 2)
            let key = try bob.receive(try outgoing[first].key(for: bob), from: nil)
            opened += key.facts.opened.compactMap(\.groupText)
            #expect(key.sender == sender.address)
        }
        // Carol's is the oldest of all, and Alice has more.
        let expected = Set((0..<count).map { "\($0)" }).subtracting(count > 500 ? ["1"] : [])
        #expect(Set(opened) == expected)
        #expect(opened.count == expected.count)
    }

    @Test("is 500 for all groups together that aren't known")
    func ofUnknown() throws {
        let alice = try network.sealedDevice("alice")
        let bob = try network.sealedDevice("bob")
        let carol = try network.sealedDevice("carol")
        for other in [alice, carol] { try network.meet(other, bob) }
        let rosters = try [alice, alice, carol].map {
            try Roster(group: .random(), members: [$0.address.user, "bob"])
        }
        for (roster, device) in zip(rosters, [alice, alice, carol]) { try device.apply(roster) }
        var keys: [[UInt8]] = []
        var parts: [Incoming] = []
        for (place, count) in [(0, 2), (1, 498), (2, 1)] {
            let device = place == 2 ? carol : alice
            for number in 0..<count {
                let outgoing = try device.send(Array("\(number)".utf8), toGroup: rosters[place].group)
                if number == 0 { keys.append(try outgoing.key(for: bob)) }
                parts.append(Incoming(try outgoing.part(for: bob), from: nil))
            }
        }
        #expect(bob.receive(parts).allSatisfy { $0.undecryptable?.reason == .needsRoster })
        // A key would take a place too: they come when their groups are known.
        let opened = try zip(rosters, keys).map { roster, key in
            #expect(try bob.apply(roster).opened.isEmpty)
            return try bob.receive(key, from: nil).facts.opened.compactMap(\.groupText)
        }
        #expect(opened[0] == ["1"])
        #expect(opened[1].count == 498)
        #expect(opened[2] == ["0"])
    }

    @Test("is counted without reading what is there again, and a roster reads each a few times")
    func reads() throws {
        let storage = CountingStorage(InMemoryStorage())
        let alice = try network.sealedDevice("alice")
        let bob = try network.device("bob", in: storage)
        try network.certify(bob)
        try network.meet(alice, bob)
        let roster = try Roster(group: .random(), members: ["alice", "bob"])
        try alice.apply(roster)
        let count = 200
        for _ in 0..<count {
            let outgoing = try alice.send([1], toGroup: roster.group)
            storage.reset()
            #expect(bob.undecryptableInGroup(try outgoing.part(for: bob))?.isWaiting == true)
            #expect(storage.reads < 32)
            try alice.markSent(outgoing.id)
        }
        storage.reset()
        #expect(try bob.apply(roster).unopened.count == count)
        #expect(storage.reads < 10 * count)
    }
}

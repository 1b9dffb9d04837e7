import DeviceSupport
import SottoGroups
import SottoSQLite
import Synchronization
import TestSupport
import Testing

@testable import Sotto

/// Two devices over one store, as an app and its extension are, and many threads.
///
/// Rules DS-26, DS-28, DS-29.
@Suite("A group in two processes of one device")
struct GroupThreadTests {
    let network = TestNetwork()
    let folder: Folder
    /// Over one store.
    let alices: [Device]
    let alice: Device
    let bob: Device
    let carol: Device
    let roster: Roster

    init() throws {
        folder = try Folder()
        let path = folder.path(of: "alice")
        alice = try network.device("alice", in: try SQLiteStorage.create(at: path))
        try network.certify(alice)
        let again = try Device.open(
            in: try SQLiteStorage.open(at: path), key: TestNetwork.key(),
            certificates: network.authority.trust, clock: network.clock.clock)
        alices = [alice, again]
        bob = try network.sealedDevice("bob")
        carol = try network.sealedDevice("carol")
        for (one, other) in [(alice, bob), (alice, carol), (bob, carol)] { try network.meet(one, other) }
        roster = try Roster(group: .random(), members: ["alice", "bob", "carol"])
        for device in [alice, bob, carol] { try device.apply(roster) }
    }

    @Test("receives each of 200 messages exactly once, whoever gets it and in whichever order")
    func receiving() async throws {
        let sent = try (0..<200).map { try bob.send(Array("\($0)".utf8), toGroup: roster.group) }
        _ = try alice.receive(try sent[0].key(for: alice), from: nil)
        var random = SeededGenerator(seed: 7)
        let parts = try sent.map { try $0.part(for: alice) }
        let (here, there) = (parts.shuffled(using: &random), parts.shuffled(using: &random))
        let opened = await withTaskGroup(of: [String].self) { tasks in
            for (device, parts) in zip(alices, [here, there]) {
                for start in 0..<2 {
                    tasks.addTask {
                        stride(from: start, to: parts.count, by: 2).compactMap {
                            (try? device.receive(parts[$0], from: nil))?.groupText
                        }
                    }
                }
            }
            return await tasks.reduce(into: []) { $0 += $1 }
        }
        #expect(opened.count == 200)
        #expect(Set(opened) == Set((0..<200).map { "\($0)" }))
        for device in alices { #expect(try Set(device.groupTexts()) == Set(opened)) }
    }

    @Test("makes one key however many send first, and uses each place once")
    func firstSends() async throws {
        let (alices, group) = (alices, roster.group)
        let sent = try await withThrowingTaskGroup(of: GroupOutgoing.self) { tasks in
            for number in 0..<40 {
                tasks.addTask { try alices[number % 2].send([UInt8(number)], toGroup: group) }
            }
            return try await tasks.reduce(into: []) { $0.append($1) }
        }
        #expect(sent.flatMap(\.distributions).flatMap(\.envelopes).count == 2)
        let messages = try sent.map { try bob.groupMessage(in: try $0.part(for: bob), network) }
        #expect(Set(messages.map(\.chainID)).count == 1)
        #expect(Set(messages.map(\.iteration)) == Set(0..<40))
        for outgoing in sent { try network.deliverKeys(of: outgoing, from: alice) }
        for outgoing in sent { _ = try bob.receive(try outgoing.part(for: bob), from: nil) }
        #expect(try bob.groupTexts().count == 40)
    }

    @Test("sends nothing under the old key once another one was asked for")
    func rotation() async throws {
        let (alices, group, log) = (alices, roster.group, Log())
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for device in alices {
                tasks.addTask {
                    for number in 0..<30 {
                        let start = log.tick()
                        let outgoing = try device.send([UInt8(number)], toGroup: group)
                        log.note(outgoing, since: start)
                    }
                }
            }
            tasks.addTask {
                for number in 0..<10 {
                    let start = log.tick()
                    try alices[number % 2].rotateSenderKey(of: group)
                    log.note(nil, since: start)
                    await Task.yield()
                }
            }
            try await tasks.waitForAll()
        }
        let messages = try log.all.compactMap { entry in
            try entry.outgoing.map { (entry, try bob.groupMessage(in: try $0.part(for: bob), network)) }
        }
        #expect(Set(messages.map { Place(chain: $0.1.chainID, iteration: $0.1.iteration) }).count == 60)
        for rotation in log.all where rotation.outgoing == nil {
            let before = Set(messages.filter { $0.0.end < rotation.start }.map(\.1.chainID))
            let after = Set(messages.filter { $0.0.start > rotation.end }.map(\.1.chainID))
            #expect(before.isDisjoint(with: after))
        }
    }

    /// What began and ended when, by a clock of calls.
    private final class Log: Sendable {
        struct Entry: Sendable {
            let start: Int
            let end: Int
            /// Nothing for a rotation.
            let outgoing: GroupOutgoing?
        }

        private let state = Mutex((ticks: 0, entries: [Entry]()))

        func tick() -> Int {
            state.withLock {
                $0.ticks += 1
                return $0.ticks
            }
        }

        func note(_ outgoing: GroupOutgoing?, since start: Int) {
            let end = tick()
            state.withLock { $0.entries.append(Entry(start: start, end: end, outgoing: outgoing)) }
        }

        var all: [Entry] { state.withLock { $0.entries } }
    }

    private struct Place: Hashable {
        let chain: SenderChainID
        let iteration: UInt32
    }

    @Test("lets a change of the members end the key for both of them")
    func removal() throws {
        try network.deliver(try alices[0].send([1], toGroup: roster.group), from: alice)
        try network.deliver(try alices[1].send([2], toGroup: roster.group), from: alice)
        let chain = try alices[1].group(roster.group)?.chain?.id
        let smaller = try roster.changed(members: ["alice", "bob"], details: [])
        for device in [alices[1], bob] { try device.apply(smaller) }
        let outgoing = try alices[0].send(Array("without carol".utf8), toGroup: roster.group)
        #expect(try alices[0].group(roster.group)?.chain?.id != chain)
        #expect(outgoing.envelope?.recipients == [bob.address])
        #expect(try network.deliver(outgoing, from: alice)[bob.address]?.groupText == "without carol")
        #expect(try alices[1].send([3], toGroup: roster.group).distributions.isEmpty)
    }
}

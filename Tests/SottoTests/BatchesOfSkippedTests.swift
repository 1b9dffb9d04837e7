import Sotto
import TestSupport
import Testing

/// Rules DS-6 and DS-10.
@Suite("Messages in any order, many in one transaction")
struct BatchesOfSkippedTests {
    let clock = TestClock()
    let server = TestServer()
    let storage = InMemoryStorage()
    let bobAddress: Address
    let alice: Device

    init() throws {
        bobAddress = try Address(user: "bob", device: 1)
        alice = try Device.inMemory(
            as: Address(user: "alice", device: 1), trusting: .onFirstUse, clock: clock.clock)
        let bob = try Device.create(
            in: storage, key: Self.key(), as: bobAddress, trusting: .onFirstUse, clock: clock.clock)
        try server.publish(bob)
        try alice.start(withBundle: try server.bundle(of: bobAddress), of: bobAddress)
    }

    static func key() -> StorageKey { .key(SecretBytes(copying: [UInt8](repeating: 3, count: 32).span)) }

    func openBob() throws -> Device { try Device.open(in: storage, key: Self.key(), clock: clock.clock) }

    @Test("open once each, whatever came between and wherever the store was opened again", arguments: 0..<6)
    func once(seed: UInt64) throws {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var bob = try openBob()
        let first = try alice.send([], to: .user("bob"))
        _ = try bob.receive(first.envelopes[0].bytes, from: alice.address)
        var open: Set<ReceivedID> = []
        var waiting: [Incoming] = []
        var expected = 0
        for round in 0..<12 {
            // An answer now and then begins new chains while keys of old ones are kept.
            if round % 3 == 2 {
                let answer = try bob.send([1], to: .user("alice"))
                _ = try alice.receive(answer.envelopes[0].bytes, from: bobAddress)
            }
            for _ in 0..<Int.random(in: 1...90, using: &generator) {
                let sent = try alice.send([2], to: .user("bob"))
                waiting.append(Incoming(sent.envelopes[0].bytes, from: alice.address))
                expected += 1
            }
            waiting.shuffle(using: &generator)
            while waiting.count > (round == 11 ? 0 : 40) {
                let count = min(waiting.count, Int.random(in: 1...30, using: &generator))
                var batch = Array(waiting.suffix(count))
                waiting.removeLast(count)
                var spoilt = batch[0].bytes
                spoilt[spoilt.count - 1] ^= 1
                batch.insert(
                    Incoming(spoilt, from: alice.address), at: Int.random(in: 0...1, using: &generator))
                batch.append(batch[batch.count - 1])
                let results = bob.receive(batch)
                let opened = results.compactMap { try? $0.get().id }
                #expect(opened.count == count)
                #expect(open.isDisjoint(with: opened))
                open.formUnion(opened)
                if Bool.random(using: &generator) { bob = try openBob() }
            }
        }
        #expect(open.count == expected)
        #expect(try bob.diagnostics(for: alice.address)?.active?.skippedKeyCount == 0)
        #expect(try openBob().diagnostics(for: alice.address)?.active?.skippedKeyCount == 0)
    }
}

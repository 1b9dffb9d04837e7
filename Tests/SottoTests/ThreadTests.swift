import Sotto
import TestSupport
import Testing

/// Rules DS-9, DS-12.
@Suite("A device that many threads use")
struct ThreadTests {
    let network = TestNetwork()

    @Test("gives each message a place of its own, and opens each once")
    func parallel() async throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        let (from, to) = (alice.address, bob.address.user)
        let sent = try await withThrowingTaskGroup(of: Outgoing.self) { group in
            for number in 0..<200 { group.addTask { try alice.send([UInt8(number)], to: .user(to)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(sent.map { $0.envelopes[0].bytes }).count == 200)
        #expect(try alice.diagnostics(for: bob.address)?.active?.nextSendingIndex == 200)
        let opened = await withTaskGroup(of: Bool.self) { group in
            for outgoing in sent + sent {
                group.addTask { (try? bob.receive(outgoing.envelopes[0].bytes, from: from)) != nil }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(opened == 200)
        #expect(try bob.inbox().count == 200)
    }

    @Test("can be the first thing that a hundred threads do")
    func firstCalls() async throws {
        let clock = network.clock.clock
        let keys = try await withThrowingTaskGroup(of: IdentityPublicKey.self) { group in
            for number in 1...100 as ClosedRange<UInt32> {
                group.addTask {
                    try Device.inMemory(
                        as: Address(user: "alice", device: number), trusting: .onFirstUse, clock: clock
                    ).identityKey
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(keys.count == 100)
    }
}

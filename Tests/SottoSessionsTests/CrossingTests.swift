import SottoIdentity
import SottoSessions
import Testing

@Suite("Sessions that cross")
struct CrossingTests {
    let now: UInt64 = 1_800_000_000_000

    /// One side starts once and the other twice, so each side sees other pairs of them cross.
    ///
    /// The transcripts decide, and they are random: one order in six once left each side with a session of
    /// its own.
    @Test("both sides come to use one session whatever crossed. Rule SM-10", arguments: 0..<60)
    func threeSessionsMeet(round: Int) throws {
        let alice = try InMemorySessionStore(address: Address(user: "alice", device: 1))
        let bob = try InMemorySessionStore(address: Address(user: "bob", device: 1))
        try alice.start(withBundle: bob.makeBundle(at: now).bytes, of: bob.address, at: now)
        let fromAlice = try alice.seal([1], to: bob.address)
        var fromBob: [[UInt8]] = []
        for _ in 0..<2 {
            try bob.start(withBundle: alice.makeBundle(at: now).bytes, of: alice.address, at: now)
            fromBob.append(try bob.seal([2], to: alice.address))
        }
        _ = try bob.open(fromAlice, from: alice.address, at: now)
        for message in fromBob { _ = try alice.open(message, from: bob.address, at: now) }

        for _ in 0..<2 {
            _ = try bob.open(try alice.seal([3], to: bob.address), from: alice.address, at: now)
            _ = try alice.open(try bob.seal([4], to: alice.address), from: bob.address, at: now)
        }
        let atAlice = alice.diagnostics(for: bob.address).activeTranscript
        #expect(atAlice == bob.diagnostics(for: alice.address).activeTranscript)
    }
}

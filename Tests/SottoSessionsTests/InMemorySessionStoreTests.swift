import SottoIdentity
import SottoSessions
import Testing

@Suite("Two devices over in-memory stores")
struct InMemorySessionStoreTests {
    let now: UInt64 = 1_800_000_000_000

    @Test("talk in both directions")
    func talk() throws {
        let alice = try InMemorySessionStore(address: Address(user: "alice", device: 1))
        let bob = try InMemorySessionStore(address: Address(user: "bob", device: 1))
        try alice.start(withBundle: bob.makeBundle(at: now).bytes, of: bob.address, at: now)
        for round in 0..<5 {
            let hello = try alice.seal(Array("hello \(round)".utf8), to: bob.address)
            let got = try bob.open(hello, from: alice.address, at: now)
            #expect(got.content == Array("hello \(round)".utf8))
            let reply = try bob.seal(Array("reply \(round)".utf8), to: alice.address)
            #expect(try alice.open(reply, from: bob.address, at: now).content == Array("reply \(round)".utf8))
        }
    }
}

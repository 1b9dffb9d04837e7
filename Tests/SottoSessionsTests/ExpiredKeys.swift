import SottoSessions
import TestSupport
import Testing

/// Skipped keys of sessions that are quiet, or in which nothing is skipped any more.
///
/// Rule DR-7.
@Suite("Expired keys")
struct ExpiredKeys {
    @Test("leave a session, and what is stored of it, when the caller asks")
    func session() throws {
        let pair = try SessionPair()
        let late = try pair.bob.seal("late")
        try pair.alice.open(try pair.bob.seal("in order"))
        let length = pair.alice.session.archive().skipped.count
        #expect(pair.alice.session.dropExpiredKeys(at: testInstant + 30 * day).isEmpty)
        let lost = pair.alice.session.dropExpiredKeys(at: testInstant + 30 * day + 1)
        #expect(lost.map(\.indices) == [1...1])
        #expect(pair.alice.session.skippedKeyCount == 0)
        #expect(pair.alice.session.archive().skipped.count < length)
        #expect(pair.alice.refusal(of: late) == .peer(.alreadyOpened))
    }

    @Test("leave all sessions of a device")
    func device() throws {
        let alice = try InMemorySessionStore(address: Address(user: "alice", device: 1))
        let bob = try InMemorySessionStore(address: Address(user: "bob", device: 1))
        for _ in 0..<2 {
            try alice.start(
                withBundle: bob.makeBundle(at: testInstant).bytes, of: bob.address, at: testInstant)
            _ = try alice.seal([1], to: bob.address)
            _ = try bob.open(try alice.seal([2], to: bob.address), from: nil, at: testInstant)
        }
        #expect(bob.dropExpiredKeys(at: testInstant).isEmpty)
        #expect(bob.dropExpiredKeys(at: testInstant + 31 * day)[alice.address]?.count == 2)
        #expect(bob.diagnostics(for: alice.address).skippedKeyCount == 0)
    }
}

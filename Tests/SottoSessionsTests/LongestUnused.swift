import SottoSessions
import TestSupport
import Testing

/// Which session goes when there are too many.
///
/// Rule SM-11.
@Suite("The session that is dropped")
struct LongestUnused {
    @Test("is the one longest unused; one that opens late messages is in use")
    func lateMessages() throws {
        let alice = try InMemorySessionStore(address: Address(user: "alice", device: 1))
        let bob = try InMemorySessionStore(address: Address(user: "bob", device: 1))
        func start() throws {
            try alice.start(
                withBundle: bob.makeBundle(at: testInstant).bytes, of: bob.address, at: testInstant)
        }
        func open(_ bytes: [UInt8], _ at: InMemorySessionStore, _ from: InMemorySessionStore) throws {
            _ = try at.open(bytes, from: from.address, at: testInstant)
        }
        try start()
        try open(try alice.seal([1], to: bob.address), bob, alice)
        try open(try bob.seal([1], to: alice.address), alice, bob)
        let late = try (0..<8).map { _ in try bob.seal([2], to: alice.address) }
        try open(try bob.seal([3], to: alice.address), alice, bob)
        for message in late {
            try start()
            try open(message, alice, bob)
        }
    }
}

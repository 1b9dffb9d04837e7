import TestSupport
import Testing

@testable import SottoCrypto
@testable import SottoSessions

/// A peer that uses a ratchet key again, which only faulty or hostile software does.
///
/// Rules DR-5, DR-7, DR-15.
@Suite("A ratchet key that is used again")
struct ReusedRatchetKeys {
    @Test("leaves a session that can be stored and that goes on", arguments: [1, 11])
    func again(messageCount: Int) throws {
        let pair = try SessionPair()
        let (alice, bob) = (pair.alice, pair.bob)
        let repeated = X25519.PrivateKey()
        func seal(_ count: Int, again: Bool) throws -> [[UInt8]] {
            try (0..<count).map { _ in
                try bob.session.seal(
                    [1], freshKey: { again ? repeated.duplicate() : X25519.PrivateKey() })
            }
        }
        func turn() throws { try bob.open(try alice.seal("turn")) }

        try turn()
        let before = try seal(6, again: true)
        try alice.open(before[5])
        try turn()
        try alice.open(try seal(1, again: false)[0])
        try turn()
        // The keys of indices 0 to 4 of the first chain are kept, so nothing of a second one opens.
        let stored = alice.stored
        let after = try seal(messageCount + 10, again: true)
        for message in after[5...] { #expect(alice.refusal(of: message) == .peer(.alreadyOpened)) }
        #expect(alice.isStored(as: stored))
        for message in before[..<5] { try alice.open(message) }
        #expect(alice.session.skippedKeyCount == 0)
        // When they are used up the key is as good as new.
        try alice.open(after[10])
        #expect(alice.session.skippedKeyCount == 10)
        try alice.reload()
        for message in after[..<10] { try alice.open(message) }
        try turn()
        try alice.open(try bob.seal("on"))
        try alice.reload()
    }
}

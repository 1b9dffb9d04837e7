import SottoCrypto
@testable import SottoSessions
import TestSupport
import Testing

/// Rule DR-19.
@Suite("A sending chain that is taken further")
struct SkippedSendingTests {
    @Test("goes on at the place it was taken to, and the receiver sees a gap")
    func gap() throws {
        let pair = try SessionPair()
        _ = try pair.alice.seal("one")
        pair.alice.session.ratchet.skipSending(to: 40)
        let message = try pair.alice.seal("two")
        let place = pair.alice.session.ratchet.lastSent?.index
        #expect(place == 40)
        #expect(try pair.bob.open(message) == Array("two".utf8))
        let kept = pair.bob.session.skippedKeyCount
        #expect(kept == 40)
    }

    @Test("doesn't go back")
    func back() throws {
        let pair = try SessionPair()
        for _ in 0..<3 { _ = try pair.alice.seal("x") }
        let before = pair.alice.stored
        pair.alice.session.ratchet.skipSending(to: 2)
        #expect(pair.alice.isStored(as: before))
    }
}

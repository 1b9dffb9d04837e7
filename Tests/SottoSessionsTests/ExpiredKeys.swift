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
}

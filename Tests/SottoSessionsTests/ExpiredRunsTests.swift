import SottoRatchet
import SottoSessions
import TestSupport
import Testing

/// Skipped keys in several runs and chains, dropped all at once.
///
/// Rule DR-7.
@Suite("Expired keys of several chains")
struct ExpiredRunsTests {
    let later = testInstant + 30 * day + 1

    @Test("leave every run of every chain, each with the places that were lost")
    func everyRun() throws {
        let pair = try SessionPair()
        try pair.bob.open(try pair.alice.seal("read"))
        let old = try (0..<40).map { _ in try pair.alice.seal("old") }
        try pair.bob.open(try pair.alice.seal("read"))
        try pair.bob.open(old[20])
        try pair.alice.open(try pair.bob.seal("turn"))
        for _ in 0..<41 { _ = try pair.alice.seal("new") }
        try pair.bob.open(try pair.alice.seal("far"))
        #expect(pair.bob.session.skippedKeyCount == 39 + 41)
        let lost = pair.bob.session.dropExpiredKeys(at: later)
        // The place that was opened divides the old chain's; the new chain's are its own.
        #expect(lost.map(\.indices) == [1...20, 22...40, 0...40])
        #expect(lost[0].ratchetKey == lost[1].ratchetKey && lost[1].ratchetKey != lost[2].ratchetKey)
        #expect(pair.bob.session.skippedKeyCount == 0)
        #expect(pair.bob.session.archive().skipped.count == 5)
    }

    @Test("of two chains are told apart though the places follow each other")
    func neighbours() throws {
        let pair = try SessionPair()
        _ = try pair.alice.seal("old, place 0")
        try pair.bob.open(try pair.alice.seal("read"))
        try pair.alice.open(try pair.bob.seal("turn"))
        try pair.bob.open(try pair.alice.seal("new, place 0"))
        _ = try pair.alice.seal("new, place 1")
        try pair.bob.open(try pair.alice.seal("read"))
        #expect(pair.bob.session.dropExpiredKeys(at: later).map(\.indices) == [0...0, 1...1])
    }

    @Test("leave the limit in force for what is skipped afterwards")
    func limitAfterwards() throws {
        let pair = try SessionPair()
        _ = try pair.alice.seal("old")
        try pair.bob.open(try pair.alice.seal("read"))
        #expect(pair.bob.session.dropExpiredKeys(at: later).map(\.indices) == [0...0])
        try pair.alice.open(try pair.bob.seal("turn"))
        for _ in 0..<1_500 { _ = try pair.alice.seal([]) }
        try pair.bob.open(try pair.alice.seal("far"), at: later)
        for _ in 0..<1_500 { _ = try pair.alice.seal([]) }
        try pair.bob.open(try pair.alice.seal("farther"), at: later)
        #expect(pair.bob.session.skippedKeyCount == RatchetLimits.maximumSkippedKeys)
    }

    @Test("and the other limits have the values of their rules")
    func values() {
        #expect(RatchetLimits.maximumGap == 25_000)
        #expect(RatchetLimits.maximumGapBetweenOwnDevices == 100_000)
        #expect(RatchetLimits.maximumSkippedKeys == 2_000)
        #expect(RatchetLimits.maximumSkippedKeyAge == 2_592_000_000)
        #expect(RatchetLimits.maximumIndex == 2_147_483_647)
    }
}

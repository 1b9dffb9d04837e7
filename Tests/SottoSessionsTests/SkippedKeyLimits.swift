import SottoRatchet
import SottoSessions
import TestSupport
import Testing

/// How many skipped keys are kept, how long, and what is said of those that are dropped.
///
/// Rules DR-7 and DR-15.
@Suite("Skipped keys")
struct SkippedKeyLimits {
    static let limit = RatchetLimits.maximumSkippedKeys

    @Test("are kept up to the limit; the oldest go first and are reported", arguments: [-1, 0, 1, 33])
    func count(beyond: Int) throws {
        let pair = try SessionPair()
        try pair.bob.open(try pair.alice.seal("read"))
        let skipped = try (0..<Self.limit + beyond).map { _ in try pair.alice.seal("late") }
        let opened = try pair.bob.session.open(try pair.alice.seal("far"), at: testInstant)
        let expected = max(0, beyond)
        #expect(opened.lost.reduce(0) { $0 + $1.indices.count } == expected)
        if beyond > 0 {
            // The chain's place 0 is the turn's first message, so the first lost is 1 further on.
            #expect(opened.lost.map(\.indices) == [1...UInt32(beyond)])
        }
        for (index, message) in skipped.enumerated() where index % 97 == 0 || index < 40 {
            if index < expected {
                #expect(pair.bob.refusal(of: message) == .peer(.alreadyOpened), "place \(index)")
            } else {
                #expect(try pair.bob.open(message) == Array("late".utf8), "place \(index)")
            }
        }
    }

    @Test("of older chains go before those of newer ones")
    func oldestChainFirst() throws {
        let pair = try SessionPair()
        try pair.bob.open(try pair.alice.seal("read"))
        let old = try (0..<1_500).map { _ in try pair.alice.seal("old") }
        try pair.alice.open(try pair.bob.seal("turn"))
        try pair.bob.open(try pair.alice.seal("new chain"))
        #expect(pair.bob.session.skippedKeyCount == 1_500)
        let new = try (0..<1_000).map { _ in try pair.alice.seal("new") }
        let opened = try pair.bob.session.open(try pair.alice.seal("far"), at: testInstant)
        #expect(opened.lost.map(\.indices) == [1...500])
        #expect(pair.bob.refusal(of: old[499]) != nil)
        #expect(try pair.bob.open(old[500]) == Array("old".utf8))
        #expect(try pair.bob.open(new[0]) == Array("new".utf8))
        #expect(try pair.bob.open(new[999]) == Array("new".utf8))
    }

    @Test("open for thirty days and not a millisecond longer")
    func age() throws {
        let pair = try SessionPair()
        let late = try (0..<3).map { _ in try pair.alice.seal("late") }
        try pair.bob.open(try pair.alice.seal("now"))
        let last = testInstant + RatchetLimits.maximumSkippedKeyAge
        try pair.bob.open(late[0], at: last - 1)
        try pair.bob.open(late[1], at: last)
        #expect(pair.bob.refusal(of: late[2], at: last + 1) == .peer(.alreadyOpened))
        #expect(pair.bob.session.skippedKeyCount == 1)
    }

    @Test("that are too old leave when a message that skips others has opened")
    func oldOnesLeave() throws {
        let pair = try SessionPair()
        _ = try pair.alice.seal("late")
        try pair.bob.open(try pair.alice.seal("now"))
        let later = testInstant + RatchetLimits.maximumSkippedKeyAge + 1
        try pair.bob.open(try pair.alice.seal("in order"), at: later)
        #expect(pair.bob.session.skippedKeyCount == 1)
        _ = try pair.alice.seal("late again")
        let opened = try pair.bob.session.open(try pair.alice.seal("far"), at: later)
        #expect(opened.lost.map(\.indices) == [0...0])
        #expect(pair.bob.session.skippedKeyCount == 1)
    }

    @Test("open each message once and are gone then", arguments: [1, 2] as [UInt64])
    func once(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pair = try SessionPair()
        let late = try (0..<70).map { _ in try pair.alice.seal("late") }
        try pair.bob.open(try pair.alice.seal("now"))
        for message in late.shuffled(using: &random) {
            try pair.bob.open(message)
            #expect(pair.bob.refusal(of: message) == .peer(.alreadyOpened))
        }
        #expect(pair.bob.session.skippedKeyCount == 0)
        #expect(pair.bob.session.archive().skipped.count == 5)
    }

    @Test("never keep a new message from opening, however many were lost in all")
    func lossesInAll() throws {
        let pair = try SessionPair()
        var lost = 0
        for round in 0..<50 {
            for _ in 0..<100 { _ = try pair.alice.seal([]) }
            let opened = try pair.bob.session.open(try pair.alice.seal("\(round)"), at: testInstant)
            lost += opened.lost.reduce(0) { $0 + $1.indices.count }
        }
        #expect(lost == 5_000 - Self.limit)
        #expect(pair.bob.session.skippedKeyCount == Self.limit)
    }
}

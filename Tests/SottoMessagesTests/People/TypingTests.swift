import SottoMessages
import TestSupport
import Testing

/// Rules MR-12 and MR-13.
@Suite("Typing")
struct TypingTests {
    private static func at(_ milliseconds: UInt64) -> Instant { Instant(milliseconds: milliseconds) }

    /// What is announced when these keys are struck and each deadline is met.
    private static func announced(_ keys: [UInt64]) -> [(UInt64, TypingSignal)] {
        var announcer = TypingAnnouncer()
        var signals: [(UInt64, TypingSignal)] = []
        func meet(until end: UInt64) {
            while let deadline = announcer.deadline, deadline.milliseconds <= end {
                guard signals.count < 1_000 else { return }
                if let signal = announcer.tick(at: deadline) {
                    signals.append((deadline.milliseconds, signal))
                }
            }
        }
        for key in keys {
            meet(until: key)
            if let signal = announcer.keystroke(at: at(key)) { signals.append((key, signal)) }
        }
        meet(until: .max - 1)
        return signals
    }

    @Test("is announced after half a second, again every 2 s, and stops after 2.5 s of silence")
    func announcements() {
        let signals = Self.announced(Array(stride(from: 1_000, through: 6_000, by: 250)))
        #expect(signals.map(\.0) == [1_500, 3_500, 5_500, 7_500, 8_500])
        #expect(signals.map(\.1) == [.started, .started, .started, .started, .stopped])
    }

    @Test("of one key is announced once and stopped, without another announcement at that moment")
    func oneKey() {
        let signals = Self.announced([1_000])
        #expect(signals.map(\.0) == [1_500, 3_500])
        #expect(signals.map(\.1) == [.started, .stopped])
    }

    @Test("isn't announced before half a second")
    func early() {
        var announcer = TypingAnnouncer()
        let signal1 = announcer.keystroke(at: Self.at(1_000))
        #expect(signal1 == nil)
        let signal2 = announcer.keystroke(at: Self.at(1_499))
        #expect(signal2 == nil)
        let signal3 = announcer.tick(at: Self.at(1_499))
        #expect(signal3 == nil)
        let signal4 = announcer.tick(at: Self.at(1_500))
        #expect(signal4 == .started)
        let signal5 = announcer.tick(at: Self.at(1_501))
        #expect(signal5 == nil)
    }

    @Test("that is over before it was announced isn't announced by a late tick")
    func lateTick() {
        var announcer = TypingAnnouncer()
        _ = announcer.keystroke(at: Self.at(1_000))
        let signal6 = announcer.tick(at: Self.at(9_000))
        #expect(signal6 == nil)
        #expect(announcer.deadline == nil)
    }

    @Test("ends without a word when the message is sent, and at once when the text is emptied")
    func ends() {
        var announcer = TypingAnnouncer()
        _ = announcer.keystroke(at: Self.at(1_000))
        let signal7 = announcer.cleared()
        #expect(signal7 == nil)
        _ = announcer.keystroke(at: Self.at(1_000))
        _ = announcer.tick(at: Self.at(1_500))
        let signal8 = announcer.cleared()
        #expect(signal8 == .stopped)
        _ = announcer.keystroke(at: Self.at(2_000))
        announcer.sent()
        #expect(announcer.deadline == nil)
        let signal9 = announcer.tick(at: Self.at(9_000))
        #expect(signal9 == nil)
    }

    @Test("survives a clock that goes back or ends")
    func clocks() {
        var announcer = TypingAnnouncer()
        _ = announcer.keystroke(at: Self.at(.max))
        let signal10 = announcer.keystroke(at: Self.at(0))
        #expect(signal10 == nil)
        let signal11 = announcer.tick(at: Self.at(.max))
        #expect(signal11 == nil)
    }

    @Test("for 60 s never flickers at 0.9 s latency", arguments: [1, 2, 3, 4, 5] as [UInt64])
    func steady(_ seed: UInt64) throws {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var keys: [UInt64] = [1_000]
        while let last = keys.last, last < 61_000 {
            keys.append(last + UInt64.random(in: 30...2_499, using: &generator))
        }
        let news = Self.announced(keys).map { ($0.0 + 900, $0.1) }
        let first = try #require(news.first?.0)
        let end = try #require(keys.last) + 900
        var indicator = TypingIndicator<String>()
        var index = 0
        for moment in first...end {
            while index < news.count, news[index].0 <= moment {
                indicator.received(news[index].1, from: "Sam", at: Self.at(news[index].0))
                index += 1
            }
            guard indicator.people(at: Self.at(moment)) == ["Sam"] else {
                Issue.record("hidden at \(moment)")
                return
            }
        }
    }

    @Test("is hidden 3 s after the last news")
    func hidden() {
        var indicator = TypingIndicator<String>()
        indicator.received(.started, from: "Sam", at: Self.at(1_000))
        indicator.received(.started, from: "Sam", at: Self.at(2_000))
        #expect(indicator.people(at: Self.at(4_999)) == ["Sam"])
        #expect(indicator.people(at: Self.at(5_000)).isEmpty)
        #expect(indicator.deadline == Self.at(5_000))
    }

    @Test("is hidden at once when that person's message arrives or the person stops")
    func hiddenAtOnce() {
        var indicator = TypingIndicator<String>()
        for person in ["Sam", "Kim", "Alex"] {
            indicator.received(.started, from: person, at: Self.at(1_000))
        }
        indicator.messageArrived(from: "Sam")
        #expect(indicator.people(at: Self.at(1_001)) == ["Kim", "Alex"])
        indicator.received(.stopped, from: "Kim", at: Self.at(1_002))
        #expect(indicator.people(at: Self.at(1_002)) == ["Alex"])
    }

    @Test("is kept 4 s over a connection drop")
    func drop() {
        var indicator = TypingIndicator<String>()
        indicator.received(.started, from: "Sam", at: Self.at(1_000))
        indicator.connectionLost(at: Self.at(3_000))
        #expect(indicator.people(at: Self.at(6_999)) == ["Sam"])
        #expect(indicator.people(at: Self.at(7_000)).isEmpty)
        indicator.connectionLost(at: Self.at(8_000))
        #expect(indicator.people(at: Self.at(8_001)).isEmpty)
    }

    @Test(
        "lasts as the sender's interval says, within limits",
        arguments: [(0, 3_000), (2_000, 3_000), (5_000, 6_000), (60_000, 10_000), (.max, 10_000)]
            as [(UInt64, UInt64)])
    func intervals(_ interval: UInt64, _ lifetime: UInt64) {
        var indicator = TypingIndicator<String>()
        indicator.received(
            .started, from: "Sam", at: Self.at(0), repeatInterval: TimeSpan(milliseconds: interval))
        #expect(indicator.deadline == Self.at(lifetime))
    }

    @Test("is shown by names, then by a count")
    func texts() {
        var indicator = TypingIndicator<String>()
        var texts: [String] = []
        for person in ["Sam", "Alex", "Kim", "Jo", "Lou"] {
            indicator.received(.started, from: person, at: Self.at(1_000))
            let phrase = indicator.phrase(at: Self.at(1_000), isGroup: true) { $0 }
            texts.append(phrase.map(EnglishStrings().typing) ?? "")
        }
        #expect(
            texts == [
                "Sam is typing…", "Sam and Alex are typing…", "Sam and 2 others are typing…",
                "Sam and 3 others are typing…", "Sam and 4 others are typing…",
            ])
        #expect(indicator.phrase(at: Self.at(1_000), isGroup: false) { $0 } == .theOther)
        #expect(indicator.phrase(at: Self.at(9_000), isGroup: true) { $0 } == nil)
    }

    @Test("of more people than are kept leaves the latest")
    func limit() {
        var indicator = TypingIndicator<Int>()
        for person in 0...PeopleLimits.typists {
            indicator.received(.started, from: person, at: Self.at(1_000 + UInt64(person)))
        }
        let people = indicator.people(at: Self.at(1_300))
        #expect(people.count == PeopleLimits.typists)
        #expect(people.first == 1 && people.last == PeopleLimits.typists)
    }
}

import Foundation
@testable import SottoMessages
import TestSupport
import Testing

/// Rules CV-3 to CV-9, CV-15 to CV-29.
@Suite("The order of handing over")
struct OrderLawTests {
    /// `SOTTO_HISTORIES` sets how many: 2,000 unless it is there, 10,000 for the full run.
    static let histories = UInt64(ProcessInfo.processInfo.environment["SOTTO_HISTORIES"] ?? "") ?? 2_000
    static let seed = UInt64(ProcessInfo.processInfo.environment["SOTTO_HISTORY_SEED"] ?? "") ?? 1

    @Test("of any history, shuffled, in batches, repeated or backwards, leaves the same state")
    func law() throws {
        try check(Self.seed..<Self.seed + Self.histories)
    }

    @Test("of a history that is mostly of one kind does, too", arguments: RandomHistory.Focus.allCases)
    func focused(_ focus: RandomHistory.Focus) throws {
        try check(Self.seed..<Self.seed + Self.histories / 8, focus)
    }

    private func check(_ seeds: Range<UInt64>, _ focus: RandomHistory.Focus? = nil) throws {
        var failures = 0
        for seed in seeds {
            var generator = SeededGenerator(seed: seed)
            let count = 5 + Int(generator.next() % 36)
            let history = try RandomHistory(seed: seed, count: count, focus: focus)
            let end = Instant(milliseconds: RandomHistory.start + generator.next() % 80_000)
            let expected = Self.state(history, [history.events], end)
            let shuffled = history.events.shuffled(using: &generator)
            let ways = [
                ("shuffled", [shuffled]), ("in batches", Self.batches(shuffled, &generator)),
                ("backwards", [history.events.reversed()]),
            ]
            for (way, events) in ways {
                let state = Self.state(history, events, end)
                guard state != expected else { continue }
                failures += 1
                if failures > 3 { continue }
                Issue.record("seed \(seed), \(count) events, \(way):\n\(expected.differences(from: state))")
            }
        }
        #expect(failures == 0, "seeds \(seeds)")
    }

    @Test("with time passing in between ends without a trap", arguments: 1...200 as ClosedRange<UInt64>)
    func passing(_ seed: UInt64) throws {
        let history = try RandomHistory(seed: seed, count: 60)
        var generator = SeededGenerator(seed: seed)
        var conversation = Conversation(id: history.id, me: history.me)
        for event in history.events.shuffled(using: &generator) {
            _ = conversation.apply([event])
            _ = conversation.advance(
                to: Instant(milliseconds: RandomHistory.start + generator.next() % 90_000))
            #expect(conversation.unreadCount <= conversation.timeline.count)
        }
    }

    /// Batches of a shuffled history, with events that come again.
    private static func batches(
        _ events: [ConversationEvent], _ generator: inout SeededGenerator
    ) -> [[ConversationEvent]] {
        var result: [[ConversationEvent]] = []
        var start = 0
        while start < events.count {
            let end = min(events.count, start + 1 + Int(generator.next() % 5))
            var batch = Array(events[start..<end])
            for _ in 0..<generator.next() % 3 {
                batch.append(events[Int(generator.next() % UInt64(end))])
            }
            result.append(batch)
            start = end
        }
        return result
    }

    private static func state(
        _ history: RandomHistory, _ batches: [[ConversationEvent]], _ end: Instant
    ) -> ConversationSnapshot {
        var conversation = Conversation(id: history.id, me: history.me)
        for batch in batches { _ = conversation.apply(batch) }
        _ = conversation.advance(to: end)
        return ConversationSnapshot(conversation, people: history.people)
    }
}

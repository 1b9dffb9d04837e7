@testable import SottoMessages
import TestSupport
import Testing

/// Rules CV-14, CV-30 and CV-46.
@Suite("Change sets and rows")
struct RowChangeTests {
    @Test(
        "name every row that came, went or looks different, whatever the order of events",
        arguments: 1...12 as ClosedRange<UInt64>)
    func complete(_ seed: UInt64) {
        var generator = SeededNumbers(seed)
        var events = RowEvents.mixed(count: 80, seed: seed)
        // Every other run takes events a little out of their order.
        if seed % 2 == 0 {
            for index in events.indices.dropFirst() where generator.next(below: 3) == 0 {
                events.swapAt(index, index - 1)
            }
        }
        let context = RowChat().context(at: RowChat.start)
        var conversation = Conversation(id: .direct(RowChat.alice), me: RowChat.me)
        var before: [MessageName: Row] = [:]
        for (index, event) in events.enumerated() {
            var change = conversation.apply([event])
            check(change, &before, conversation, context, "seed \(seed), event \(index): \(event)")
            change = conversation.advance(to: event.receivedAt)
            check(change, &before, conversation, context, "seed \(seed), time of \(index)")
        }
    }

    @Test("name every row of a random history that changes", arguments: 1...150 as ClosedRange<UInt64>)
    func completeInHistories(_ seed: UInt64) throws {
        let history = try RandomHistory(seed: seed, count: 40)
        var generator = SeededNumbers(seed)
        var events = history.events
        for index in events.indices.dropFirst() where seed % 2 == 0 && generator.next(below: 3) == 0 {
            events.swapAt(index, index - 1)
        }
        let context = RowChat().context(at: RandomHistory.start)
        var conversation = Conversation(id: history.id, me: history.me)
        var before: [MessageName: Row] = [:]
        for (index, event) in events.enumerated() {
            let change = conversation.apply([event])
            check(change, &before, conversation, context, "seed \(seed), event \(index): \(event)")
        }
        let change = conversation.advance(to: Instant(milliseconds: RandomHistory.start + 60_000))
        check(change, &before, conversation, context, "seed \(seed), time")
    }

    @Test("come to the same rows whatever the order of events", arguments: 1...150 as ClosedRange<UInt64>)
    func anyOrder(_ seed: UInt64) throws {
        let history = try RandomHistory(seed: seed, count: 40)
        var generator = SeededGenerator(seed: seed)
        let end = Instant(milliseconds: RandomHistory.start + generator.next() % 80_000)
        let context = RowChat().context(at: end.milliseconds)
        func rows(_ events: [ConversationEvent]) -> [Row] {
            var conversation = Conversation(id: history.id, me: history.me)
            _ = conversation.apply(events)
            _ = conversation.advance(to: end)
            return conversation.rows(0..<conversation.rowCount, in: context)
        }
        let expected = rows(history.events)
        for _ in 0..<3 {
            let found = rows(history.events.shuffled(using: &generator))
            let difference = zip(found, expected).first { $0 != $1 }
            #expect(
                found == expected,
                "seed \(seed): \(difference.map { "\($0)\n\($1)" } ?? "\(found.count), \(expected.count)")")
        }
    }

    private func check(
        _ change: ChangeSet, _ before: inout [MessageName: Row], _ conversation: Conversation,
        _ context: RowContext, _ comment: String
    ) {
        var after: [MessageName: Row] = [:]
        for row in conversation.rows(0..<conversation.rowCount, in: context) {
            // What I may do here changes with the whole conversation.
            var row = row
            row.actions = RowActions()
            // That a pin is over is seen when it is drawn.
            if row.pin?.until != nil { row.pin = nil }
            after[row.name] = row
        }
        let changed = after.filter { name, row in before[name].map { $0 != row } ?? false }
        let missed = Set(changed.keys).subtracting(change.updates).subtracting(change.inserts)
        #expect(
            missed.isEmpty,
            "\(comment): \(missed.first.map { "\(String(describing: before[$0]))\n\(String(describing: after[$0]))" } ?? "")"
        )
        #expect(Set(after.keys).subtracting(before.keys) == Set(change.inserts), "\(comment)")
        #expect(Set(before.keys).subtracting(after.keys) == Set(change.removals), "\(comment)")
        before = after
    }
}

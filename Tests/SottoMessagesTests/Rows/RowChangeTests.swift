import SottoMessages
import Testing

/// Rules CV-14 and CV-30.
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

    private func check(
        _ change: ChangeSet, _ before: inout [MessageName: Row], _ conversation: Conversation,
        _ context: RowContext, _ comment: String
    ) {
        var after: [MessageName: Row] = [:]
        for row in conversation.rows(0..<conversation.rowCount, in: context) { after[row.name] = row }
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

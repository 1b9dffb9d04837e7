/// What the recipients of a message of mine told.
///
/// Receipts come in any order and more than once; of each kind a person's earliest counts.
struct Receipts: Sendable {
    /// What one person told.
    struct Entry: Sendable {
        let person: Int32
        var delivered: Told?
        var read: Told?
        var viewed: Told?
        var played: Told?

        var level: ReceiptLevel {
            if viewed != nil || played != nil { return .viewed }
            if read != nil { return .read }
            return delivered == nil ? .none : .delivered
        }
    }

    /// That a receipt came, and what time it told.
    struct Told: Sendable {
        let sequence: UInt64
        let at: Instant?
    }

    /// To whom a message went in a group.
    var recipients: Set<Int32> = []
    private(set) var entries: [Entry] = []
    /// What people told who aren't recipients, the earliest of it: another message may turn out to have the name.
    var refused: [ReceiptFact] = []

    /// All that was told, whether it counts or not.
    var facts: [ReceiptFact] {
        entries.flatMap { entry in
            let told: [(ReceiptKind, Told?)] = [
                (.delivered, entry.delivered), (.read, entry.read), (.viewed, entry.viewed),
                (.played, entry.played),
            ]
            return told.compactMap { kind, told in
                told.map { ReceiptFact(sequence: $0.sequence, author: entry.person, kind: kind, at: $0.at) }
            }
        } + refused
    }

    /// Keeps a receipt by somebody who isn't a recipient.
    mutating func refuse(_ fact: ReceiptFact) {
        let index = refused.firstIndex { $0.sequence >= fact.sequence } ?? refused.count
        if index < refused.count, refused[index].sequence == fact.sequence { return }
        refused.insert(fact, at: index)
        if refused.count > FoldLimits.register { refused.removeLast() }
    }
    /// How many people are at each level or above.
    private var counts: (delivered: Int, read: Int, viewed: Int) = (0, 0, 0)

    /// Takes a receipt; false when it tells nothing new.
    mutating func insert(_ fact: ReceiptFact) -> Bool {
        let index: Int
        if let found = entries.firstIndex(where: { $0.person == fact.author }) {
            index = found
        } else {
            index = entries.count
            entries.append(Entry(person: fact.author))
        }
        let before = entries[index].level
        let told = Told(sequence: fact.sequence, at: fact.at)
        let isNew =
            switch fact.kind {
            case .delivered: Self.keepEarliest(&entries[index].delivered, told)
            case .read: Self.keepEarliest(&entries[index].read, told)
            case .viewed: Self.keepEarliest(&entries[index].viewed, told)
            case .played: Self.keepEarliest(&entries[index].played, told)
            default: false
            }
        count(from: before, to: entries[index].level)
        return isNew
    }

    /// How far all of `recipients` people are.
    func level(ofAll recipients: Int) -> ReceiptLevel {
        if recipients == 0 { return .none }
        if counts.viewed >= recipients { return .viewed }
        if counts.read >= recipients { return .read }
        return counts.delivered >= recipients ? .delivered : .none
    }

    private static func keepEarliest(_ kept: inout Told?, _ told: Told) -> Bool {
        if let old = kept, old.sequence <= told.sequence { return false }
        kept = told
        return true
    }

    private mutating func count(from before: ReceiptLevel, to after: ReceiptLevel) {
        if before < .delivered, after >= .delivered { counts.delivered += 1 }
        if before < .read, after >= .read { counts.read += 1 }
        if before < .viewed, after >= .viewed { counts.viewed += 1 }
    }
}

@testable import SottoMessages
import TestSupport

/// A history of everything that can happen, hostile events among it, in its order.
struct RandomHistory {
    var generator: SeededGenerator
    /// What most events are of; nil for everything.
    enum Focus: CaseIterable {
        case groups, streams, calls, votes
    }

    let focus: Focus?
    let isGroup: Bool
    let people: [PersonID]
    let peer: PersonID
    private(set) var events: [ConversationEvent] = []
    private var nextID: UInt64 = 1_000
    /// The sender's clock of each name: namesakes differ in what they say.
    static let start: UInt64 = 1_700_000_000_000

    var me: PersonID { people[0] }
    var id: ConversationID { isGroup ? .group([1, 2, 3]) : .direct(peer) }

    init(seed: UInt64, count: Int, focus: Focus? = nil) throws {
        generator = SeededGenerator(seed: seed)
        self.focus = focus
        let isEven = generator.next() % 2 == 0
        isGroup = isEven || focus == .groups
        people = ["me", "anna", "ben", "eve"].compactMap { PersonID($0) }
        peer = people[1]
        for sequence in 1...UInt64(count) {
            let body: ConversationEvent.Body =
                pick(4) == 0 ? .local(fact(sequence)) : .message(message(sequence))
            events.append(
                ConversationEvent(
                    sequence: sequence, receivedAt: Instant(milliseconds: Self.start + sequence * 1_000),
                    body: body))
        }
    }

    mutating func pick(_ count: Int) -> Int { Int(generator.next() % UInt64(count)) }

    mutating func person() -> PersonID { people[isGroup ? pick(4) : pick(8) == 0 ? 3 : pick(2)] }

    /// One of few ids, so that names and targets meet.
    mutating func known() -> MessageID { MessageID(high: 7, low: UInt64(pick(6))) }

    mutating func fresh() -> MessageID {
        nextID += 1
        return MessageID(high: 8, low: nextID)
    }

    mutating func reference() -> MessageRef {
        MessageRef(author: .user(person().bytes), id: known())
    }

    mutating func name() -> MessageName { MessageName(author: person(), id: known()) }

    private mutating func message(_ sequence: UInt64) -> MessageEvent {
        let author = person()
        let kind = kind()
        let isBase = pick(3) > 0
        let id = pick(12) == 0 || (isBase && !changes(kind)) ? known() : fresh()
        // Namesakes have one clock, as what was forgotten of a deleted one doesn't come back.
        let offset = (id.low &* 2_654_435_761) % 108_000_000
        var content = Content(id: id, sentAt: Instant(milliseconds: Self.start + offset), kind: kind)
        if pick(4) == 0 { content.timer = ExpiryTimer(seconds: UInt32(1 + pick(30)), version: 1) }
        if pick(5) == 0 { content.reply = ReplyQuote(target: reference(), snippet: "quoted") }
        return MessageEvent(
            author: author, device: UInt32(pick(2)), conversation: pick(40) == 0 ? .group([9]) : self.id,
            transport: pick(20) == 0 ? .fallback : .endToEnd,
            recipients: isGroup && author == me ? [people[1], people[2]] : [], content: content)
    }

    private func changes(_ kind: ContentKind) -> Bool {
        switch kind {
        case .reaction, .edit, .delete, .pin, .saved, .pollVote, .call: true
        case .location(let location): location.liveStart != nil
        case .sticker(let sticker): sticker.placement != nil
        default: false
        }
    }
}

public import SottoMessages

/// The history of a conversation, the same for the same seed.
///
/// Messages of all kinds, each a row; between them what changes them: reactions, edits, deletions, receipts, votes,
/// calls, pins, what this device notes. Places in the order are four apart, so that something can come late.
public struct History {
    /// Who talks.
    public let cast: Cast
    /// What happens, in its order.
    public internal(set) var events: [ConversationEvent] = []
    /// The messages that aren't deleted, in their order.
    public internal(set) var messages: [Sent] = []
    var dice: Dice
    var place: UInt64 = 0
    var revision: UInt32 = 0
    var groupRevision: UInt32 = 0
    var groupHash: [UInt8] = []
    private var unread: [PersonID: [MessageID]] = [:]
    private var rowCount = 0

    /// A message that can be changed.
    public struct Sent {
        let name: MessageName
        let place: UInt64
        let isText: Bool
        let isPoll: Bool
    }

    static let step: UInt64 = 4
    static let start: UInt64 = 1_800_000_000_000

    /// Makes a history with so many rows.
    public init(_ cast: Cast, rows: Int, seed: UInt64 = 6) {
        self.cast = cast
        dice = Dice(seed: seed)
        events.reserveCapacity(rows * 2)
        if cast.isGroup { updateGroup() }
        while rowCount < rows { advance() }
    }

    /// When an event of this device's place came.
    static func time(_ place: UInt64) -> Instant { Instant(milliseconds: start + place * 5_000) }

    /// When the last event came.
    public var end: Instant { Self.time(place) }

    private mutating func advance() {
        switch dice.below(100) {
        case 0..<74: send()
        case 74..<86: react()
        case 86..<90: change { .edit(EditContent(target: $1, text: TextContent(body: $0.text()))) }
        case 90..<92: delete()
        case 92..<94: vote()
        case 94..<95: pin()
        case 95..<97: add(.local(.read(through: place)))
        case 97..<98: call()
        default: rareRow()
        }
    }

    /// A message; those of this user are noted as sent, and read by the others five at a time.
    private mutating func send() {
        let author = dice.below(5) < 2 ? cast.me : cast.others[dice.below(cast.others.count)]
        let kind = kind()
        var content = content(kind)
        if dice.below(100) < 12, let target = messages.last(dice.below(20)) {
            content.reply = ReplyQuote(
                target: cast.reference(target.name, from: author), snippet: "What was said before",
                kindNumber: 64)
        }
        add(content, from: author)
        rowCount += 1
        note(content, author)
        guard author == cast.me else { return }
        add(.local(.sent(content.id)))
        for person in cast.others {
            unread[person, default: []].append(content.id)
            guard let ids = unread[person], ids.count == 5 else { continue }
            add(self.content(.receipt(ReceiptContent(kind: .delivered, ids: ids))), from: person)
            add(self.content(.receipt(ReceiptContent(kind: .read, ids: ids))), from: person)
            unread[person] = []
        }
    }

    private mutating func note(_ content: Content, _ author: PersonID) {
        var (isText, isPoll) = (false, false)
        if case .text = content.kind { isText = true }
        if case .poll = content.kind { isPoll = true }
        messages.append(
            Sent(
                name: MessageName(author: author, id: content.id), place: place, isText: isText,
                isPoll: isPoll))
    }

    private mutating func react() {
        guard let target = messages.last(dice.below(40)) else { return }
        let author = dice.below(2) == 0 ? cast.me : cast.others[dice.below(cast.others.count)]
        let emoji = Emoji.tapbacks[dice.below(Emoji.tapbacks.count)]
        let reaction = ReactionContent(target: cast.reference(target.name, from: author), emoji: emoji)
        add(content(.reaction(reaction)), from: author)
    }

    /// What a text's author does to it within the time that there is for it.
    private mutating func change(_ kind: (inout Self, MessageRef) -> ContentKind) {
        guard let target = messages.suffix(15).last(where: { $0.isText }) else { return }
        let author = target.name.author
        add(content(kind(&self, cast.reference(target.name, from: author))), from: author)
    }

    private mutating func delete() {
        guard let index = messages.suffix(15).lastIndex(where: { $0.isText }) else { return }
        change { .delete(DeleteContent(target: $1, scope: .everyone)) }
        messages.remove(at: index)
    }

    private mutating func vote() {
        guard let poll = messages.suffix(300).last(where: { $0.isPoll }) else { return }
        let author = cast.others[dice.below(cast.others.count)]
        let vote = PollVoteContent(
            poll: cast.reference(poll.name, from: author), options: [UInt32(dice.below(3))])
        add(content(.pollVote(vote)), from: author)
    }

    private mutating func pin() {
        guard let target = messages.last(dice.below(40)) else { return }
        add(content(.pin(PinContent(target: cast.reference(target.name, from: cast.me)))), from: cast.me)
    }

    private mutating func call() {
        let (caller, call) = (cast.others[0], id())
        add(content(.call(CallContent(call: call, event: .offer, payload: bytes(120)))), from: caller)
        let end = CallContent(call: call, event: .hangUp, reason: .ended, duration: TimeSpan(seconds: 90))
        add(content(.call(end)), from: caller)
        rowCount += 1
    }

    private mutating func rareRow() {
        rowCount += 1
        switch dice.below(4) {
        case 0 where cast.isGroup: updateGroup()
        case 1:
            revision += 1
            let change = TimerChangeContent(seconds: 0, version: revision)
            add(content(.timerChange(change)), from: cast.others[0])
        case 2: add(content(.style(StyleContent(color: ThemeColor(rawValue: 3)))), from: cast.me)
        default: add(content(.screenshot(ScreenshotContent(form: .image))), from: cast.others[0])
        }
    }
}

extension Array {
    /// The element so many places before the last.
    fileprivate func last(_ distance: Int) -> Element? {
        distance < count ? self[count - 1 - distance] : nil
    }
}

import SottoMessages
import TestSupport

/// People of these tests.
enum Cast {
    static let me = person("me")
    static let sam = person("sam")
    static let alice = person("alice")
    static let kim = person("kim")
    static let stranger = person("stranger")
    static let family = ConversationID.group([7, 7])

    static let names = PeopleNames(me: me) { person in
        switch person {
        case sam: "Sam"
        case alice: "Alice"
        case kim: "Kim"
        case me: "Robin"
        default: nil
        }
    }

    static func person(_ name: String) -> PersonID { PersonID(name) ?? .nobody }
}

/// A conversation that grows by one event after another, a second apart.
struct Script {
    private(set) var conversation: Conversation
    private(set) var events: [ConversationEvent] = []
    private var generator = SeededGenerator(seed: 1)
    private var at: UInt64 = 1_800_000_000_000

    init(with person: PersonID) { conversation = Conversation(id: .direct(person), me: Cast.me) }
    init(in group: ConversationID) { conversation = Conversation(id: group, me: Cast.me) }

    /// One line, in English.
    var preview: String { EnglishStrings().preview(conversation.preview(names: Cast.names)) }

    /// The moment of the last event.
    var now: Instant { Instant(milliseconds: at) }

    func reference(to name: MessageName) -> MessageRef {
        MessageRef(author: .user(name.author.bytes), id: name.id)
    }

    @discardableResult
    mutating func text(_ body: String, by author: PersonID) -> MessageName {
        send(.text(TextContent(body: body)), by: author)
    }

    @discardableResult
    mutating func send(_ kind: ContentKind, by author: PersonID) -> MessageName {
        let id = MessageID.random(using: &generator)
        var content = Content(id: id, sentAt: Instant(milliseconds: at + 1_000), kind: kind)
        if case .group(let bytes) = conversation.id { content.group = bytes }
        add(
            .message(
                MessageEvent(author: author, device: 1, conversation: conversation.id, content: content)))
        return MessageName(author: author, id: id)
    }

    mutating func add(_ body: ConversationEvent.Body) {
        at += 1_000
        let event = ConversationEvent(
            sequence: UInt64(events.count + 1), receivedAt: Instant(milliseconds: at), body: body)
        events.append(event)
        _ = conversation.apply([event])
    }
}

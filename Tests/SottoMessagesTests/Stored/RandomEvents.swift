import MessageSamples
import SottoMessages
import TestSupport

/// Events of all forms with random values.
struct RandomEvents {
    private var generator: SeededGenerator
    private var sequence: UInt64 = 0

    /// How many forms of facts there are, each once in ``facts()``.
    static let factCount = 23

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func events() -> [ConversationEvent] {
        messages().map { event(.message($0)) } + facts().map { event(.local($0)) }
    }

    mutating func event(_ body: ConversationEvent.Body) -> ConversationEvent {
        sequence += 1 + generator.next() % 1_000
        return ConversationEvent(
            sequence: sequence, receivedAt: Instant(milliseconds: generator.next() % ContentLimits.instant),
            body: body)
    }

    /// A message of each sample's kind, in a group or not.
    mutating func messages() -> [MessageEvent] {
        ContentSamples.everyKind.map { kind in
            let author = person()
            let isGroup = flag()
            var content = flag() ? ContentSamples.full(kind) : ContentSamples.plain(kind, inGroup: isGroup)
            content.id = id()
            let conversation: ConversationID =
                isGroup ? .group(generator.bytes(16)) : .direct(flag() ? author : person())
            return MessageEvent(
                author: author, device: UInt32(truncatingIfNeeded: generator.next()),
                conversation: conversation, transport: flag() ? .endToEnd : .fallback, isSealed: flag(),
                recipients: isGroup ? [person(), person()] : [], content: content)
        }
    }

    mutating func facts() -> [LocalFact] {
        let settings = ConversationSettings(
            conversation: ConversationRef(user: person().bytes), mutedUntil: Instant(milliseconds: 9),
            isPinned: flag(), isArchived: flag(), isHidden: flag(), folder: "Work", languages: ["en"],
            preview: .senderOnly, timerSeconds: 30)
        let members = [person(), person(), person()]
        let group = GroupSnapshot(
            revision: 3, hash: generator.bytes(32), name: "Hills", summary: "Up", color: .teal, link: "l",
            permissions: GroupPermissions(adding: .admins), members: members, admins: [members[1]])
        return [
            .sending(id()), .sent(id()), .failed(id(), .tooLarge), .retried(id()), .sentByFallback(id()),
            .read(through: generator.next()), .opened(name()), .deleted([name(), name()]), .deleted([]),
            .annotated(name(), .transcript("so")), .annotated(name(), .translation("so", language: "en")),
            .annotated(name(), .sensitive(flag())), .annotated(name(), .transferred(generator.next())),
            .annotated(name(), .effectPlayed),
            .annotated(name(), .playback(position: TimeSpan(seconds: 4), speed: .double)),
            .identityChanged(person()), .verified(person(), flag()), .blocked(person(), flag()),
            .settings(settings), .request(isAccepted: flag()), .markedUnread(flag()), .cleared,
            .group(group), .connectionLost,
        ]
    }

    mutating func flag() -> Bool { generator.next() % 2 == 0 }
    mutating func id() -> MessageID { MessageID.random(using: &generator) }
    mutating func name() -> MessageName { MessageName(author: flag() ? person() : .nobody, id: id()) }
    mutating func person() -> PersonID {
        PersonID(generator.bytes(1 + Int(generator.next() % 40))) ?? .nobody
    }
    mutating func next(_ count: Int) -> Int { Int(generator.next() % UInt64(max(count, 1))) }
    mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: generator.next()) }
}

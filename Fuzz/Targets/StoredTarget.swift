import MessageSamples
import SottoMessages

/// What a device keeps of conversations on its own disk.
///
/// Rules CV-50 to CV-54.
enum StoredTarget {
    static func runEvent(_ bytes: [UInt8]) throws {
        guard let event = try? ConversationEvent(decoding: bytes) else { return }
        // As content: one number that isn't packed gets longer by its length.
        guard let again = try? event.encoded() else {
            try require(bytes.count >= ContentLimits.byteCount, "an event that was read can't be written")
            return
        }
        guard let same = try? ConversationEvent(decoding: again) else {
            throw BrokenLaw("an event that was written can't be read")
        }
        try require(same == event, "an event is another one after writing")
        try require((try? same.encoded()) == again, "an event is written in other bytes the second time")
    }

    /// The first byte says what the others are.
    static func runKept(_ bytes: [UInt8]) throws {
        guard let form = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        switch form {
        case 0: try check(rest, { try? NotificationMemory(decoding: $0) }, { try? $0.encoded() })
        case 1: try check(rest, { try? MessageDraft(decoding: $0) }, { try? $0.encoded() })
        default: try check(rest, { try? ConversationSettings(decoding: $0) }, { try? $0.encoded() })
        }
    }

    static func events() throws -> [[UInt8]] {
        let author = try person([7, 7])
        let name = MessageName(author: author, id: ContentSamples.id)
        let facts: [LocalFact] = [
            .sent(ContentSamples.id), .failed(ContentSamples.id, .network), .read(through: 300),
            .deleted([name, name]),
            .annotated(name, .playback(position: ContentSamples.hour, speed: .double)),
            .annotated(name, .translation("so", language: "en")), .verified(author, true), .cleared,
            .settings(settings),
            .group(
                GroupSnapshot(
                    revision: 2, hash: ContentSamples.hash, name: "Hills", members: [author], admins: [author]
                )),
        ]
        let contents = [ContentSamples.everyKind.first, ContentSamples.everyKind.last].compactMap { $0 }
        let messages = contents.map { kind in
            MessageEvent(
                author: author, device: 1, conversation: .group(ContentSamples.group), isSealed: true,
                recipients: [author], content: ContentSamples.full(kind))
        }
        let bodies = messages.map(ConversationEvent.Body.message) + facts.map(ConversationEvent.Body.local)
        return try bodies.map {
            try ConversationEvent(sequence: 9, receivedAt: ContentSamples.now, body: $0).encoded()
        }
    }

    static func kept() throws -> [[UInt8]] {
        let author = try person([7, 7])
        var memory = NotificationMemory()
        let notifier = Notifier(
            preferences: NotificationPreferences(),
            clock: ReaderClock(timeZone: .utc, style: .twentyFourHour), now: ContentSamples.now)
        let situation = NotificationSituation(names: PeopleNames(me: try person([1])) { _ in nil })
        for kind in ContentSamples.everyKind.prefix(3) {
            let event = MessageEvent(
                author: author, device: 1, conversation: .group([1]), content: ContentSamples.plain(kind))
            _ = notifier.decide(event, in: situation, memory: &memory)
        }
        let draft = MessageDraft(
            text: TextContent(body: "at nine"),
            purpose: .reply(MessageName(author: author, id: ContentSamples.id)),
            attachments: [DraftAttachment(reference: [1], form: .photo)], changedAt: ContentSamples.now)
        return try [[0] + memory.encoded(), [1] + draft.encoded(), [2] + settings.encoded()]
    }

    private static let settings = ConversationSettings(
        conversation: ConversationRef(user: [7, 7]), isPinned: true, folder: "Work", languages: ["en"])

    private static func person(_ bytes: [UInt8]) throws -> PersonID {
        guard let person = PersonID(bytes) else { throw BrokenLaw("no person") }
        return person
    }

    private static func check<Value: Equatable>(
        _ bytes: [UInt8], _ read: ([UInt8]) -> Value?, _ write: (Value) -> [UInt8]?
    ) throws {
        guard let value = read(bytes) else { return }
        guard let again = write(value) else {
            // Numbers that aren't of the shortest form get no longer.
            throw BrokenLaw("a value that was read can't be written")
        }
        try require(read(again) == value, "a value is another one after writing")
    }
}

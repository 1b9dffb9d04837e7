import MessageSamples
import SottoMessages
import TestSupport
import Testing

/// Rules CV-50, CL-9, CL-10 and NT-15.
@Suite("Stored drafts, settings and memories")
struct StoredValueTests {
    static let drafts: [MessageDraft] = [
        MessageDraft(text: TextContent(body: ""), changedAt: ContentSamples.now),
        MessageDraft(
            text: ContentSamples.text.withoutPreviews,
            purpose: .reply(MessageName(author: Cast.sam, id: ContentSamples.id)),
            attachments: [DraftAttachment(reference: [1], form: .photo, mediaType: "image/png")],
            isViewOnce: true, effect: .invisibleInk, changedAt: ContentSamples.now),
        MessageDraft(
            text: TextContent(body: "at nine"),
            purpose: .edit(MessageName(author: Cast.me, id: ContentSamples.id)), changedAt: ContentSamples.now
        ),
    ]

    @Test("of drafts come back as they were", arguments: drafts)
    func draft(_ draft: MessageDraft) throws {
        let bytes = try draft.encoded()
        #expect(try MessageDraft(decoding: bytes) == draft)
        for count in 0..<bytes.count { _ = try? MessageDraft(decoding: Array(bytes.prefix(count))) }
    }

    @Test("of drafts are refused with a range that isn't in the text, and with two purposes")
    func draftRefusals() throws {
        var draft = Self.drafts[1]
        draft.text.body = "a"
        #expect(throws: ContentError.invalid(field: "StoredDraft.styles")) { try draft.encoded() }
        let both: [UInt8] = [0x22, 0, 0x2A, 0]
        #expect(throws: ContentError.invalid(field: "StoredDraft.reply")) { try MessageDraft(decoding: both) }
        draft.text = TextContent(body: String(repeating: "a", count: ContentLimits.bodyByteCount + 1))
        #expect(throws: ContentError.wrongLength(field: "StoredDraft.body")) { try draft.encoded() }
    }

    @Test("of settings keep fields of a newer version")
    func settings() throws {
        let settings = ConversationSettings(
            conversation: ConversationRef(user: [1]), isPinned: true, folder: "Work")
        let bytes = try settings.encoded() + [0x80, 0x7D, 5]
        let back = try ConversationSettings(decoding: bytes)
        #expect(back.folder == "Work")
        #expect(try back.encoded() == bytes)
        #expect(throws: ContentError.self) { try ConversationSettings(decoding: []) }
    }

    @Test("of a memory decide as the memory itself", arguments: [UInt64.random(in: 0...9_999)])
    func memory(_ seed: UInt64) throws {
        print("seed of the messages: \(seed)")
        var generator = SeededGenerator(seed: seed)
        var kept = Desk()
        var stored = Desk()
        let people = [Cast.sam, Cast.alice, Cast.kim]
        kept.second = 21 * 3_600
        for _ in 0..<300 {
            kept.second += generator.next() % 200
            stored.second = kept.second
            let author = people[Int(generator.next() % 3)]
            let group: ConversationID = .group([UInt8(generator.next() % 100)])
            let kind = generator.next() % 2 == 0 ? Desk.photo : Desk.text
            #expect(kept.decide(kind, by: author, in: group) == stored.decide(kind, by: author, in: group))
            let bytes = try stored.memory.encoded()
            #expect(bytes.count <= NotificationLimits.memoryByteCount)
            stored.memory = try NotificationMemory(decoding: bytes)
            #expect(stored.memory == kept.memory)
        }
    }

    @Test("of a memory stay small with the longest names")
    func bounded() throws {
        var desk = Desk()
        for number in 0..<200 {
            let author = try #require(PersonID([UInt8](repeating: UInt8(number), count: 255)))
            _ = desk.decide(Desk.photo, by: author, in: .group([UInt8](repeating: UInt8(number), count: 32)))
        }
        let bytes = try desk.memory.encoded()
        #expect(bytes.count <= NotificationLimits.memoryByteCount)
        #expect(bytes.count > 20_000)
    }

    @Test("of a memory are refused when they are cut or damaged")
    func hostileMemory() throws {
        var desk = Desk()
        for author in [Cast.sam, Cast.alice] { _ = desk.decide(Desk.photo, by: author, in: Cast.family) }
        let bytes = try desk.memory.encoded()
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x41
            if let read = try? NotificationMemory(decoding: changed) { _ = try? read.encoded() }
            _ = try? NotificationMemory(decoding: Array(bytes.prefix(index)))
        }
        #expect(throws: ContentError.tooLarge) {
            try NotificationMemory(
                decoding: [UInt8](repeating: 0, count: NotificationLimits.memoryByteCount + 1))
        }
        #expect(throws: ContentError.missing(field: "StoredCluster.group")) {
            try NotificationMemory(decoding: [0x12, 0])
        }
    }
}

extension TextContent {
    fileprivate var withoutPreviews: TextContent {
        var copy = self
        copy.previews = []
        return copy
    }
}

import MessageSamples
import SottoMessages
import Testing

/// Rule CN-18.
@Suite("What Locket is known for")
struct LocketTests {
    @Test("a photo goes to everyone, for each in their own conversation")
    func photo() throws {
        let note = NoteContent(
            form: .photo, media: MediaContent(attachment: ContentSamples.pointer, form: .photo),
            expiresAt: Instant(milliseconds: RowChat.start + 3_600_000))
        for friend in [RowChat.alice, RowChat.bob] {
            var conversation = Conversation(id: .direct(RowChat.me), me: friend)
            let kind = try ContentKind.note(note).overTheWire()
            let event = MessageEvent(
                author: RowChat.me, device: 1, conversation: conversation.id,
                content: Content(id: ContentSamples.id, sentAt: ContentSamples.now, kind: kind))
            let start = Instant(milliseconds: RowChat.start)
            _ = conversation.apply([
                ConversationEvent(sequence: 1, receivedAt: start, body: .message(event))
            ])
            let rows = conversation.rows(0..<conversation.rowCount, in: RowChat().context())
            #expect(rows.map(\.body) == [.note(note)])
        }
    }
}

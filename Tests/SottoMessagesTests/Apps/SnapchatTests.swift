import MessageSamples
import SottoMessages
import Testing

/// Rules CN-11, CN-12 and CV-45.
@Suite("What Snapchat is known for")
struct SnapchatTests {
    private func photo(_ seconds: UInt32) -> ContentKind {
        .media(MediaContent(attachment: ContentSamples.pointer, form: .photo, viewLimit: seconds))
    }

    @Test("shows a picture for 1 to 10 seconds", arguments: 1...10 as ClosedRange<UInt32>)
    func viewLimit(_ seconds: UInt32) throws {
        var chat = RowChat()
        let name = try chat.deliver(photo(seconds))
        guard case .media(let media) = chat.row(name)?.body else {
            Issue.record("no picture")
            return
        }
        #expect(media.viewLimit == seconds)
    }

    @Test("doesn't show a picture for 0 or 11 seconds", arguments: [0, 11] as [UInt32])
    func refusedLimit(_ seconds: UInt32) {
        #expect(throws: ContentError.invalid(field: "MediaContent.view_limit")) {
            try photo(seconds).overTheWire()
        }
    }

    @Test("has voice notes with their words, which are searched and found")
    func transcript() throws {
        var chat = RowChat()
        var voice = ContentSamples.voice
        (voice.transcript, voice.language) = ("Meet me at the harbour", "en")
        let sent = try chat.deliver(.voice(voice))
        let heard = try chat.deliver(.voice(ContentSamples.voice))
        chat.tell(.annotated(heard, .transcript("The harbour it is")))
        let query = try #require(SearchQuery("HARBOUR"))
        #expect(chat.conversation.search(query).map(\.message) == [heard, sent])
    }
}

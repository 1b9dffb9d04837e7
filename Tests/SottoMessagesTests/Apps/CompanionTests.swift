import SottoMessages
import Testing

/// Rules CN-25 and CV-16.
@Suite("What Pi and Replika are known for")
struct CompanionTests {
    @Test("an answer and a transcript grow while they are said", arguments: [false, true])
    func grows(_ isTranscript: Bool) throws {
        var chat = RowChat()
        // The first part names itself.
        let stream = MessageID(high: 77, low: 1)
        func part(_ revision: UInt32, _ text: String, isAppended: Bool, isFinal: Bool = false) throws {
            chat.send(
                try ContentKind.streamed(
                    StreamedContent(
                        stream: stream, revision: revision, text: text, isAppended: isAppended,
                        isFinal: isFinal, isTranscript: isTranscript)
                ).overTheWire())
        }
        func state() throws -> StreamState {
            guard case .stream(let state) = chat.rows().last?.body else { throw Missing() }
            return state
        }
        try part(1, "I can hear the C", isAppended: false)
        #expect(try !state().isFinal && state().isTranscript == isTranscript)
        // What was heard wrongly is replaced in mid-speech.
        try part(2, "I can hear the sea", isAppended: false)
        try part(3, " from here", isAppended: true, isFinal: true)
        #expect(try state().text == "I can hear the sea from here")
        #expect(try state().isFinal)
        #expect(chat.rows().count == 1)
    }

    private struct Missing: Error {}
}

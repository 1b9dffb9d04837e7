import SottoMessages

/// The events of a file, each decoded when it is asked for.
final class DecodedEvents: Sequence, IteratorProtocol {
    private let file: EventFile
    /// When the last one came.
    private(set) var end = Instant(milliseconds: 0)
    private(set) var failure: ContentError?

    init(_ file: EventFile) { self.file = file }

    var underestimatedCount: Int { file.count }

    func next() -> ConversationEvent? {
        guard let bytes = file.next() else { return nil }
        do throws(ContentError) {
            let event = try ConversationEvent(decoding: bytes)
            end = event.receivedAt
            return event
        } catch {
            failure = error
            return nil
        }
    }
}

import MessageSamples
import SottoMessages

extension ContentKind {
    /// The kind as a reader has it, after encoding and decoding.
    func overTheWire() throws -> ContentKind {
        let content = Content(id: ContentSamples.id, sentAt: ContentSamples.now, kind: self)
        return try Content(decoding: content.encoded()).kind
    }
}

extension RowChat {
    /// Somebody sends content of a kind, which goes through its bytes.
    mutating func deliver(_ kind: ContentKind, by author: PersonID = alice) throws -> MessageName {
        send(try kind.overTheWire(), by: author)
    }

    /// Time passes, and what is due disappears.
    mutating func pass(seconds: UInt64) {
        wait(seconds * 1_000)
        _ = conversation.advance(to: Instant(milliseconds: now))
    }
}

import MessageSamples
import SottoMessages

/// Content as it comes out of an encrypted message.
///
/// Rules CN-1 to CN-4.
enum ContentTarget {
    static func run(_ bytes: [UInt8]) throws {
        guard let content = try? Content(decoding: bytes) else { return }
        // One number that isn't packed gets longer by its length, so the largest content may get too large.
        guard let again = try? content.encoded() else {
            try require(bytes.count == ContentLimits.byteCount, "content that was decoded can't be encoded")
            return
        }
        try require(again.count <= bytes.count + 1, "content encodes to more bytes than it had")
        guard let same = try? Content(decoding: again) else {
            throw BrokenLaw("content that was encoded can't be decoded")
        }
        try require(same == content, "content is another one after encoding")
        try require((try? same.encoded()) == again, "content encodes to other bytes the second time")
    }

    static func seeds() throws -> [[UInt8]] {
        try ContentSamples.everyKind.flatMap { kind in
            try [ContentSamples.plain(kind).encoded(), ContentSamples.full(kind).encoded()]
        }
    }
}

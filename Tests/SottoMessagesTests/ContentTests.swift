import MessageSamples
import SottoMessages
import TestSupport
import Testing

/// Rules CN-1 to CN-8 and CN-10 to CN-15.
@Suite("Content")
struct ContentTests {
    static let id = ContentSamples.id
    static let target = ContentSamples.target
    static let media = ContentSamples.media
    static let voice = ContentSamples.voice
    static let kinds = ContentSamples.everyKind + [.unknown(number: 900, bytes: [1, 2, 3])]

    static func content(_ kind: ContentKind, group: Bool = false) -> Content {
        ContentSamples.plain(kind, inGroup: group)
    }

    @Test("of every kind is the same after encoding and decoding", arguments: kinds)
    func roundTrip(_ kind: ContentKind) throws {
        let content = ContentSamples.full(kind)
        let bytes = try content.encoded()
        let decoded = try Content(decoding: bytes)
        #expect(decoded == content)
        #expect(try decoded.encoded() == bytes)
    }

    @Test("keeps unknown fields and kinds byte for byte")
    func unknown() throws {
        let kind: [UInt8] = [0x0A, 2, 0x68, 0x69, 0xF8, 7, 0x81, 0]
        var bytes = try Self.content(.unknown(number: 64, bytes: kind)).encoded()
        bytes += [0x98, 2, 0x85, 0x80, 0]
        let content = try Content(decoding: bytes)
        guard case .text(let text) = content.kind else {
            Issue.record("not a text")
            return
        }
        #expect(text.body == "hi")
        #expect(text.unknownFields.bytes == [0xF8, 7, 0x81, 0])
        #expect(content.unknownFields.bytes == [0x98, 2, 0x85, 0x80, 0])
        #expect(try content.encoded() == bytes)
    }

    @Test("that only a newer version reads is kept without being looked at")
    func newer() throws {
        var content = Self.content(.unknown(number: 64, bytes: [0xFF]))
        content.minimumVersion = 2
        let bytes = try content.encoded()
        #expect(try Content(decoding: bytes) == content)
        #expect(try Content(decoding: bytes).encoded() == bytes)
    }

    @Test("is small")
    func sizes() throws {
        let ids = (0..<10).compactMap { MessageID([UInt8](repeating: $0 + 1, count: 16)) }
        let text = ContentKind.text(TextContent(body: "twenty characters!!!"))
        let receipt = ContentKind.receipt(
            ReceiptContent(kind: .read, ids: ids, age: TimeSpan(milliseconds: 86_400_000)))
        func reaction(_ author: AuthorRef) -> ContentKind {
            .reaction(ReactionContent(target: MessageRef(author: author, id: Self.id), emoji: .laugh))
        }
        for (kind, limit) in [
            (text, 60), (reaction(.recipient), 64), (receipt, 200), (.voice(Self.voice), 220),
        ] {
            #expect(try Self.content(kind).encoded().count <= limit)
            #expect(try Self.content(kind, group: true).encoded().count <= limit + 20)
        }
        for user in [[UInt8](repeating: 7, count: 16), [UInt8](repeating: 7, count: 255)] {
            let author = AuthorRef.compact(user: user, position: 4_999, rosterRevision: 1 << 20)
            let more = try Self.content(reaction(author)).encoded().count
            #expect(try more - Self.content(reaction(.recipient)).encoded().count <= 16)
            let decoded = try Content(decoding: Self.content(reaction(author)).encoded())
            #expect(decoded == Self.content(reaction(author)))
        }
    }

    static var refused: [(ContentKind, ContentError)] {
        func text(_ body: String, _ start: UInt32, _ count: UInt32) -> ContentKind {
            let range = TextRange(start: start, count: count)
            return .text(TextContent(body: body, styles: [StyleRange(range: range, style: .bold)]))
        }
        func media(_ change: (inout MediaContent) -> Void) -> ContentKind {
            var media = Self.media
            change(&media)
            return .media(media)
        }
        func voice(_ count: Int, _ bytes: [UInt8]? = nil) -> ContentKind {
            var voice = Self.voice
            voice.bars = [UInt8](repeating: 1, count: count)
            if let bytes { voice.packedBars = bytes }
            return .voice(voice)
        }
        let styles = ContentError.invalid(field: "TextContent.styles")
        let limit = ContentError.invalid(field: "MediaContent.view_limit")
        return [
            (text("abc", 0, 4), styles), (text("abc", 3, 1), styles), (text("abc", .max, 2), styles),
            (text("e\u{301}", 0, 1), styles), (text("👨‍👩‍👧", 0, 4), styles), (text("é", 0, 1), styles),
            (text("é", 1, 1), styles), (text("a👍🏽", 5, 4), styles),
            (text("abc", 1, 0), .missing(field: "TextRange.count")),
            (text("abc", 0, 0), .missing(field: "StyleRange.range")),
            (.text(TextContent(body: "")), .missing(field: "TextContent.body")),
            (
                .text(TextContent(body: String(repeating: "a", count: 32_769))),
                .wrongLength(field: "TextContent.body")
            ),
            (media { $0.viewLimit = 0 }, limit), (media { $0.viewLimit = 11 }, limit),
            (
                media { $0.blurPreview = [UInt8](repeating: 0, count: 65) },
                .wrongLength(field: "MediaContent.blur_preview")
            ),
            (media { $0.attachment.key = [1] }, .wrongLength(field: "AttachmentPointer.key")),
            (
                media { $0.duration = TimeSpan(milliseconds: .max) },
                .invalid(field: "MediaContent.duration")
            ),
            (.album(AlbumContent(items: [Self.media])), .missing(field: "AlbumContent.items")),
            (voice(59), .wrongLength(field: "VoiceContent.packed_bars")),
            (voice(59, [UInt8](repeating: 0, count: 38)), .invalid(field: "VoiceContent.bar_count")),
            (voice(60, [UInt8](repeating: 255, count: 38)), .invalid(field: "VoiceContent.packed_bars")),
            (
                .reaction(ReactionContent(target: target, emoji: Emoji("ab"))),
                .invalid(field: "ReactionContent.emoji")
            ),
            (
                .reaction(ReactionContent(target: target, emoji: Emoji("7"))),
                .invalid(field: "ReactionContent.emoji")
            ),
            (.reaction(ReactionContent(target: target)), .missing(field: "ReactionContent.emoji")),
            (.edit(EditContent(target: target)), .missing(field: "EditContent.text")),
            (
                .delete(DeleteContent(target: target, scope: DeleteScope(rawValue: 0))),
                .missing(field: "DeleteContent.scope")
            ),
            (.receipt(ReceiptContent(kind: .read, ids: [])), .missing(field: "ReceiptContent.ids")),
            (
                .receipt(ReceiptContent(kind: .read, ids: [MessageID](repeating: id, count: 1_001))),
                .tooMany(field: "ReceiptContent.ids")
            ),
            (
                .delete(DeleteContent(target: MessageRef(author: .unknown, id: id), scope: .everyone)),
                .missing(field: "MessageRef.side")
            ),
            (
                .delete(DeleteContent(target: MessageRef(author: .user([]), id: id), scope: .everyone)),
                .missing(field: "MessageRef.side")
            ),
        ]
    }

    @Test("that breaks a rule is refused with the field's name, sent or received", arguments: refused)
    func refusals(_ kind: ContentKind, _ error: ContentError) throws {
        let content = Self.content(kind)
        #expect(throws: error) { try content.encoded() }
        let bytes = try content.encodedUnchecked()
        let received = #expect(throws: ContentError.self) { try Content(decoding: bytes) }
        // What nothing is read of is missing; the rest fails as it does for the sender.
        if error != .tooMany(field: "ReceiptContent.ids") { #expect(received == error) }
    }

    @Test("without id, time or kind, or with two kinds, is refused")
    func frame() throws {
        #expect(throws: ContentError.missing(field: "Content.id")) { try Content(decoding: []) }
        var bytes = try Self.content(.null(NullContent())).encoded()
        #expect(throws: ContentError.missing(field: "Content.kind")) {
            try Content(decoding: bytes.dropLast(3).map { $0 })
        }
        bytes += bytes.suffix(3)
        #expect(throws: ContentError.invalid(field: "Content.kind")) { try Content(decoding: bytes) }
        #expect(throws: ContentError.wrongType(field: "Content.id")) { try Content(decoding: [8, 1]) }
        #expect(throws: ContentError.wrongLength(field: "Content.id")) { try Content(decoding: [10, 1, 1]) }
        #expect(throws: ContentError.malformed) { try Content(decoding: [0x0B]) }
        #expect(throws: ContentError.tooLarge) { try Content(decoding: [UInt8](repeating: 0, count: 64_001)) }
        let bad = Self.content(.unknown(number: 64, bytes: [0x0A, 1, 0xFF]))
        #expect(throws: ContentError.invalidText(field: "TextContent.body")) {
            try Content(decoding: bad.encoded())
        }
    }

    @Test("has equal emoji for what people take for equal")
    func emoji() {
        #expect(Emoji("\u{2764}\u{FE0F}") == .love)
        #expect(Emoji("\u{2764}\u{FE0E}") == .love)
        #expect(Emoji.love.display == "\u{2764}\u{FE0F}")
        #expect(Emoji.like.display == "\u{1F44D}")
        #expect(Emoji("1\u{FE0F}\u{20E3}").display == "1\u{FE0F}\u{20E3}")
        #expect(Emoji.tapbacks.count == 6)
    }

    @Test("gives the range of a part of a text, and the part of a range")
    func ranges() throws {
        let text = "a👨‍👩‍👧b"
        let end = text.index(before: text.endIndex)
        let range = try #require(TextRange(text.index(after: text.startIndex)..<end, in: text))
        #expect(range == TextRange(start: 1, count: 18))
        #expect(range.range(in: text).map { String(text[$0]) } == "👨‍👩‍👧")
    }

    @Test("has ranges that end exactly where characters do", arguments: 0..<8)
    func boundaries(_ seed: UInt64) {
        let scalars: [Unicode.Scalar] = [
            "a", "1", "\r", "\n", "é", "e", "\u{301}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "👨", "👧", "🏽", "🇩",
            "🇪", "\u{600}", "\u{915}", "\u{94D}", "\u{903}", "\u{1100}", "\u{1161}", "\u{AC00}", "\u{0}", "語",
        ]
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var view = String.UnicodeScalarView()
            for _ in 0..<12 { view.append(scalars[Int(generator.next() % UInt64(scalars.count))]) }
            let text = String(view)
            let ends = Set(text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) })
            for start in 0..<text.utf8.count {
                let rest = TextRange(start: UInt32(start), count: UInt32(text.utf8.count - start))
                #expect((rest.range(in: text) != nil) == ends.contains(start), "\(text) from \(start)")
            }
        }
    }
}

import MessageSamples
@testable import SottoMessages
import TestSupport
import Testing

/// Rules CN-29, NT-3, NT-10.
@Suite("The preview of a message")
struct PreviewContentTests {
    private static let previewID = MessageID(high: 5, low: 5)

    private static func preview(_ content: Content) throws -> PreviewContent {
        let preview = try #require(content.preview(id: previewID))
        guard case .preview(let kind) = try Content(decoding: preview.encoded()).kind else {
            throw Desk.Missing()
        }
        return kind
    }

    @Test("has the message's id, time, group, timer, effect and reply, but not the reply's words")
    func frame() throws {
        let content = ContentSamples.full(.text(ContentSamples.text))
        let preview = try #require(content.preview(id: Self.previewID))
        #expect(preview.id == Self.previewID)
        #expect(try Self.preview(content).message == content.id)
        #expect(preview.sentAt == content.sentAt)
        #expect(preview.group == content.group)
        #expect(preview.timer == content.timer)
        #expect(preview.effect == content.effect)
        #expect(preview.forwardHops == content.forwardHops)
        #expect(preview.reply?.target == content.reply?.target)
        #expect(preview.reply?.snippet == "")
        #expect(preview.minimumVersion == 0)
    }

    @Test("is made of every kind that somebody is told of at once, and of no other")
    func kinds() {
        for kind in ContentSamples.everyKind {
            let isTold: Bool =
                switch kind {
                case .call(let call): call.event == .offer || call.event == .groupOpened
                case .streamed(let part): part.stream == ContentSamples.id && !part.isAppended
                default: kind.isBubble
                }
            #expect(
                (ContentSamples.plain(kind).preview(id: Self.previewID) != nil) == isTold, "\(kind.number)")
        }
    }

    @Test("has at most 640 bytes, whatever the message")
    func size() throws {
        for kind in ContentSamples.everyKind {
            guard let preview = ContentSamples.full(kind).preview(id: Self.previewID) else { continue }
            #expect(try preview.encoded().count <= PreviewContent.maximumByteCount)
        }
        let users = (0..<40).map { [UInt8](repeating: $0, count: 16) }
        let body = String(repeating: "語", count: 5_000)
        let mentions = users.map { Mention(range: TextRange(start: 0, count: 3), user: $0) }
        let preview = try #require(
            ContentSamples.full(.text(TextContent(body: body, mentions: mentions))).preview(
                id: Self.previewID))
        let byteCount = try preview.encoded().count
        #expect(byteCount <= PreviewContent.maximumByteCount)
        #expect(byteCount > 480)
    }

    @Test(
        "ends its text between two characters, with an ellipsis where something is cut off",
        arguments: 1...300 as ClosedRange<UInt64>)
    func cut(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let characters: [Character] = ["a", "é", "語", "👍", "👨‍👩‍👧‍👦", "🇩🇪", "e\u{301}", "👍🏽", "한"]
        var body = ""
        while body.utf8.count < 240 + Int(seed % 40) {
            body.append(characters[Int(generator.next() % UInt64(characters.count))])
        }
        let text = try Self.preview(ContentSamples.plain(.text(TextContent(body: body)))).text
        #expect(text.utf8.count <= 256, "seed \(seed)")
        guard body.utf8.count > 256 else {
            #expect(text == body, "seed \(seed)")
            return
        }
        #expect(text.last == "…", "seed \(seed)")
        let kept = text.dropLast()
        #expect(Array(kept) == Array(body.prefix(kept.count)), "seed \(seed)")
        let next = body[body.index(body.startIndex, offsetBy: kept.count)]
        #expect(kept.utf8.count + next.utf8.count > 253, "seed \(seed)")
    }

    @Test(
        "has no word of what may be looked at once, is in invisible ink, or is covered",
        arguments: ContentSamples.everyKind)
    func concealed(_ kind: ContentKind) throws {
        var contents = [
            ContentSamples.full(try WordMarker.mark(kind)),
            ContentSamples.plain(try WordMarker.mark(kind, isViewOnce: true)),
            ContentSamples.plain(try WordMarker.mark(kind, coversTexts: true)),
        ]
        contents[0].effect = .invisibleInk
        for (index, content) in contents.enumerated() {
            guard let preview = content.preview(id: Self.previewID) else { continue }
            if index == 1, !content.kind.isViewOnce { continue }
            guard index < 2 || content.kind.hasOnlyText else { continue }
            // Not its description, which tells nothing of any content.
            let text = String(decoding: try preview.encodedUnchecked(), as: UTF8.self)
            #expect(!text.contains(WordMarker.word), "\(index)")
        }
    }

    @Test("says what the message would have said", arguments: ContentSamples.everyKind)
    func same(_ kind: ContentKind) throws {
        let content = ContentSamples.plain(kind)
        guard let preview = content.preview(id: Self.previewID) else { return }
        let situation = NotificationSituation(names: Cast.names)
        let whole = NotificationSubject(Self.event(content), in: situation)
        let short = NotificationSubject(Self.event(preview.previewed), in: situation)
        #expect(short.message == whole.message)
        #expect(short.form == whole.form)
        // Named types have their words in their own bytes; a preview has the text for who doesn't know them.
        if case .appExtension = kind { return }
        if case .media(let media) = kind, media.form == .file { return }
        #expect(short.preview == whole.preview)
        #expect(short.noun == whole.noun)
    }

    @Test("tells the reader that it is answered, or named")
    func forMe() throws {
        var desk = Desk()
        let long = String(repeating: "long ", count: 1_000)
        let mention = Mention(range: TextRange(start: 0, count: 4), user: Cast.me.bytes)
        for (kind, reply) in [
            (ContentKind.text(TextContent(body: long)), Desk.quote as ReplyQuote?),
            (.text(TextContent(body: long, mentions: [mention])), nil),
        ] {
            let event = desk.event(kind, reply: reply)
            let preview = try #require(event.content.preview(id: Self.previewID))
            let value = desk.notifier.decide(
                Self.event(preview.previewed, by: event.author), in: desk.situation, memory: &desk.memory
            ).value
            #expect(value?.level == .timeSensitive)
            #expect(
                value?.id == NotificationID(.message, MessageName(author: event.author, id: event.content.id))
            )
            // The message itself comes later, and isn't told again.
            let later = desk.notifier.decide(event, in: desk.situation, memory: &desk.memory)
            #expect(later.reason == .alreadyShown)
        }
    }

    @Test("is no row of a conversation: the message is one row, whichever comes first")
    func oneRow() throws {
        let body = String(repeating: "long ", count: 1_000)
        let content = Content(id: Story.id(1), sentAt: Story.at(1), kind: .text(TextContent(body: body)))
        let preview = try #require(content.preview(id: Self.previewID))
        for isFirst in [true, false] {
            var story = Story()
            if isFirst { story.say(Story.anna, preview.kind, id: 2) }
            let name = story.say(Story.anna, content.kind, id: 1)
            if !isFirst { story.say(Story.anna, preview.kind, id: 2) }
            story.told { conversation in
                #expect(conversation.rowNames == [name])
                #expect(conversation.kind(of: name) == content.kind)
                #expect(conversation.reasons.allSatisfy { $0 == .duplicate || $0 == .sequenceTaken })
            }
        }
    }

    private static func event(_ content: Content, by author: PersonID = Cast.sam) -> MessageEvent {
        MessageEvent(author: author, device: 1, conversation: .direct(author), content: content)
    }
}

extension ContentKind {
    /// Whether all its words are a text with styles.
    fileprivate var hasOnlyText: Bool {
        if case .text = self { true } else { false }
    }
}

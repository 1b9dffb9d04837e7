import MessageSamples
import SottoMessages
import Testing

/// Rule CV-42.
@Suite("What is concealed")
struct ConcealmentTests {
    static let marker = "zqxjk"

    /// All that is shown, said or found of the rows outside their bubbles.
    private func texts(_ chat: inout RowChat) throws -> [String] {
        let context = chat.context()
        var result: [String] = []
        for row in chat.rows(context) {
            let spoken = row.accessibility(in: context)
            result += [spoken.label, spoken.value] + spoken.reactions + spoken.actions
            result.append(row.reply?.text(in: context.strings) ?? "")
        }
        for query in [Self.marker, "zqx", "Z"] {
            let query = try #require(SearchQuery(query))
            result += chat.conversation.search(query).flatMap { $0.parts.map(\.text) }
        }
        return result
    }

    /// Answers and reactions to a message, which quote it.
    private func surround(_ name: MessageName, in chat: inout RowChat) {
        chat.say("answer", by: RowChat.me) { $0.reply = RowChat.quote(name, "told") }
        chat.react(.love, to: name, by: RowChat.me)
    }

    @Test("in invisible ink is nowhere, whatever the kind", arguments: ContentSamples.everyKind)
    func invisibleInk(_ kind: ContentKind) throws {
        var marker = TextMarker(text: Self.marker)
        var chat = RowChat()
        let name = chat.send(try marker.mark(kind)) { $0.effect = .invisibleInk }
        switch chat.row(name)?.body {
        // What happened isn't what somebody wrote.
        case .notice, nil: return
        default: break
        }
        surround(name, in: &chat)
        #expect(try texts(&chat).allSatisfy { !$0.contains(Self.marker) })
    }

    @Test("as it may be opened once is nowhere, in media, albums and notes, edited or not")
    func viewOnce() throws {
        var media = ContentSamples.media
        media.caption = "hill \(Self.marker)"
        let kinds: [ContentKind] = [
            .media(media), .album(AlbumContent(items: [media, media])),
            .note(NoteContent(form: .photo, media: media, expiresAt: Instant(milliseconds: 1))),
        ]
        for kind in kinds {
            var chat = RowChat()
            surround(chat.send(kind), in: &chat)
            #expect(try texts(&chat).allSatisfy { !$0.contains(Self.marker) }, "\(kind.number)")
        }
    }

    @Test(
        "in spoilers is nowhere, and what is around them everywhere", arguments: 1...20 as ClosedRange<UInt64>
    )
    func spoilers(_ seed: UInt64) throws {
        var generator = SeededNumbers(seed)
        var body = ""
        var styles: [StyleRange] = []
        for index in 0..<5 {
            body += generator.one(of: ["word ", "żółć ", "👨‍👩‍👧 ", "か"])
            let start = UInt32(body.utf8.count)
            let part = generator.one(of: ["", "é", "👍🏽"]) + Self.marker + generator.one(of: ["", "ü"])
            body += part
            styles.append(
                StyleRange(
                    range: TextRange(start: start, count: UInt32(part.utf8.count)), style: .spoiler))
            body += " open\(index) "
        }
        let preview = LinkPreview(url: "https://example.org", title: Self.marker)
        let text = TextContent(body: body, styles: styles, previews: [preview])
        var chat = RowChat()
        surround(chat.send(.text(text)), in: &chat)
        let texts = try texts(&chat)
        #expect(texts.allSatisfy { !$0.contains(Self.marker) }, "seed \(seed)")
        #expect(texts.first?.contains("open0") == true && texts.first?.contains("hidden text") == true)
        // What is found stands where it stands in the whole text.
        let query = try #require(SearchQuery("open3"))
        let part = try #require(chat.conversation.search(query).first?.parts.first)
        let range = try #require(part.matches.first?.range(in: body))
        #expect(body[range] == "open3", "seed \(seed)")
    }

    @Test("by ranges that are wrong is covered from there to the end")
    func wrongRanges() throws {
        for start: UInt32 in [4, 5, 6] {
            let text = TextContent(
                body: "öo żó \(Self.marker)",
                styles: [StyleRange(range: TextRange(start: start, count: 90), style: .spoiler)])
            var chat = RowChat()
            surround(chat.send(.text(text)), in: &chat)
            #expect(try texts(&chat).allSatisfy { !$0.contains(Self.marker) })
        }
    }

    @Test("in invisible ink isn't even named as a photo by what answers it or reacts to it")
    func invisibleNoun() throws {
        var chat = RowChat()
        var media = ContentSamples.media
        media.isViewOnce = false
        surround(chat.send(.media(media)) { $0.effect = .invisibleInk }, in: &chat)
        let texts = try texts(&chat).map { $0.lowercased() }
        #expect(texts.filter { $0.contains("photo") || $0.contains("video") }.isEmpty)
        #expect(texts.contains { $0.contains("reacted") })
    }

    @Test("in a spoiler stays covered when the text grows")
    func grownSpoiler() throws {
        var chat = RowChat()
        let style = StyleRange(range: TextRange(start: 4, count: 5), style: .spoiler)
        let name = chat.send(.text(TextContent(body: "who \(Self.marker)", styles: [style])))
        chat.send(
            .streamed(StreamedContent(stream: name.id, revision: 1, text: " did it", isAppended: true)))
        surround(name, in: &chat)
        #expect(try texts(&chat).allSatisfy { !$0.contains(Self.marker) })
        let names = PeopleNames(me: RowChat.me) { _ in nil }
        #expect(!EnglishStrings().preview(chat.conversation.preview(names: names)).contains(Self.marker))
        guard case .stream(let stream) = chat.row(name)?.body else {
            Issue.record("no stream")
            return
        }
        #expect(stream.text == "who ▒▒▒ did it")
    }

    @Test("shows without that, as the marker is found otherwise")
    func control() throws {
        var marker = TextMarker(text: Self.marker)
        var found = 0
        for kind in ContentSamples.everyKind {
            var chat = RowChat()
            let name = chat.send(try marker.mark(kind))
            surround(name, in: &chat)
            if try texts(&chat).contains(where: { $0.contains(Self.marker) }) { found += 1 }
        }
        #expect(found >= 8)
    }
}

/// Puts a text behind every text of a message and of all messages inside it.
struct TextMarker: FieldVisitor {
    let text: String

    mutating func mark(_ kind: ContentKind) throws(ContentError) -> ContentKind {
        var source = TextMarkingSource(marker: self, kind: kind)
        return try ContentKind.make(kind.number, from: &source) ?? kind
    }

    mutating func number<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ value: inout T, required: Bool
    ) {}
    mutating func optional<T: WireNumber>(_ number: UInt32, _ name: StaticString, _ value: inout T?) {}
    mutating func numbers<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ values: inout [T], limit: Int
    ) {}
    mutating func text(
        _ number: UInt32, _ name: StaticString, _ value: inout String, limit: Int, required: Bool
    ) { value += text }
    mutating func typed<T: WireText>(
        _ number: UInt32, _ name: StaticString, _ value: inout T, required: Bool
    ) {}
    mutating func texts(
        _ number: UInt32, _ name: StaticString, _ values: inout [String], limit: Int, textLimit: Int
    ) { for index in values.indices { values[index] += text } }
    mutating func bytes(
        _ number: UInt32, _ name: StaticString, _ value: inout [UInt8], counts: ClosedRange<Int>,
        required: Bool
    ) {}
    mutating func list(
        _ number: UInt32, _ name: StaticString, _ values: inout [[UInt8]], limit: Int,
        counts: ClosedRange<Int>
    ) {}
    mutating func id(_ number: UInt32, _ name: StaticString, _ value: inout MessageID, required: Bool) {}
    mutating func ids(
        _ number: UInt32, _ name: StaticString, _ values: inout [MessageID], counts: ClosedRange<Int>
    ) {}

    mutating func one<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ value: inout M
    ) throws(ContentError) { try value.fields(&self) }

    mutating func message<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ value: inout M?
    ) throws(ContentError) {
        guard var message = value else { return }
        try message.fields(&self)
        value = message
    }

    mutating func messages<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ values: inout [M], limit: Int
    ) throws(ContentError) { for index in values.indices { try values[index].fields(&self) } }
}

private struct TextMarkingSource: KindSource {
    var marker: TextMarker
    let kind: ContentKind

    mutating func make<M: MessageFields>() throws(ContentError) -> M {
        var message = try kind.message(as: M.self)
        try message.fields(&marker)
        return message
    }
}

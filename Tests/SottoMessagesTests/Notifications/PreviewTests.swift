import MessageSamples
import SottoMessages
import Testing

/// Rules NT-1 to NT-7.
@Suite("Previews")
struct PreviewTests {
    private static let sam = Cast.sam

    private func line(
        _ kind: ContentKind, by author: PersonID = Cast.sam, isGroup: Bool = false,
        effect: MessageEffect? = nil, target: MessageGist? = nil
    ) -> String {
        var content = Content(id: ContentSamples.id, sentAt: ContentSamples.now, kind: kind)
        if let effect { content.effect = effect }
        let names = Cast.names
        let phrase = PreviewPhrase(content, author: author, target: target, names: names)
        return EnglishStrings().preview(phrase.line(by: author, isGroup: isGroup, names: names))
    }

    @Test("are the text in a direct conversation, and name who wrote elsewhere")
    func texts() {
        let text = ContentKind.text(TextContent(body: " are we\nstill on? "))
        #expect(line(text) == "are we still on?")
        #expect(line(text, isGroup: true) == "Sam: are we still on?")
        #expect(line(text, by: Cast.me) == "You: are we still on?")
        #expect(line(text, by: Cast.stranger, isGroup: true) == "Unknown: are we still on?")
    }

    @Test("name what was sent")
    func kinds() throws {
        let pointer = ContentSamples.pointer
        #expect(line(.media(MediaContent(attachment: pointer, form: .photo))) == "Photo")
        #expect(line(.voice(ContentSamples.voice)) == "Voice message 0:12")
        let payment = try AppExtensionContent(
            app: "a",
            payment: PaymentBody(
                amount: Amount(minorUnits: 1_205, currency: CurrencyCode("EUR")), form: .payment),
            fallback: "pay")
        #expect(line(.appExtension(payment)) == "Payment: €12.05")
        #expect(line(.unknown(number: 300, bytes: [1])) == "This message isn't supported yet")
        #expect(
            line(.delete(DeleteContent(target: ContentSamples.target, scope: .everyone))) == "Deleted message"
        )
        let offer = CallContent(call: ContentSamples.id, event: .offer, isVideo: true, payload: [1])
        #expect(line(.call(offer)) == "Incoming video call")
        #expect(line(.null(NullContent())) == "")
    }

    @Test("tell what a reaction is to as far as that may be shown")
    func reactions() {
        let reaction = ContentKind.reaction(ReactionContent(target: ContentSamples.target, emoji: .love))
        let photo = MessageGist(author: Cast.me, noun: .photo)
        let text = MessageGist(author: Cast.me, noun: .message, snippet: "yes")
        let hidden = MessageGist(author: Cast.me, noun: .message, snippet: "yes", concealment: .invisibleInk)
        #expect(line(reaction, target: photo) == "reacted ❤️ to a photo")
        #expect(line(reaction, isGroup: true, target: text) == "Sam reacted ❤️ to “yes”")
        #expect(line(reaction, by: Cast.me, target: hidden) == "You reacted ❤️ to a message")
        #expect(line(reaction) == "reacted ❤️ to a message")
    }

    @Test("show an edit only when the message that it changes is known")
    func edits() {
        let edit = ContentKind.edit(
            EditContent(target: ContentSamples.target, text: TextContent(body: "at nine")))
        let text = MessageGist(author: Cast.sam, noun: .message, snippet: "at eight")
        let others = MessageGist(author: Cast.me, noun: .message, snippet: "at eight")
        let inked = MessageGist(author: Cast.sam, noun: .message, concealment: .invisibleInk)
        let once = MessageGist(author: Cast.sam, noun: .photo, concealment: .viewOnce)
        #expect(line(edit, target: text) == "Edited: at nine")
        #expect(line(edit) == "Edited message")
        #expect(line(edit, target: others) == "Edited message")
        #expect(line(edit, target: inked) == "Edited: Sent with invisible ink")
        #expect(line(edit, target: once) == "Edited: View-once photo")
    }

    static let gists: [MessageGist?] = [
        nil, MessageGist(author: Cast.sam, noun: .message, snippet: "seen"),
        MessageGist(author: Cast.sam, noun: .message, snippet: WordMarker.word, concealment: .viewOnce),
        MessageGist(author: Cast.sam, noun: .message, snippet: WordMarker.word, concealment: .invisibleInk),
    ]

    @Test("never have a text under a spoiler", arguments: ContentSamples.everyKind)
    func spoilers(_ kind: ContentKind) throws {
        switch kind {
        case .text, .edit, .note:
            let marked = try WordMarker.mark(kind, coversTexts: true, isViewOnce: true)
            for gist in Self.gists { #expect(!line(marked, target: gist).contains(WordMarker.word)) }
        default: break
        }
    }

    @Test("never have a word of what may be looked at once", arguments: ContentSamples.everyKind)
    func viewOnce(_ kind: ContentKind) throws {
        switch kind {
        case .media, .album, .edit, .note:
            let marked = try WordMarker.mark(kind, coversTexts: true, isViewOnce: true)
            for gist in Self.gists { #expect(!line(marked, target: gist).contains(WordMarker.word)) }
            var content = Content(id: ContentSamples.id, sentAt: ContentSamples.now, kind: marked)
            content.effect = .confetti
            #expect(!MessageGist(content, author: Cast.sam).snippet.contains(WordMarker.word))
        default: break
        }
    }

    @Test("never have a word in invisible ink", arguments: ContentSamples.everyKind)
    func invisibleInk(_ kind: ContentKind) throws {
        let marked = try WordMarker.mark(kind)
        // A group's name and the like are nobody's words.
        if case .groupUpdate = kind { return }
        for gist in Self.gists {
            let text = line(marked, effect: .invisibleInk, target: gist)
            #expect(!text.contains(WordMarker.word), "\(text)")
        }
        var content = Content(id: ContentSamples.id, sentAt: ContentSamples.now, kind: marked)
        content.effect = .invisibleInk
        #expect(MessageGist(content, author: Cast.sam).snippet.isEmpty)
    }

    @Test("of a conversation are of its newest message, edit and reaction")
    func conversation() throws {
        var script = Script(with: Cast.sam)
        let first = script.text("are we on?", by: Cast.sam)
        #expect(script.preview == "are we on?")
        script.send(
            .edit(EditContent(target: script.reference(to: first), text: TextContent(body: "on?"))),
            by: Cast.sam)
        #expect(script.preview == "on?")
        script.send(
            .reaction(ReactionContent(target: script.reference(to: first), emoji: .like)), by: Cast.me)
        #expect(script.preview == "You reacted 👍 to “on?”")
        script.text("yes", by: Cast.me)
        #expect(script.preview == "You: yes")
        script.send(
            .delete(DeleteContent(target: script.reference(to: first), scope: .everyone)), by: Cast.sam)
        #expect(script.preview == "You: yes")
        let last = script.text("fine", by: Cast.sam)
        script.send(
            .delete(DeleteContent(target: script.reference(to: last), scope: .everyone)), by: Cast.sam)
        #expect(script.preview == "Deleted message")
    }
}

import MessageSamples
import SottoMessages
import Testing

/// Rule CV-45.
@Suite("The search of a conversation")
struct ConversationSearchTests {
    private func found(_ text: String, in chat: inout RowChat, limit: Int = 50) throws -> [MessageName] {
        chat.conversation.search(try #require(SearchQuery(text)), limit: limit).map(\.message)
    }

    @Test("finds texts whatever their case and accents, the newest first, as many as asked for")
    func texts() throws {
        var chat = RowChat()
        let names = ["Café at eight", "tea", "two CAFES", "cafe\u{301}"].map { chat.say($0) }
        #expect(try found("cafe", in: &chat) == [names[3], names[2], names[0]])
        #expect(try found("CAFÉ", in: &chat, limit: 2) == [names[3], names[2]])
        #expect(try found("coffee", in: &chat).isEmpty)
        let hits = chat.conversation.search(try #require(SearchQuery("cafe")))
        #expect(hits.last?.parts.map(\.field) == [.body])
        #expect(hits.last?.parts.map(\.matches) == [[TextRange(start: 0, count: 5)]])
    }

    @Test("goes by what a message is now: after edits, deletions, expiry and annotations")
    func changes() throws {
        var chat = RowChat()
        let edited = chat.say("apple")
        let deleted = chat.say("apple")
        let hidden = chat.say("apple")
        let expired = chat.say("apple") { $0.timer = ExpiryTimer(seconds: 30, version: 1) }
        let voice = chat.send(.voice(ContentSamples.voice))
        #expect(try found("apple", in: &chat) == [expired, hidden, deleted, edited])
        chat.edit(edited, to: "pear")
        chat.delete(deleted, by: RowChat.alice)
        chat.tell(.deleted([hidden]))
        chat.tell(.read(through: chat.sequence))
        _ = chat.conversation.advance(to: Instant(milliseconds: chat.now + 30_000))
        chat.tell(.annotated(voice, .transcript("an apple a day")))
        #expect(try found("apple", in: &chat) == [voice])
        #expect(try found("pear", in: &chat) == [edited])
    }

    @Test(
        "finds every text that is open",
        arguments: [
            (.caption(0), "hill"), (.transcript, "see you"), (.altText, "a cat nods"), (.place, "opera"),
            (.contactName, "alice"), (.contactNumber(0), "0100"), (.contactEmail(0), "example.org"),
            (.question, "when?"), (.option(2), "never"), (.linkTitle(0), "example"), (.body, "hello"),
        ] as [(SearchField, String)])
    func fields(_ field: SearchField, _ text: String) throws {
        var chat = RowChat()
        for kind in ContentSamples.everyKind {
            switch kind {
            case .text(var text):
                text.styles = []
                chat.send(.text(text))
            case .media(var media):
                media.isViewOnce = false
                chat.send(.media(media))
            case .reaction, .edit, .delete, .receipt, .note: break
            default: chat.send(kind)
            }
        }
        let hits = chat.conversation.search(try #require(SearchQuery(text)))
        #expect(hits.contains { $0.parts.contains { $0.field == field } })
    }

    @Test("finds the same with kept texts as rows show", arguments: 1...5 as ClosedRange<UInt64>)
    func keptTexts(_ seed: UInt64) throws {
        var generator = SeededNumbers(seed)
        let query = try #require(SearchQuery("a"))
        var chat = RowChat()
        var names: [MessageName] = []
        for index in 0..<150 {
            switch generator.next(below: 4) {
            case 0: if let last = names.last { chat.edit(last, to: generator.one(of: ["a", "b"])) }
            case 1: if let last = names.last { chat.delete(last, by: RowChat.alice) }
            default: names.append(chat.say(generator.one(of: ["a", "ab", "b"]) + " \(index)"))
            }
            let kept = chat.conversation.search(query)
            let rows = chat.rows().reversed().filter { row in
                if case .text(let text) = row.body { text.body.contains("a") } else { false }
            }
            #expect(kept.map(\.message) == rows.prefix(50).map(\.name), "seed \(seed)")
        }
    }
}

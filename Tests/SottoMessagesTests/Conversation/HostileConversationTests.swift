import Foundation
@testable import SottoMessages
import Testing

/// Rules CV-7 and CV-29.
@Suite("A hostile conversation")
struct HostileConversationTests {
    /// `SOTTO_WAITING_EVENTS` sets how many: 20,000 unless it is there, a million for the full run.
    static let waiting = Int(ProcessInfo.processInfo.environment["SOTTO_WAITING_EVENTS"] ?? "") ?? 20_000

    private func reaction(_ target: MessageName, by author: PersonID, _ sequence: UInt64) -> ConversationEvent
    {
        let kind = ContentKind.reaction(
            ReactionContent(target: Story.ref(target), emoji: Emoji(sequence % 2 == 0 ? "👍" : "😂")))
        let content = Content(id: Story.id(sequence), sentAt: Story.at(0), kind: kind)
        return ConversationEvent(
            sequence: sequence, receivedAt: Story.at(0),
            body: .message(
                MessageEvent(author: author, device: 1, conversation: .group([7]), content: content)))
    }

    @Test("with 10,000 reactions from one person keeps the first 128", arguments: [false, true])
    func reactions(_ isBackwards: Bool) {
        var story = Story(inGroup: true)
        let name = story.text(Story.anna)
        var conversation = Conversation(id: story.id, me: Story.me)
        _ = conversation.apply(story.events)
        let events = (2...10_001 as ClosedRange<UInt64>).map { reaction(name, by: Story.eve, $0) }
        let result = conversation.apply(isBackwards ? events.reversed() : events)
        #expect(conversation.extras[0].changes.map(\.sequence) == Array(2...129))
        #expect(result.refusals.count >= 9_872)
        #expect(conversation.refusedEvents.count == 256)
    }

    @Test("with events that wait for what never comes keeps the newest thousand")
    func waitingEvents() {
        var conversation = Conversation(id: .group([7]), me: Story.me)
        var dropped = 0
        for sequence in 1...UInt64(Self.waiting) {
            let target = MessageName(author: Story.anna, id: Story.id(UInt64(Self.waiting) + sequence))
            dropped += conversation.apply([reaction(target, by: Story.eve, sequence)]).droppedCount
        }
        #expect(conversation.waitingCount == 1_000)
        #expect(dropped == Self.waiting - 1_000)
        #expect(conversation.waiting.changeSequences.first == UInt64(Self.waiting) - 999)
        #expect(conversation.names.count == 1_000)
    }

    @Test("that names 10,000 strangers still lets people in who write")
    func strangers() {
        var conversation = Conversation(id: .group([7]), me: Story.me)
        for sequence in 1...10_000 as ClosedRange<UInt64> {
            let target = MessageName(author: Story.person("p\(sequence)"), id: Story.id(1))
            _ = conversation.apply([reaction(target, by: Story.eve, sequence)])
        }
        #expect(conversation.people.all.count == 5_000)
        var story = Story(inGroup: true)
        let name = story.text(Story.ben, id: 77_777)
        _ = conversation.apply(
            story.events.map { ConversationEvent(sequence: 20_000, receivedAt: $0.receivedAt, body: $0.body) }
        )
        #expect(conversation.rowNames == [name])
    }

    @Test("with 10,000 authors is full, and refuses those that come then")
    func authors() {
        var conversation = Conversation(id: .group([7]), me: Story.me)
        let target = MessageName(author: Story.me, id: Story.id(1))
        var refused = 0
        for sequence in 1...10_100 as ClosedRange<UInt64> {
            let event = reaction(target, by: Story.person("p\(sequence)"), sequence)
            refused += conversation.apply([event]).refusals.count
        }
        #expect(conversation.people.all.count == 10_000)
        #expect(refused == 101)
    }

    @Test("with 5,000 parts of a stream keeps the lowest revisions")
    func parts() throws {
        var conversation = Conversation(id: .group([7]), me: Story.me)
        var events: [ConversationEvent] = []
        for revision in 1...5_000 as ClosedRange<UInt32> {
            let part = StreamedContent(
                stream: Story.id(1), revision: revision, text: "ab", isAppended: revision > 1)
            let content = Content(id: Story.id(UInt64(revision)), sentAt: Story.at(0), kind: .streamed(part))
            events.append(
                ConversationEvent(
                    sequence: UInt64(revision), receivedAt: Story.at(0),
                    body: .message(
                        MessageEvent(
                            author: Story.eve, device: 1, conversation: .group([7]), content: content))))
        }
        _ = conversation.apply(events)
        let state = try #require(conversation.stream(of: 0))
        #expect(state.revision == 4_097)
        #expect(state.text.utf8.count == 8_194)
    }

    @Test("with greatest numbers doesn't trap")
    func greatest() {
        var story = Story()
        let name = MessageName(author: Story.anna, id: Story.id(1))
        story.say(
            Story.anna, .streamed(StreamedContent(stream: name.id, revision: .max, text: "a")), id: 1,
            timer: .max)
        story.say(
            Story.anna, .streamed(StreamedContent(stream: name.id, revision: 1, text: "b", isAppended: true)))
        story.say(
            Story.anna, .pin(PinContent(target: Story.ref(name), duration: TimeSpan(milliseconds: .max))))
        story.fact(.read(through: .max))
        story.told(until: 1_000) {
            #expect($0.unreadCount == 0)
            #expect($0.pinnedMessages == [name])
        }
    }
}

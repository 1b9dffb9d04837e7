import Testing

@testable import SottoMessages

/// Rules CV-11 to CV-14.
@Suite("Sending and change sets")
struct SendingTests {
    private func facts(_ conversation: Conversation, _ name: MessageName) -> MessageFacts {
        guard let record = conversation.record(of: name), conversation.records[Int(record)].extras >= 0 else {
            return MessageFacts()
        }
        return conversation.extras[Int(conversation.records[Int(record)].extras)].facts
    }

    private func level(_ conversation: Conversation, _ name: MessageName) -> ReceiptLevel {
        conversation.record(of: name).map { conversation.records[Int($0)].facets.level } ?? .none
    }

    @Test("A message that failed is sent again under its name, and stays sent")
    func progress() {
        var story = Story()
        let name = story.text(Story.me, id: 1)
        story.told { #expect(facts($0, name).progress == .queued) }
        story.fact(.sending(name.id))
        story.fact(.failed(name.id, .network))
        story.told { #expect(facts($0, name).progress == .failed(.network)) }
        story.fact(.retried(name.id))
        story.told { #expect(facts($0, name).progress == .sending) }
        story.fact(.sent(name.id))
        story.fact(.failed(name.id, .network))
        story.told { #expect(facts($0, name).progress == .sent) }
    }

    @Test("In a group the least of all recipients counts, and nobody else")
    func levels() {
        var story = Story(inGroup: true)
        let name = story.text(Story.me)
        let receipt = { (kind: ReceiptKind) in ContentKind.receipt(ReceiptContent(kind: kind, ids: [name.id]))
        }
        story.say(Story.anna, receipt(.read))
        story.say(Story.eve, receipt(.read))
        story.told {
            #expect(level($0, name) == .none)
            #expect($0.reasons == [.notARecipient])
        }
        story.say(Story.ben, receipt(.delivered))
        story.told { #expect(level($0, name) == .delivered) }
        story.say(Story.ben, receipt(.played))
        story.told { #expect(level($0, name) == .read) }
    }

    @Test("Of each kind of annotation the last is kept with its message")
    func annotations() {
        var story = Story()
        let name = story.text(Story.anna)
        story.fact(.annotated(name, .transcript("a")))
        story.fact(.annotated(name, .translation("b", language: "de")))
        story.fact(.annotated(name, .translation("c", language: "fr")))
        story.fact(.annotated(name, .transcript("d")))
        story.told {
            #expect(
                facts($0, name).annotations == [
                    .translation("b", language: "de"), .translation("c", language: "fr"), .transcript("d"),
                ])
        }
    }

    @Test("Annotations are of the kind that they replace; speeds go round")
    func speeds() {
        #expect(PlaybackSpeed.normal.next == .faster)
        #expect(PlaybackSpeed.faster.next == .double)
        #expect(PlaybackSpeed.double.next == .normal)
    }

    @Test("A batch tells what is new, what looks different and what is gone, with its cause")
    func changeSets() {
        var story = Story()
        let first = story.text(Story.anna)
        let mine = story.text(Story.me)
        story.say(Story.anna, .receipt(ReceiptContent(kind: .read, ids: [mine.id])))
        story.fact(.deleted([first]))
        var conversation = Conversation(id: story.id, me: Story.me)
        let start = conversation.apply(story.events.prefix(2), cause: .history)
        #expect(start.cause == .history)
        #expect(start.inserts == [first, mine])
        let read = conversation.apply([story.events[2]])
        #expect(read.cause == .live)
        #expect(read.inserts == [] && read.updates == [mine] && read.removals == [])
        #expect(read.firstRead == mine)
        let gone = conversation.apply([story.events[3]], cause: .local)
        #expect(gone.removals == [first])
        #expect(gone.updates == [mine])
        #expect(conversation.apply(story.events).isEmpty)
    }

    @Test("What quotes a message is drawn again when that is deleted or disappears")
    func quotes() {
        var story = Story()
        let name = story.text(Story.anna)
        story.text(Story.me)
        let answer = story.say(Story.me, .text(TextContent(body: "yes")), reply: name)
        story.say(Story.anna, .delete(DeleteContent(target: Story.ref(name), scope: .everyone)))
        var conversation = Conversation(id: story.id, me: Story.me)
        _ = conversation.apply(story.events.prefix(3))
        let changes = conversation.apply([story.events[3]])
        #expect(Set(changes.updates) == [name, answer])
    }

    @Test(
        "goes by the recipients of the event that counts, whichever of one name came first",
        arguments: [false, true])
    func recipientsOfOneName(_ isEmpty: Bool) {
        var story = Story(inGroup: true)
        let name = MessageName(author: Story.me, id: Story.id(9))
        func sent(_ sequence: UInt64, to recipients: [PersonID]) -> ConversationEvent {
            let content = Content(id: name.id, sentAt: Story.at(0), kind: .text(TextContent(body: "a")))
            return ConversationEvent(
                sequence: sequence, receivedAt: Story.at(0),
                body: .message(
                    MessageEvent(
                        author: Story.me, device: 1, conversation: story.id, recipients: recipients,
                        content: content)))
        }
        let first = sent(101, to: isEmpty ? [] : [Story.anna])
        let second = sent(102, to: [Story.anna, Story.ben])
        for author in [Story.anna, Story.ben] {
            story.say(author, .receipt(ReceiptContent(kind: .read, ids: [name.id])))
        }
        let orders = [
            [first, second] + story.events, [second] + story.events + [first],
            story.events + [second, first],
        ]
        for order in orders {
            var conversation = Conversation(id: story.id, me: Story.me)
            for event in order { _ = conversation.apply([event]) }
            let record = conversation.record(of: name)
            #expect(record.map { conversation.sendState(of: $0) } == (isEmpty ? .queued : .read))
            #expect(
                conversation.reasons
                    == [.notARecipient] + (isEmpty ? [.notARecipient] : []) + [.duplicate])
        }
    }
}

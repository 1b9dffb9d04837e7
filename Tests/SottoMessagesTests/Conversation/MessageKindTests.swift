@testable import SottoMessages
import Testing

/// Rules CV-9, CV-10, CV-16, CV-18 to CV-21.
@Suite("Kinds of messages")
struct MessageKindTests {
    private func record(_ conversation: Conversation, _ name: MessageName) throws -> Int32 {
        try #require(conversation.record(of: name))
    }

    private func part(
        _ stream: MessageName, _ revision: UInt32, _ text: String, adds: Bool = true, isFinal: Bool = false
    ) -> ContentKind {
        .streamed(
            StreamedContent(
                stream: stream.id, revision: revision, text: text, isAppended: adds, isFinal: isFinal))
    }

    @Test("A stream is its newest whole text with what was added since, as far as that follows")
    func stream() throws {
        var story = Story()
        let name = MessageName(author: Story.anna, id: Story.id(1))
        story.say(Story.anna, part(name, 1, "a", adds: false), id: 1)
        story.say(Story.anna, part(name, 2, "b"))
        story.say(Story.anna, part(name, 3, "whole ", adds: false))
        story.say(Story.anna, part(name, 4, "c"))
        story.say(Story.anna, part(name, 6, "gap"))
        story.say(Story.me, part(name, 5, "forged"))
        try story.told {
            let state = try #require($0.stream(of: record($0, name)))
            #expect(state.text == "whole c")
            #expect(state.revision == 4)
            #expect(!state.isFinal)
            #expect($0.rowNames == [name])
        }
        story.say(Story.anna, part(name, 5, "d "))
        story.say(Story.anna, part(name, 7, "", isFinal: true))
        try story.told {
            let state = try #require($0.stream(of: record($0, name)))
            #expect(state.text == "whole cd gap")
            #expect(state.isFinal)
        }
    }

    @Test("A poll counts everybody's last vote, until its author closes it")
    func poll() throws {
        var story = Story()
        let name = story.say(Story.anna, .poll(PollContent(question: "?", options: ["a", "b"])))
        let vote = { (options: [UInt32]) in
            ContentKind.pollVote(PollVoteContent(poll: Story.ref(name), options: options))
        }
        let close = ContentKind.pollVote(PollVoteContent(poll: Story.ref(name), closes: true))
        story.say(Story.me, vote([0]))
        story.say(Story.me, vote([1]))
        story.say(Story.anna, vote([1]))
        story.say(Story.me, vote([2]))
        story.say(Story.me, vote([0, 1]))
        story.say(Story.me, close)
        story.say(Story.anna, close)
        story.say(Story.anna, vote([0]))
        try story.told {
            let poll = try #require($0.poll(of: record($0, name)))
            #expect(poll.options.map(\.count) == [0, 2])
            #expect(poll.options[1].voters == [Story.me, Story.anna])
            #expect(poll.myOptions == [1])
            #expect(poll.voterCount == 2)
            #expect(poll.isClosed)
            #expect($0.reasons == [.notApplicable, .notApplicable, .notTheAuthor, .closed])
        }
    }

    @Test("A live place moves as its author tells, until it is stopped or its time is over")
    func place() throws {
        let point = { (value: Int32) in
            GeoPoint(latitude: Latitude(tenMillionths: value), longitude: Longitude(tenMillionths: 0))
        }
        var story = Story()
        let name = story.say(
            Story.anna, .location(LocationContent(point: point(1), liveDuration: TimeSpan(seconds: 60))))
        let move = { (value: Int32, stops: Bool) in
            ContentKind.location(
                LocationContent(point: stops ? nil : point(value), liveStart: Story.ref(name), stops: stops))
        }
        story.say(Story.anna, move(2, false))
        story.say(Story.me, move(3, false))
        story.say(Story.anna, move(4, false), sentAt: 62)
        story.say(Story.anna, move(0, true))
        story.say(Story.anna, move(5, false))
        try story.told {
            let place = try #require($0.liveLocation(of: record($0, name)))
            #expect(place.point == point(2))
            #expect(place.isStopped)
            #expect(!place.isLive(at: Story.at(3)))
            #expect($0.reasons == [.notTheAuthor, .tooLate, .closed])
            #expect($0.rowNames == [name])
        }
    }

    @Test("A placed sticker is no row, and stands on its message in the order of placing")
    func sticker() throws {
        var story = Story()
        let name = story.text(Story.anna)
        for number in 1...2 as ClosedRange<UInt32> {
            story.say(
                Story.me,
                .sticker(
                    StickerContent(
                        packID: [1], packKey: [2], number: number, format: .png, size: .normal,
                        placement: StickerPlacement(
                            target: Story.ref(name), x: RelativePosition(tenThousandths: 0),
                            y: RelativePosition(tenThousandths: 0), scale: ScaleFactor(thousandths: 1_000)))))
        }
        try story.told {
            #expect($0.rowNames == [name])
            let stickers = try $0.placedStickers(of: record($0, name))
            #expect(stickers.map(\.sticker.number) == [1, 2])
        }
    }

    @Test("A pin lasts as long as it says, and the last word counts")
    func pin() {
        var story = Story()
        let first = story.text(Story.anna)
        let second = story.text(Story.anna)
        story.say(Story.me, .pin(PinContent(target: Story.ref(first), duration: TimeSpan(seconds: 10))))
        story.say(Story.me, .pin(PinContent(target: Story.ref(second))))
        story.told(until: 12) { #expect($0.pinnedMessages == [first, second]) }
        story.told(until: 13) { #expect($0.pinnedMessages == [second]) }
        story.say(Story.anna, .pin(PinContent(target: Story.ref(second), removes: true)))
        story.told(until: 13) { #expect($0.pinnedMessages == []) }
    }

    @Test("A timed message disappears after it was read, but not while somebody saved it")
    func timers() {
        var story = Story()
        let name = story.text(Story.anna, timer: 10)
        let saved = story.text(Story.anna, timer: 10)
        story.say(Story.me, .saved(SavedContent(target: Story.ref(saved))))
        story.told(until: 1_000) { #expect($0.rowNames == [name, saved]) }
        story.fact(.read(through: 2))
        story.told(until: 13) { #expect($0.rowNames == [name, saved]) }
        story.told(until: 14) {
            #expect($0.rowNames == [saved])
            #expect($0.nextExpiry == nil)
        }
        story.say(Story.me, .saved(SavedContent(target: Story.ref(saved), removes: true)))
        story.told(until: 14) { #expect($0.rowNames == []) }
    }

    @Test("What comes for an expired message does nothing, silently, and doesn't bring it back")
    func expired() {
        var story = Story()
        let name = story.say(Story.me, .text(TextContent(body: "a")), id: 1, timer: 5)
        story.fact(.sent(Story.id(1)))
        var conversation = Conversation(id: story.id, me: Story.me)
        _ = conversation.apply(story.events)
        #expect(conversation.advance(to: Story.at(7)).removals == [name])
        story.say(Story.anna, .edit(EditContent(target: Story.ref(name), text: TextContent(body: "b"))))
        story.say(Story.anna, .receipt(ReceiptContent(kind: .read, ids: [name.id])))
        story.say(Story.me, .text(TextContent(body: "again")), id: 1)
        let result = conversation.apply(story.events.suffix(3))
        #expect(conversation.rowNames == [])
        #expect(result.refusals.map(\.reason) == [.duplicate])
        #expect(!conversation.holds(Array("again".utf8)))
    }

    @Test("An earlier event with the name of an expired message says nothing either")
    func expiredNamesake() {
        var story = Story()
        story.text(Story.anna, "earlier", id: 1)
        story.text(Story.anna, "later", id: 1, timer: 5)
        story.fact(.read(through: 2))
        var conversation = Conversation(id: story.id, me: Story.me)
        _ = conversation.apply(story.events.suffix(2))
        _ = conversation.advance(to: Story.at(8))
        _ = conversation.apply(story.events)
        #expect(conversation.rowNames == [])
        #expect(!conversation.holds(Array("earlier".utf8)))
    }

    @Test("A view-once message is opened for good, and its key is forgotten")
    func viewOnce() throws {
        let media = MediaContent(
            attachment: AttachmentPointer(id: [1], key: [99, 98, 97], digest: [3]), form: .photo,
            mediaType: "image/png", isViewOnce: true)
        var story = Story()
        let name = story.say(Story.anna, .media(media))
        let mine = story.say(Story.me, .media(media))
        story.told { #expect($0.holds([99, 98, 97])) }
        story.fact(.opened(name))
        story.say(Story.anna, .receipt(ReceiptContent(kind: .viewed, ids: [mine.id])))
        story.say(Story.me, .saved(SavedContent(target: Story.ref(name))))
        try story.told {
            let records = try [record($0, name), record($0, mine)]
            #expect($0.isOpened(records[0]))
            #expect($0.isOpened(records[1]))
            guard case .media(let kept) = $0.kind(of: name) else {
                Issue.record("no media")
                return
            }
            #expect(kept.attachment.key == [])
            #expect($0.reasons == [.notApplicable])
        }
    }
}

import MessageSamples
import SottoMessages
import Testing

/// Rules CV-34, CV-38 and CV-44.
@Suite("Rows of what the fold puts together")
struct RowKindTests {
    private func label(_ chat: RowChat, _ row: Row?) -> String? {
        row?.accessibility(in: chat.context()).label
    }

    @Test("tell what happened as notices, which end bursts and carry neither tail nor actions on others")
    func notices() throws {
        var chat = RowChat()
        chat.say("a")
        chat.send(.timerChange(TimerChangeContent(seconds: 3_600, version: 1)))
        chat.send(.timerChange(TimerChangeContent(seconds: 0, version: 2)), by: RowChat.me)
        chat.send(.screenshot(ScreenshotContent(form: .recording)))
        chat.send(.style(StyleContent(color: .teal)))
        chat.tell(.identityChanged(RowChat.alice))
        chat.say("b")
        let rows = chat.rows()
        let alice = PersonPhrase.named("Alice")
        #expect(
            rows.dropFirst().dropLast().map(\.body)
                == [
                    .notice(.timerSet(by: alice, TimeSpan(seconds: 3_600))), .notice(.timerOff(by: .you)),
                    .notice(.recording(by: alice)), .notice(.styleChanged(by: alice)),
                    .notice(.safetyNumberChanged(name: "Alice")),
                ])
        #expect(rows.allSatisfy { $0.layout.position == .single })
        #expect(rows.map(\.layout.hasTail) == [true, false, false, false, false, false, true])
        #expect(rows[1].actions.all == [.deleteForMe])
        #expect(label(chat, rows[2]) == "You turned off disappearing messages")
        // Notices go no way: the channel isn't told again behind them.
        #expect(rows[6].layout.separators.isEmpty)
        #expect(chat.conversation.info(of: rows[1].name) == nil)
    }

    @Test("tell what became of a group")
    func group() {
        var chat = RowChat(groupWith: .sotto)
        func update(_ action: GroupAction, _ revision: UInt32, _ change: (inout GroupUpdateContent) -> Void) {
            var update = GroupUpdateContent(
                revision: revision, rosterHash: [UInt8(revision)],
                parentHash: revision == 1 ? [] : [UInt8(revision - 1)], action: action)
            change(&update)
            chat.send(.groupUpdate(update))
        }
        update(.create, 1) {
            $0.name = "Family"
            $0.users = [RowChat.alice, RowChat.me].map(\.bytes)
        }
        update(.rename, 2) { $0.name = "Family\u{202E} Chat" }
        update(.add, 3) { $0.users = [RowChat.bob.bytes] }
        let alice = PersonPhrase.named("Alice")
        #expect(
            chat.rows().map(\.body)
                == [
                    .notice(.group(by: alice, .created(title: "Family"))),
                    .notice(.group(by: alice, .renamed(title: "Family Chat"))),
                    .notice(.group(by: alice, .added([.named("Bob")]))),
                ])
    }

    @Test("have calls as the reader sees them")
    func calls() throws {
        var chat = RowChat()
        let call = MessageID(high: 9, low: 9)
        chat.say("a")
        chat.send(.call(CallContent(call: call, event: .offer, isVideo: true, payload: [1])))
        func row() throws -> Row { try #require(chat.rows().last) }
        #expect(label(chat, try row()) == "Incoming video call")
        chat.send(.call(CallContent(call: call, event: .hangUp, reason: .missed)))
        #expect(label(chat, try row()) == "Missed video call")
        #expect(try row().layout.position == .single && !row().layout.hasTail)
        #expect(try row().actions.all == [.deleteForMe, .report])
        #expect(try row().name == MessageName(author: try row().name.author, id: call))
        #expect(chat.conversation.index(of: try row().name) == 1)
    }

    @Test("have the votes of a poll")
    func poll() throws {
        var chat = RowChat()
        let name = chat.send(.poll(PollContent(question: "When?", options: ["now", "never"])))
        chat.send(
            .pollVote(PollVoteContent(poll: RowChat.reference(name), options: [1])), by: RowChat.me)
        guard case .poll(let poll) = chat.row(name)?.body else {
            Issue.record("no poll")
            return
        }
        #expect(poll.options.map(\.count) == [0, 1])
        #expect(poll.myOptions == [1])
    }

    @Test("grow with what is streamed, which is found and spoken")
    func stream() throws {
        var chat = RowChat()
        let name = chat.send(
            .streamed(StreamedContent(stream: MessageID(high: 77, low: 1), revision: 1, text: "Once")))
        func part(_ revision: UInt32, _ text: String, isFinal: Bool = false) {
            chat.send(
                .streamed(
                    StreamedContent(
                        stream: name.id, revision: revision, text: text, isAppended: true, isFinal: isFinal)))
        }
        part(2, " upon")
        #expect(label(chat, chat.row(name)) == "Alice said Once upon")
        #expect(chat.row(name)?.actions.contains(.forward) == false)
        let query = try #require(SearchQuery("upon a time"))
        #expect(chat.conversation.search(query).isEmpty)
        part(3, " a time", isFinal: true)
        #expect(chat.conversation.search(query).map(\.message) == [name])
        #expect(chat.row(name)?.actions.contains(.forward) == true)
    }

    @Test("carry where somebody is now")
    func liveLocation() throws {
        var chat = RowChat()
        let name = chat.send(
            .location(
                LocationContent(point: ContentSamples.point, name: "Quay", liveDuration: ContentSamples.hour))
        )
        chat.send(
            .location(
                LocationContent(
                    point: ContentSamples.point, name: "Opera", liveStart: RowChat.reference(name))))
        guard case .location(_, let live?) = chat.row(name)?.body else {
            Issue.record("no live location")
            return
        }
        #expect(live.name == "Opera")
        #expect(label(chat, chat.row(name)) == "Alice sent a live location, Opera")
        let query = try #require(SearchQuery("opera"))
        #expect(chat.conversation.search(query).map(\.message) == [name])
        #expect(chat.rows().count == 1)
    }

    @Test("carry pins, stickers and who saved them")
    func marks() throws {
        var chat = RowChat()
        let name = chat.say("a") { $0.timer = ExpiryTimer(seconds: 30, version: 1) }
        let target = RowChat.reference(name)
        chat.send(.pin(PinContent(target: target, duration: ContentSamples.hour)), by: RowChat.me)
        chat.send(.saved(SavedContent(target: target)), by: RowChat.me)
        let placement = StickerPlacement(
            target: target, x: RelativePosition(tenThousandths: 0), y: RelativePosition(tenThousandths: 0),
            scale: ScaleFactor(thousandths: 1_000))
        let sticker = StickerContent(
            format: .png, size: .normal, image: ContentSamples.pointer, placement: placement)
        chat.send(.sticker(sticker))
        let row = try #require(chat.row(name))
        #expect(row.pin?.person == RowChat.me)
        #expect(row.pin?.until == Instant(milliseconds: RowChat.start + 3_600_000))
        #expect(row.actions.contains(.unpin) && !row.actions.contains(.pin))
        let later = chat.context(at: RowChat.start + 3_600_000)
        #expect(chat.conversation.row(name, in: later)?.pin == nil)
        #expect(row.savedBy == [RowChat.me])
        #expect(row.actions.contains(.unsaveInChat) && !row.actions.contains(.saveInChat))
        #expect(row.stickers.map(\.sticker) == [sticker])
    }

    @Test("show that what may be opened once was, on both sides, and quote nothing of it")
    func opened() throws {
        var chat = RowChat()
        let theirs = chat.send(.media(ContentSamples.media))
        let mine = chat.send(.media(ContentSamples.media), by: RowChat.me)
        chat.tell(.opened(theirs))
        chat.receipt(.viewed, mine)
        let opened = RowBody.viewOnce(RowViewOnce(noun: .photo, isOpened: true, media: []))
        #expect(chat.row(theirs)?.body == opened)
        #expect(chat.row(mine)?.body == opened)
        #expect(chat.row(theirs)?.actions.contains(.open) == false)
        guard case .line(let line) = chat.row(mine)?.receipt else {
            Issue.record("no line")
            return
        }
        #expect(line.text(in: chat.context()) == "Viewed 08:00")
        #expect(chat.conversation.info(of: theirs)?.openedAt == Instant(milliseconds: RowChat.start))
    }

    @Test("may be deleted for everyone by the admins of a group, and answered by who may send")
    func groupRights() throws {
        var chat = RowChat(groupWith: .sotto)
        func anchor(admins: [PersonID], sending: GroupAudience) {
            chat.tell(
                .group(
                    GroupSnapshot(
                        revision: UInt32(chat.sequence + 1), hash: [UInt8(chat.sequence + 1)],
                        permissions: GroupPermissions(
                            adding: .members, editing: .members, sending: sending, pinning: .admins),
                        members: [RowChat.me, RowChat.alice], admins: admins)))
        }
        anchor(admins: [RowChat.alice], sending: .admins)
        let name = chat.say("a")
        var actions = try #require(chat.row(name)).actions
        #expect(!actions.contains(.deleteForEveryone) && !actions.contains(.reply) && !actions.contains(.pin))
        anchor(admins: [RowChat.me], sending: .admins)
        actions = try #require(chat.row(name)).actions
        #expect(actions.contains(.deleteForEveryone) && actions.contains(.reply) && actions.contains(.pin))
    }
}

import MessageSamples
import SottoMessages
import Testing

/// Rules NT-10 to NT-12 and NT-15.
@Suite("Notifications")
struct NotificationTests {
    @Test("name the sender and show the content")
    func golden() throws {
        var desk = Desk()
        let text = try desk.show(Desk.text)
        #expect(text.title == "Sam")
        #expect(text.body == "are we still on for tonight?")
        #expect(text.line == "Sam: are we still on for tonight?")
        #expect(text.level == .active)
        #expect(text.sound == .message)
        #expect(text.thread == "d-73616d")
        let reply = try desk.show(Desk.text, reply: Desk.quote)
        #expect(reply.subtitle == "Sam just replied to your message")
        #expect(reply.line == "Sam just replied to your message")
        #expect(reply.body == "are we still on for tonight?")
        desk.situation.target = MessageGist(author: Cast.me, noun: .photo)
        let reaction = try desk.show(Desk.reaction, by: Cast.alice)
        #expect(reaction.title == "Alice")
        #expect(reaction.body == "Alice tapped ❤️ on your photo")
        #expect(reaction.line == "Alice tapped ❤️ on your photo")
    }

    @Test("name the person and the group")
    func groups() throws {
        var desk = Desk()
        let text = try desk.show(Desk.text, in: Cast.family)
        #expect(text.title == "Sam in Family Chat")
        #expect(text.line == "Sam in Family Chat: are we still on for tonight?")
        #expect(text.thread == "g-0707")
        desk.situation.groupName = ""
        #expect(try desk.show(Desk.text, by: Cast.kim, in: Cast.family).title == "Kim in Sam, Alice, Kim")
        let mention = try desk.show(Desk.mention, in: Cast.family)
        #expect(mention.subtitle == "Sam mentioned you in Sam, Alice, Kim")
    }

    @Test("tell what a communication notification needs")
    func communication() throws {
        var desk = Desk()
        desk.situation.avatar = ContentSamples.pointer
        let direct = try #require(try desk.show(Desk.text).communication)
        #expect(direct.sender == Cast.sam)
        #expect(direct.senderName == "Sam")
        #expect(direct.avatar == ContentSamples.pointer)
        #expect(direct.groupName == nil)
        #expect(direct.conversation == .direct(Cast.sam))
        #expect(direct.recipients == [Cast.me])
        let group = try #require(try desk.show(Desk.text, in: Cast.family).communication)
        #expect(group.groupName == "Family Chat")
        #expect(group.recipients == [Cast.me, Cast.alice, Cast.kim])
    }

    static let levels: [(ContentKind, ReplyQuote?, NotificationLevel)] = [
        (Desk.reaction, nil, .passive), (Desk.text, nil, .active), (Desk.photo, nil, .active),
        (Desk.mention, nil, .timeSensitive), (Desk.text, Desk.quoteInGroup, .timeSensitive),
        (
            .call(CallContent(call: ContentSamples.id, event: .offer, payload: [1])), nil,
            .timeSensitive
        ),
        (
            .call(CallContent(call: ContentSamples.id, event: .hangUp, reason: .missed)), nil,
            .active
        ),
    ]

    @Test("interrupt as much as their kind may, and never more", arguments: levels)
    func interrupts(_ kind: ContentKind, _ reply: ReplyQuote?, _ level: NotificationLevel) throws {
        var desk = Desk()
        let value = try desk.show(kind, in: Cast.family, reply: reply)
        #expect(value.level == level)
        #expect((value.sound == .none) == (level == .passive))
        #expect(NotificationLevel.allCases == [.passive, .active, .timeSensitive])
    }

    @Test("are never of what tells the device something", arguments: ContentSamples.everyKind)
    func neverShown(_ kind: ContentKind) {
        var desk = Desk()
        switch kind {
        case .receipt, .typing, .presence, .null, .sync:
            #expect(desk.decide(kind).reason == .neverShown)
        default: break
        }
        #expect(desk.decide(kind, by: Cast.me, in: .direct(Cast.sam)).reason == .mine)
        desk.situation.isBlocked = true
        #expect(desk.decide(kind).reason == .blocked)
        desk.situation.isBlocked = false
        desk.preferences.availability = .doNotDisturb
        #expect(desk.decide(kind).value == nil)
    }

    @Test("are of reactions only to the reader's own messages")
    func reactions() {
        var desk = Desk()
        let toOther = ContentKind.reaction(
            ReactionContent(target: MessageRef(author: .sender, id: ContentSamples.id), emoji: .love))
        #expect(desk.decide(toOther).reason == .notForMe)
        let removal = ContentKind.reaction(
            ReactionContent(
                target: MessageRef(author: .recipient, id: ContentSamples.id), emoji: .love, removes: true))
        let shown = desk.decide(Desk.reaction).value?.id
        guard case .silence(.takesBack, let withdrawn) = desk.decide(removal) else {
            Issue.record("shown")
            return
        }
        #expect(withdrawn == [shown])
    }

    @Test("go with the message that its author deletes")
    func deletion() throws {
        var desk = Desk()
        let id = try desk.show(Desk.text).id
        let deletion = DeleteContent(target: MessageRef(author: .sender, id: id.name.id), scope: .everyone)
        #expect(desk.decide(.delete(deletion)) == .silence(.takesBack, withdraws: [id]))
        let others = DeleteContent(target: MessageRef(author: .recipient, id: id.name.id), scope: .everyone)
        #expect(desk.decide(.delete(others)) == .silence(.notForMe, withdraws: []))
    }

    @Test("are shown once for a message, whatever comes first")
    func once() {
        var desk = Desk()
        let event = desk.event(Desk.text)
        let name = MessageName(author: event.author, id: event.content.id)
        let early = NotificationSubject(
            message: name, conversation: event.conversation, preview: .text("are we still on"))
        #expect(desk.notifier.decide(early, in: desk.situation, memory: &desk.memory).value != nil)
        let whole = desk.notifier.decide(event, in: desk.situation, memory: &desk.memory)
        #expect(whole.reason == .alreadyShown)
    }

    static let previews: [(PreviewLevel, PreviewLevel, String, String)] = [
        (.full, .init(rawValue: 0), "Sam in Family Chat", "are we still on for tonight?"),
        (.senderOnly, .init(rawValue: 0), "Sam in Family Chat", "New message"),
        (.nothing, .init(rawValue: 0), "Sotto", "New message"),
        (.nothing, .full, "Sam in Family Chat", "are we still on for tonight?"),
        (.full, .senderOnly, "Sam in Family Chat", "New message"), (.full, .nothing, "Sotto", "New message"),
        (.full, .init(rawValue: 9), "Sotto", "New message"),
    ]

    @Test("show as much as the conversation's setting allows, or else the reader's", arguments: previews)
    func privacy(
        _ user: PreviewLevel, _ own: PreviewLevel, _ title: String, _ body: String
    ) throws {
        var desk = Desk()
        desk.preferences.preview = user
        desk.situation.settings = ConversationSettings(
            conversation: ConversationRef(group: [7, 7]), preview: own)
        let value = try desk.show(Desk.text, in: Cast.family)
        #expect(value.title == title)
        #expect(value.body == body)
        #expect((value.communication == nil) == (title == "Sotto"))
    }

    @Test("of a hidden conversation have no name and no content", arguments: ContentSamples.everyKind)
    func hidden(_ kind: ContentKind) throws {
        var desk = Desk()
        desk.situation.settings = ConversationSettings(
            conversation: ConversationRef(user: Cast.sam.bytes), isHidden: true)
        desk.situation.unreadTotal = 4
        guard let value = desk.decide(try WordMarker.mark(kind), by: Cast.sam).value else { return }
        let text = "\(value.title) \(value.subtitle) \(value.body) \(value.line) \(value.thread)"
        #expect(!text.contains(WordMarker.word))
        #expect(!text.contains("Sam"))
        #expect(!text.contains(Cast.sam.bytes.map { String($0, radix: 16) }.joined()))
        #expect(value.communication == nil)
        #expect(value.badge == 4)
    }

    @Test("are silent in a muted conversation, but for calls")
    func muted() throws {
        var desk = Desk()
        desk.situation.settings = ConversationSettings(
            conversation: ConversationRef(user: Cast.sam.bytes),
            mutedUntil: Instant(milliseconds: desk.now.milliseconds + 1_000))
        let value = try desk.show(Desk.text, reply: Desk.quote)
        #expect(value.sound == .none)
        #expect(value.level == .passive)
        #expect(value.hushes == [.muted])
        let offer = ContentKind.call(CallContent(call: ContentSamples.id, event: .offer, payload: [1]))
        #expect(try desk.show(offer).sound == .ringtone)
        desk.second += 1
        #expect(try desk.show(Desk.text).sound == .message)
    }

    @Test("of somebody unknown say nothing else")
    func request() throws {
        var desk = Desk()
        desk.situation.isRequest = true
        let value = try desk.show(Desk.text)
        #expect(value.line == "New message request")
        #expect(value.communication == nil)
    }

    @Test("count on the icon what counts as unread")
    func badge() throws {
        var desk = Desk()
        #expect(try desk.show(Desk.text).badge == nil)
        desk.situation.unreadTotal = 4
        #expect(try desk.show(Desk.text).badge == 5)
        #expect(try desk.show(Desk.reaction).badge == 4)
    }

    @Test("are neutral when opening failed")
    func fallback() {
        var desk = Desk()
        let value = desk.notifier.fallback(id: ContentSamples.id).value
        #expect(value?.body == "New message")
        #expect(value?.line == "New message")
        #expect(value?.sound == .message)
        #expect(value?.communication == nil)
        desk.second = 23 * 3_600
        #expect(desk.notifier.fallback(id: ContentSamples.id).value?.sound == NotificationSound.none)
    }

    @Test("of what is concealed say only that", arguments: ContentSamples.everyKind)
    func concealed(_ kind: ContentKind) throws {
        var desk = Desk()
        switch kind {
        case .groupUpdate: return
        default: break
        }
        var event = desk.event(try WordMarker.mark(kind), by: Cast.sam)
        event.content.effect = .invisibleInk
        guard let value = desk.notifier.decide(event, in: desk.situation, memory: &desk.memory).value else {
            return
        }
        #expect(!"\(value.title) \(value.subtitle) \(value.body) \(value.line)".contains(WordMarker.word))
    }
}

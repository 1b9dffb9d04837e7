@testable import SottoMessages
import Testing

/// Rules CV-4, CV-13, CV-15, CV-22, CV-24 to CV-28.
@Suite("The state of a conversation")
struct ConversationStateTests {
    @Test("has the timer with the newest version, of equal ones that of the greater author")
    func timer() {
        var story = Story()
        let set = { (seconds: UInt32, version: UInt32) in
            ContentKind.timerChange(TimerChangeContent(seconds: seconds, version: version))
        }
        story.say(Story.anna, set(30, 2))
        story.say(Story.me, set(60, 2))
        story.say(Story.anna, set(90, 1))
        story.told {
            #expect($0.timer == ConversationTimer(seconds: 60, version: 2, person: Story.me))
            #expect($0.rowNames.count == 3)
            #expect($0.unreadCount == 0)
        }
    }

    @Test("has the last style and the newest space")
    func looks() {
        var story = Story()
        story.say(Story.anna, .style(StyleContent(color: .red)))
        story.say(Story.me, .style(StyleContent(color: .blue)))
        story.say(Story.me, .spaceUpdate(SpaceUpdateContent(space: [1], version: 2, name: "two")))
        story.say(Story.me, .spaceUpdate(SpaceUpdateContent(space: [1], version: 1, name: "one")))
        story.told {
            #expect($0.style?.content.color == .blue)
            #expect($0.space?.content.name == "two")
        }
    }

    @Test("has who is in a voice channel, as told last")
    func voice() {
        var story = Story(inGroup: true)
        let speaking = VoiceParticipant(user: Story.anna.bytes, isSpeaking: true)
        story.say(Story.anna, .voiceChannel(VoiceChannelContent(channel: [1], participants: [])))
        story.say(Story.anna, .voiceChannel(VoiceChannelContent(channel: [1], participants: [speaking])))
        story.told {
            #expect($0.voiceChannels.map(\.participants) == [[speaking]])
            #expect($0.rowNames == [])
        }
    }

    @Test("offers suggestions until I send something")
    func suggestions() {
        var story = Story()
        story.text(Story.me)
        story.say(Story.anna, .suggestions(SuggestionsContent(form: .replies, texts: ["Yes", "No"])))
        story.told { #expect($0.suggestions?.texts == ["Yes", "No"]) }
        story.text(Story.me)
        story.told { #expect($0.suggestions == nil) }
    }

    @Test("shows who types for three seconds, and not after their message")
    func typing() {
        var story = Story()
        story.say(Story.anna, .typing(TypingContent(isTyping: true)))
        story.told(until: 3) { #expect($0.typists() == [Story.anna]) }
        story.told(until: 4) { #expect($0.typists() == []) }
        var lost = story
        lost.fact(.connectionLost)
        lost.told(until: 5) { #expect($0.typists() == [Story.anna]) }
        story.text(Story.anna)
        story.told(until: 2) { #expect($0.typists() == []) }
    }

    @Test("is a request until I agree or answer")
    func request() {
        var story = Story()
        story.text(Story.anna)
        story.told { #expect($0.request == .pending) }
        story.say(Story.anna, .request(RequestContent(action: .accepted)))
        story.told {
            #expect($0.request == .pending)
            #expect($0.reasons == [.notTheAuthor])
        }
        story.fact(.request(isAccepted: false))
        story.told { #expect($0.request == .deleted) }
        story.text(Story.me)
        story.told { #expect($0.request == .accepted) }
    }

    @Test("keeps what blocked people say invisible, and shows it to nobody later")
    func blocking() {
        var story = Story(inGroup: true)
        let name = story.text(Story.me)
        story.fact(.blocked(Story.eve, true))
        story.text(Story.eve)
        story.say(Story.eve, .reaction(ReactionContent(target: Story.ref(name), emoji: Emoji("👍"))))
        story.say(Story.eve, .timerChange(TimerChangeContent(seconds: 1, version: 9)))
        story.fact(.blocked(Story.eve, false))
        let later = story.text(Story.eve)
        story.told {
            #expect($0.rowNames == [name, later])
            #expect($0.state(of: name).reactions.isEmpty)
            #expect($0.timer.version == 0)
            #expect($0.reasons == [.blocked])
        }
    }

    @Test("asks to verify again when the key of somebody verified changed")
    func security() {
        var story = Story()
        story.text(Story.anna)
        story.told { #expect($0.security == .unverified) }
        story.fact(.verified(Story.anna, true))
        story.told { #expect($0.security == .verified) }
        story.fact(.identityChanged(Story.anna))
        story.told {
            #expect($0.security == .changedSinceVerified)
            #expect($0.security.asksToVerify)
            #expect($0.rowNames.count == 2)
            #expect($0.unreadCount == 1)
        }
        story.fact(.verified(Story.anna, false))
        story.told { #expect($0.security == .unverified) }
        story.say(Story.anna, .text(TextContent(body: "SMS")), by: .fallback)
        story.told { #expect($0.security == .notEncrypted) }
    }

    @Test("counts what is unread, and what of it concerns me")
    func unread() {
        var story = Story()
        let mine = story.text(Story.me)
        let first = story.text(Story.anna)
        story.say(Story.anna, .text(TextContent(body: "yes")), reply: mine)
        story.told {
            #expect($0.unreadCount == 2)
            #expect($0.unreadConcerningCount == 1)
            #expect($0.newCount(below: first) == 1)
        }
        story.fact(.markedUnread(true))
        story.told { #expect($0.isMarkedUnread) }
        story.fact(.read(through: 2))
        story.told {
            #expect($0.unreadCount == 1)
            #expect(!$0.isMarkedUnread)
        }
    }

    @Test("takes what my other devices sent, read, opened and deleted, and no one else's word for it")
    func sync() throws {
        let here = ConversationRef(user: Story.anna.bytes)
        var story = Story()
        let first = story.text(Story.anna)
        let second = story.text(Story.anna)
        let third = story.text(Story.anna)
        let sent = Content(id: Story.id(9), sentAt: Story.at(1), kind: .text(TextContent(body: "from afar")))
        let all = [
            SyncContent(sent: SentTranscript(conversation: here, content: try sent.encoded())),
            SyncContent(read: ReadSync(marks: [ReadMark(conversation: here, newest: Story.ref(second))])),
            SyncContent(deletions: DeletionSync(messages: [Story.ref(third)])),
            SyncContent(settings: ConversationSettings(conversation: here, isPinned: true)),
        ]
        for sync in all {
            story.say(Story.anna, .sync(sync))
        }
        story.told {
            #expect($0.rowNames == [first, second, third])
            #expect($0.reasons == Array(repeating: .notTheAuthor, count: 4))
        }
        for sync in all { story.say(Story.me, .sync(sync)) }
        story.told {
            #expect($0.rowNames == [first, second, MessageName(author: Story.me, id: sent.id)])
            #expect($0.unreadCount == 0)
            #expect($0.settings?.isPinned == true)
        }
    }

    @Test("is empty after I cleared it, but for what came later")
    func cleared() {
        var story = Story()
        story.text(Story.anna, "secret")
        story.say(Story.anna, .timerChange(TimerChangeContent(seconds: 30, version: 1)))
        story.fact(.cleared)
        let later = story.text(Story.anna)
        story.told {
            #expect($0.rowNames == [later])
            #expect($0.timer.seconds == 30)
            #expect(!$0.holds(Array("secret".utf8)))
        }
    }
}

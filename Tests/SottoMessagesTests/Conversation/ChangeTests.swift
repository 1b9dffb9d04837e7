@testable import SottoMessages
import Testing

/// Rules CV-1 to CV-3, CV-5 to CV-8.
@Suite("Changes of messages")
struct ChangeTests {
    private func edit(_ name: MessageName, _ body: String = "new") -> ContentKind {
        .edit(EditContent(target: Story.ref(name), text: TextContent(body: body)))
    }

    private func delete(_ name: MessageName, _ scope: DeleteScope = .everyone) -> ContentKind {
        .delete(DeleteContent(target: Story.ref(name), scope: scope))
    }

    private func react(_ name: MessageName, _ emoji: String, removes: Bool = false) -> ContentKind {
        .reaction(ReactionContent(target: Story.ref(name), emoji: Emoji(emoji), removes: removes))
    }

    @Test("by their authors count in their order")
    func edits() {
        var story = Story()
        let name = story.text(Story.anna)
        story.say(Story.anna, edit(name, "one"))
        story.say(Story.anna, edit(name, "two"))
        story.told {
            #expect($0.state(of: name).edits.compactMap(\.content.text?.body) == ["one", "two"])
            #expect($0.reasons == [])
        }
    }

    @Test("from the wrong person are refused and say so")
    func wrongPerson() {
        var story = Story()
        let name = story.text(Story.anna)
        story.say(Story.me, edit(name))
        story.say(Story.me, delete(name))
        story.say(Story.anna, delete(name, .ownDevices))
        story.told {
            #expect($0.state(of: name) == MessageState())
            #expect($0.reasons == [.notTheAuthor, .notTheAuthor, .notTheAuthor])
            #expect($0.refusedEvents.allSatisfy { $0.target == name })
        }
    }

    @Test("into another conversation are refused and say so")
    func otherConversation() {
        var story = Story()
        let name = story.text(Story.anna)
        for kind in [edit(name), delete(name), react(name, "👍")] {
            story.say(Story.anna, kind, in: .group([9]))
        }
        story.told {
            #expect($0.state(of: name) == MessageState())
            #expect($0.reasons == [.otherConversation, .otherConversation, .otherConversation])
        }
    }

    @Test("of strangers in a direct conversation are refused")
    func strangers() {
        var story = Story()
        let name = story.text(Story.anna)
        story.say(Story.anna, react(MessageName(author: Story.eve, id: Story.id(1)), "👍"))
        story.say(Story.eve, react(name, "👍"))
        story.text(Story.eve)
        story.told {
            #expect($0.rowNames == [name])
            #expect($0.reasons == [.unknownAuthor, .notAMember, .notAMember])
        }
    }

    @Test("of the same id by another author don't meet")
    func sameID() {
        var story = Story()
        let hers = story.text(Story.anna, id: 1)
        let mine = story.text(Story.me, id: 1)
        story.say(Story.anna, edit(hers))
        story.told {
            #expect($0.rowNames == [hers, mine])
            #expect($0.state(of: hers).edits.count == 1)
            #expect($0.state(of: mine).edits.isEmpty)
        }
    }

    @Test("with a name that an earlier event has are refused")
    func namesakes() {
        var story = Story()
        let name = story.text(Story.anna, "first", id: 1)
        story.text(Story.anna, "second", id: 1)
        story.say(Story.anna, react(name, "👍"), id: 1)
        story.told {
            #expect($0.kind(of: name) == .text(TextContent(body: "first")))
            #expect($0.state(of: name).reactions.isEmpty)
            #expect($0.reasons == [.duplicate, .duplicate])
        }
    }

    @Test("replace a person's reaction, and the same again takes it off")
    func reactions() {
        var story = Story()
        let name = story.text(Story.anna)
        story.say(Story.me, react(name, "👍"))
        story.say(Story.me, react(name, "😂"))
        story.say(Story.anna, react(name, "👍"))
        story.say(Story.anna, react(name, "👍"))
        story.told { #expect($0.state(of: name).reactions.map(\.content.emoji) == [Emoji("😂")]) }
    }

    @Test("after the window are refused, however late they come", arguments: [(900, true), (901, false)])
    func window(_ seconds: UInt64, _ isIn: Bool) {
        var story = Story()
        let name = story.say(Story.anna, .text(TextContent(body: "a")), sentAt: 0)
        story.say(Story.anna, edit(name), sentAt: seconds)
        story.told {
            #expect($0.state(of: name).edits.count == (isIn ? 1 : 0))
            #expect($0.reasons == (isIn ? [] : [.tooLate]))
        }
    }

    @Test("are at most ten edits")
    func count() {
        var story = Story()
        let name = story.text(Story.anna)
        for index in 0..<12 { story.say(Story.anna, edit(name, "\(index)")) }
        story.told {
            #expect($0.state(of: name).current?.content.text?.body == "9")
            #expect($0.reasons == [.tooMany, .tooMany])
        }
    }

    @Test("after a deletion are dropped, and what was said is forgotten")
    func deletion() {
        var story = Story()
        let name = story.text(Story.anna, "secret")
        story.say(Story.anna, edit(name, "secret, too"))
        story.say(Story.me, react(name, "👍"))
        story.say(Story.anna, delete(name))
        story.say(Story.anna, edit(name, "late"))
        var before = Conversation(id: story.id, me: Story.me)
        _ = before.apply(story.events.prefix(3))
        #expect(before.holds(Array("secret".utf8)))
        story.told {
            #expect($0.rowNames == [name])
            #expect($0.state(of: name).deletedBy != nil)
            #expect($0.state(of: name).reactions.isEmpty)
            #expect($0.reasons == [.deleted])
            #expect(!$0.holds(Array("secret".utf8)))
        }
    }

    @Test("wait for what they change, which the one dropped first is told", arguments: [1_000, 1_003])
    func waiting(_ count: Int) {
        var conversation = Conversation(id: .direct(Story.anna), me: Story.me)
        var story = Story()
        for number in 0..<count {
            story.say(Story.anna, react(MessageName(author: Story.me, id: Story.id(UInt64(number))), "👍"))
        }
        let result = conversation.apply(story.events)
        #expect(conversation.waitingCount == 1_000)
        #expect(result.droppedCount == count - 1_000)
    }
}

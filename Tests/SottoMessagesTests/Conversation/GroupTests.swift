@testable import SottoMessages
import Testing

/// Rules CV-21 and CV-23.
@Suite("Groups")
struct GroupTests {
    private func update(
        _ revision: UInt32, _ hash: UInt8, after parent: UInt8?, _ action: GroupAction, name: String = "",
        users: [PersonID] = [], permissions: GroupPermissions? = nil
    ) -> ContentKind {
        .groupUpdate(
            GroupUpdateContent(
                revision: revision, rosterHash: [hash], parentHash: parent.map { [$0] } ?? [],
                action: action, name: name, users: users.map(\.bytes), permissions: permissions))
    }

    private func created() -> Story {
        var story = Story(inGroup: true)
        story.say(Story.anna, update(1, 10, after: nil, .create, name: "Club", users: [Story.me, Story.ben]))
        return story
    }

    @Test("follow the hashes of their rosters from the creation")
    func chain() {
        var story = created()
        story.say(Story.ben, update(2, 20, after: 10, .rename, name: "Team"))
        story.say(Story.anna, update(3, 30, after: 20, .promote, users: [Story.ben]))
        story.say(Story.me, update(4, 40, after: 30, .add, users: [Story.eve]))
        story.say(Story.ben, update(5, 50, after: 40, .remove, users: [Story.anna]))
        story.told {
            #expect($0.group?.revision == 5)
            #expect($0.group?.name == "Team")
            #expect($0.group?.members == [Story.ben, Story.eve, Story.me])
            #expect($0.group?.admins == [Story.ben])
            #expect($0.rowNames.count == 5)
            #expect($0.unreadCount == 0)
        }
    }

    @Test("take the change with the lower hash of two with one parent, and hide the other")
    func fork() {
        var story = created()
        let lost = story.say(Story.me, update(2, 25, after: 10, .rename, name: "B"))
        story.say(Story.ben, update(2, 20, after: 10, .rename, name: "A"))
        story.say(Story.ben, update(3, 30, after: 25, .rename, name: "C"))
        story.told {
            #expect($0.group?.name == "A")
            #expect(!$0.rowNames.contains(lost))
            #expect($0.reasons == [.superseded, .unknownParent])
        }
    }

    @Test("refuse what those may not who do it")
    func permissions() {
        var story = created()
        story.say(Story.ben, update(2, 20, after: 10, .promote, users: [Story.ben]))
        story.say(Story.eve, update(2, 21, after: 10, .add, users: [Story.eve]))
        story.say(
            Story.anna,
            update(2, 22, after: 10, .setPermissions, permissions: GroupPermissions(editing: .admins)))
        story.say(Story.ben, update(3, 30, after: 22, .rename, name: "B"))
        story.say(Story.ben, update(3, 31, after: 22, .leave))
        story.told {
            #expect($0.group?.revision == 3)
            #expect($0.group?.members == [Story.anna, Story.me])
            #expect($0.reasons == [.notAnAdmin, .notAMember, .notAnAdmin])
        }
    }

    @Test("start at a verified snapshot on a device that joined late, and bridge a gap by the next")
    func anchors() {
        let people = [Story.me, Story.anna]
        var story = Story(inGroup: true)
        story.fact(.group(GroupSnapshot(revision: 5, hash: [50], name: "five", members: people, admins: [])))
        story.say(Story.anna, update(6, 60, after: 50, .rename, name: "six"))
        story.say(Story.anna, update(8, 80, after: 70, .rename, name: "eight"))
        story.told {
            #expect($0.group?.name == "six")
            #expect($0.reasons == [.unknownParent])
        }
        story.fact(.group(GroupSnapshot(revision: 7, hash: [70], members: people, admins: [])))
        story.told {
            #expect($0.group?.name == "eight")
            #expect($0.reasons == [])
        }
    }

    @Test("let admins delete what others said, from when on they are admins")
    func adminDeletes() {
        var story = created()
        let name = story.text(Story.me)
        let other = story.text(Story.me)
        let delete = { (name: MessageName) in
            ContentKind.delete(DeleteContent(target: Story.ref(name), scope: .everyone))
        }
        story.say(Story.ben, delete(name))
        story.say(Story.anna, update(2, 20, after: 10, .promote, users: [Story.ben]))
        story.say(Story.ben, delete(other))
        story.told {
            #expect($0.state(of: name).deletedBy == nil)
            #expect($0.state(of: other).deletedBy != nil)
            #expect($0.reasons == [.notAnAdmin])
        }
    }

    @Test("let only those pin messages who may")
    func pinning() {
        var story = created()
        let name = story.text(Story.me)
        story.say(
            Story.anna,
            update(2, 20, after: 10, .setPermissions, permissions: GroupPermissions(pinning: .admins)))
        story.say(Story.ben, .pin(PinContent(target: Story.ref(name))))
        story.told {
            #expect($0.pinnedMessages == [])
            #expect($0.reasons == [.notAnAdmin])
        }
        story.say(Story.anna, .pin(PinContent(target: Story.ref(name))))
        story.told { #expect($0.pinnedMessages == [name]) }
    }

    @Test("aren't changed in a direct conversation")
    func direct() {
        var story = Story()
        story.say(Story.anna, update(1, 10, after: nil, .create))
        story.told {
            #expect($0.rowNames == [])
            #expect($0.reasons == [.notApplicable])
        }
    }
}

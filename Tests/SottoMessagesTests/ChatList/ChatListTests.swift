import SottoMessages
import TestSupport
import Testing

/// Rules CL-5 to CL-8.
@Suite("The list of conversations")
struct ChatListTests {
    private func summary(
        _ name: String, at: UInt64, unread: Int = 0, mentions: Int = 0,
        change: (inout ConversationSummary) -> Void = { _ in }
    ) -> ConversationSummary {
        let conversation = Conversation(id: .direct(Cast.person(name)), me: Cast.me)
        var summary = conversation.summary(SummaryContext(names: Cast.names, now: Instant(milliseconds: 0)))
        summary.title = name
        summary.activityAt = Instant(milliseconds: at)
        summary.unreadCount = unread
        summary.mentionCount = mentions
        change(&summary)
        return summary
    }

    private func titles(_ list: ChatList, _ filter: ChatFilter = .inbox) -> [String] {
        list.conversations(filter).map(\.title)
    }

    @Test("has pinned ones first, then those with newer activity")
    func order() {
        let list = ChatList([
            summary("a", at: 1), summary("b", at: 3), summary("c", at: 2),
            summary("d", at: 0) { $0.isPinned = true },
            summary("e", at: 2),
        ])
        #expect(titles(list) == ["d", "b", "c", "e", "a"])
    }

    @Test("isn't moved by drafts")
    func drafts() {
        var list = ChatList([
            summary("a", at: 2) { $0.isPinned = true }, summary("b", at: 1) { $0.isPinned = true },
        ])
        list.update(summary("b", at: 1) { ($0.isPinned, $0.hasDraft) = (true, true) })
        #expect(titles(list) == ["a", "b"])
    }

    @Test("is the same after updates as when made anew", arguments: [UInt64.random(in: 0...9_999)])
    func updates(_ seed: UInt64) {
        print("seed of the list: \(seed)")
        var generator = SeededGenerator(seed: seed)
        var list = ChatList()
        var all: [String: ConversationSummary] = [:]
        for _ in 0..<300 {
            let name = "p\(generator.next() % 40)"
            let bits = generator.next()
            let new = summary(name, at: generator.next() % 20, unread: Int(bits % 3)) {
                $0.isPinned = bits % 5 == 0
                $0.isHidden = bits % 7 == 0
                $0.isArchived = bits % 11 == 0
            }
            if bits % 13 == 0 {
                list.remove(new.id)
                all[name] = nil
            } else {
                list.update(new)
                all[name] = new
            }
        }
        #expect(list == ChatList(all.values))
        #expect(list.conversations(.all).count == all.values.count { !$0.isHidden })
    }

    @Test("has hidden ones nowhere")
    func hidden() {
        let folder = ChatFolder(name: "f", includes: [.direct(Cast.person("a"))], leaves: [])
        let list = ChatList([
            summary("a", at: 1, unread: 3, mentions: 1) {
                $0.isHidden = true
                $0.presence = PersonPresence(availability: .online)
            }
        ])
        for filter in [ChatFilter.inbox, .all, .archived, .unread, .requests, .folder(folder)] {
            #expect(list.conversations(filter).isEmpty)
        }
        #expect(list.search("a").isEmpty)
        #expect(list.total == 0)
        #expect(list.activeNow.isEmpty)
    }

    @Test("is filtered by what is unread, archived, a request, or in a folder")
    func filters() {
        let group = ConversationID.group([1])
        let list = ChatList([
            summary("read", at: 6), summary("unread", at: 5, unread: 1),
            summary("marked", at: 4) { $0.isMarkedUnread = true },
            summary("archived", at: 3, unread: 1) { $0.isArchived = true },
            summary("muted", at: 2, unread: 1) { $0.isMuted = true },
            summary("group", at: 1) { ($0.id, $0.folder) = (group, "Work") },
            summary("request", at: 0) { $0.isRequest = true },
        ])
        #expect(titles(list) == ["read", "unread", "marked", "muted", "group", "request"])
        #expect(titles(list, .unread) == ["unread", "marked", "muted"])
        #expect(titles(list, .archived) == ["archived"])
        #expect(titles(list, .requests) == ["request"])
        func folder(_ folder: ChatFolder) -> [String] { titles(list, .folder(folder)) }
        #expect(folder(ChatFolder(name: "Work")) == ["group"])
        #expect(folder(ChatFolder(name: "g", kinds: [.groups])) == ["group"])
        let contacts: Set = [Cast.person("read"), Cast.person("archived")]
        #expect(folder(ChatFolder(name: "c", kinds: [.contacts], contacts: contacts)) == ["read"])
        #expect(
            folder(ChatFolder(name: "c", kinds: [.contacts], leaves: [], contacts: contacts)) == [
                "read", "archived",
            ])
        #expect(
            folder(ChatFolder(name: "u", kinds: [.others], leaves: [.muted, .read, .archived])) == [
                "unread", "marked",
            ])
        #expect(
            folder(ChatFolder(name: "Work", includes: [.direct(Cast.person("muted"))], excludes: [group]))
                == ["muted"])
    }

    @Test("counts on the icon what isn't muted or archived, and mentions")
    func total() {
        let list = ChatList([
            summary("a", at: 1, unread: 3, mentions: 1), summary("b", at: 1) { $0.isMarkedUnread = true },
            summary("c", at: 1, unread: 5, mentions: 2) { $0.isMuted = true },
            summary("d", at: 1, unread: 7) { $0.isArchived = true },
        ])
        #expect(list.total == 6)
    }

    @Test("shows who is there, and finds titles whatever their accents")
    func active() {
        let list = ChatList([
            summary("Zoé", at: 1) { $0.presence = PersonPresence(availability: .online) },
            summary("Max", at: 2) { $0.presence = PersonPresence(availability: .offline) },
            summary("Ann", at: 3) { $0.presence = PersonPresence(availability: .doNotDisturb) },
        ])
        #expect(list.activeNow == [Cast.person("Ann"), Cast.person("Zoé")])
        #expect(list.search("ZOE").map(\.title) == ["Zoé"])
        #expect(list.search("").isEmpty)
    }
}

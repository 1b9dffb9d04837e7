import MessageSamples
import SottoMessages
import Testing

/// Rules CL-1 to CL-4, CL-9 and CL-11.
@Suite("Summaries of conversations")
struct SummaryTests {
    private func context(_ script: Script) -> SummaryContext {
        SummaryContext(names: Cast.names, now: script.now) { person in
            person == Cast.sam ? PersonPresence(availability: .idle) : nil
        }
    }

    private func settings(isHidden: Bool) -> LocalFact {
        .settings(
            ConversationSettings(
                conversation: ConversationRef(user: Cast.sam.bytes), isPinned: true,
                isArchived: true, isHidden: isHidden, folder: "Work", timerSeconds: 30))
    }

    @Test("have the person, the newest line and its time")
    func direct() {
        var script = Script(with: Cast.sam)
        script.text("are we on?", by: Cast.sam)
        let summary = script.conversation.summary(context(script))
        #expect(summary.title == "Sam")
        #expect(summary.initials == "S")
        #expect(summary.avatarMembers == [Cast.sam])
        #expect(summary.preview == .text("are we on?"))
        #expect(summary.activityAt == script.now)
        #expect(summary.presence?.availability == .idle)
        #expect(summary.isRequest)
        #expect(summary.security == .unverified)
        #expect(summary.badge == .count(1))
    }

    @Test("name a group without a name by its members, and show who wrote last")
    func group() {
        var script = Script(in: Cast.family)
        let members = [Cast.me, Cast.sam, Cast.alice, Cast.kim]
        script.add(
            .local(
                .group(
                    GroupSnapshot(
                        revision: 1, hash: [UInt8](repeating: 1, count: 32), members: members,
                        admins: [Cast.sam]))))
        script.text("hi", by: Cast.kim)
        script.text("hello", by: Cast.sam)
        let summary = script.conversation.summary(context(script))
        #expect(summary.title == "Alice, Kim, Sam")
        #expect(summary.initials == "AS")
        #expect(summary.avatarMembers == [Cast.sam, Cast.kim, Cast.alice])
        #expect(EnglishStrings().preview(summary.preview) == "Sam: hello")
        #expect(summary.presence == nil)
    }

    @Test("of the reader's own conversation and of an empty group have titles, too")
    func titles() {
        #expect(Conversation(id: .direct(Cast.me), me: Cast.me).title(Cast.names) == "Note to self")
        let empty = Conversation(id: Cast.family, me: Cast.me).title(Cast.names)
        #expect(empty == EnglishStrings().title(.emptyGroup))
    }

    @Test("show a draft in place of the newest line, at the same time")
    func draft() {
        var script = Script(with: Cast.sam)
        script.text("are we on?", by: Cast.sam)
        let draft = MessageDraft(
            text: TextContent(body: "I th"), changedAt: Instant(milliseconds: script.now.milliseconds + 9))
        let summary = script.conversation.summary(context(script), draft: draft)
        #expect(EnglishStrings().preview(summary.preview) == "Draft: I th")
        #expect(summary.activityAt == script.now)
        #expect(summary.hasDraft)
        let empty = MessageDraft(text: TextContent(body: ""), changedAt: script.now)
        #expect(!script.conversation.summary(context(script), draft: empty).hasDraft)
    }

    @Test("of drafts hide what will be concealed")
    func concealedDrafts() {
        func line(_ draft: MessageDraft) -> String { EnglishStrings().preview(draft.preview) }
        var draft = MessageDraft(text: TextContent(body: WordMarker.word), changedAt: ContentSamples.now)
        draft.effect = .invisibleInk
        #expect(line(draft) == "Draft: Sent with invisible ink")
        draft.effect = .confetti
        draft.attachments = [DraftAttachment(reference: [1], form: .photo)]
        #expect(line(draft) == "Draft: Photo: xyzzy")
        draft.isViewOnce = true
        #expect(line(draft) == "Draft: View-once photo")
        draft.isViewOnce = false
        draft.text.styles = [StyleRange(range: TextRange(start: 0, count: 5), style: .spoiler)]
        #expect(!line(draft).contains(WordMarker.word))
    }

    @Test("count what is unread, apart what names the reader, and what is muted")
    func badges() {
        var script = Script(in: Cast.family)
        func badge() -> ConversationSummary.Badge { script.conversation.summary(context(script)).badge }
        #expect(badge() == .none)
        script.add(.local(.markedUnread(true)))
        #expect(badge() == .dot)
        script.text("hi", by: Cast.kim)
        #expect(badge() == .count(1))
        let end = Instant(milliseconds: script.now.milliseconds + 2_000)
        let group = ConversationRef(group: [7, 7])
        script.add(.local(.settings(ConversationSettings(conversation: group, mutedUntil: end))))
        #expect(badge() == .muted(1))
        script.text("hi", by: Cast.kim)
        #expect(badge() == .count(2))
        script.send(Desk.mention, by: Cast.kim)
        #expect(badge() == .mention(3))
    }

    @Test("have what the reader set")
    func settings() {
        var script = Script(with: Cast.sam)
        script.add(settings(isHidden: true).body)
        let summary = script.conversation.summary(context(script))
        #expect(summary.isPinned && summary.isArchived && summary.isHidden && !summary.isMuted)
        #expect(summary.folder == "Work")
        #expect(summary.timerSeconds == 30)
    }

    @Test("show no presence of who is blocked")
    func blocked() {
        var script = Script(with: Cast.sam)
        script.add(.local(.blocked(Cast.sam, true)))
        #expect(script.conversation.summary(context(script)).presence == nil)
    }

    @Test("say how sure it is whom one writes to, and ask")
    func security() {
        var script = Script(with: Cast.sam)
        func state() -> SecurityState { script.conversation.summary(context(script)).security }
        let strings = EnglishStrings()
        #expect(state().question.map(strings.security) == "Verify safety number?")
        script.add(.local(.verified(Cast.sam, true)))
        #expect(state().phrase == .verified)
        #expect(state().question == nil)
        script.add(.local(.identityChanged(Cast.sam)))
        #expect(state().phrase == .changedSinceVerified)
        #expect(state().question.map(strings.security) == "Verify safety number?")
        #expect(SecurityState.notEncrypted.question == nil)
    }
}

extension LocalFact {
    fileprivate var body: ConversationEvent.Body { .local(self) }
}

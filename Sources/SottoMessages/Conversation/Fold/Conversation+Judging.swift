/// What a message's changes are judged by.
struct ChangeBase {
    let sequence: UInt64
    let author: Int32
    let sentAt: Instant
    let form: Form
    let isExpired: Bool

    enum Form {
        case text, media, album, viewOnce, notice, other
    }

    init(_ record: MessageRecord) {
        sequence = record.sequence
        author = record.author
        sentAt = record.content.sentAt
        isExpired = record.isExpired
        form =
            switch record.content.kind {
            case .text: .text
            case .media(let media): media.isViewOnce ? .viewOnce : .media
            case .album: .album
            default: .other
            }
    }
}

extension Conversation {
    /// Applies one change to what came before it, or says why it has no effect.
    func judge(_ change: Change, _ base: ChangeBase, _ state: inout MessageState) -> Refusal.Reason? {
        if blocks.isBlocked(change.author, at: change.sequence) { return .blocked }
        if base.isExpired { return .expired }
        if state.deletedBy != nil { return .deleted }
        switch change.action {
        case .edit(let edit): return judge(edit, change, base, &state)
        case .delete(let scope): return judge(scope, change, base, &state)
        case .reaction(let reaction):
            guard base.form != .notice else { return .notApplicable }
            state.react(reaction, change)
            return nil
        }
    }

    private func judge(
        _ edit: EditContent, _ change: Change, _ base: ChangeBase, _ state: inout MessageState
    ) -> Refusal.Reason? {
        guard change.author == base.author else { return .notTheAuthor }
        let fits =
            switch base.form {
            case .text: edit.text != nil
            case .media: edit.media.map { !$0.isViewOnce } ?? false
            case .album: edit.album != nil
            default: false
            }
        guard fits else { return .notApplicable }
        guard change.sentAt.isWithin(profile.editWindow, after: base.sentAt) else { return .tooLate }
        guard state.edits.count < profile.editCount else { return .tooMany }
        state.edits.append(
            EditVersion(content: edit, sentAt: change.sentAt, receivedAt: change.receivedAt))
        return nil
    }

    private func judge(
        _ scope: DeleteScope, _ change: Change, _ base: ChangeBase, _ state: inout MessageState
    ) -> Refusal.Reason? {
        if scope == .ownDevices {
            guard change.author == People.me else { return .notTheAuthor }
            state.isDeletedForMe = true
            return nil
        }
        guard scope == .everyone, base.form != .notice else { return .notApplicable }
        if change.author != base.author {
            guard isGroup else { return .notTheAuthor }
            guard isAdmin(change.author, at: change.sequence) else { return .notAnAdmin }
        }
        guard profile.deleteWindow.map({ change.sentAt.isWithin($0, after: base.sentAt) }) ?? true else {
            return .tooLate
        }
        state.deletedBy = change.author
        state.reactions = []
        return nil
    }
}

extension MessageState {
    /// One person has one reaction: another replaces it, the same again takes it off.
    mutating func react(_ content: ReactionContent, _ change: Change) {
        let old = reactions.firstIndex { $0.person == change.author }
        let isSame = old.map { reactions[$0].isSame(as: content) } ?? false
        let isSameEmphasis = old.map { reactions[$0].content.isEmphasized == content.isEmphasized } ?? false
        if content.removes {
            if isSame, let old { reactions.remove(at: old) }
            return
        }
        if let old { reactions.remove(at: old) }
        if isSame, isSameEmphasis { return }
        reactions.append(
            PersonReaction(
                person: change.author, content: content, sequence: change.sequence,
                receivedAt: change.receivedAt))
    }
}

extension Instant {
    /// Whether this is no later than `span` after another moment; an earlier moment is.
    func isWithin(_ span: TimeSpan, after other: Instant) -> Bool {
        self <= other || milliseconds - other.milliseconds <= span.milliseconds
    }

    /// The moment a time span later; the latest there is when that is beyond it.
    func advanced(by span: TimeSpan) -> Instant {
        let (sum, isTooLarge) = milliseconds.addingReportingOverflow(span.milliseconds)
        return Instant(milliseconds: isTooLarge ? .max : sum)
    }
}

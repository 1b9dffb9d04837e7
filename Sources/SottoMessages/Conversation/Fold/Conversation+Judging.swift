/// What a message's changes are judged by.
struct ChangeBase {
    let author: Int32
    let sentAt: Instant
    let form: MessageForm

    init(_ record: MessageRecord) {
        author = record.author
        sentAt = record.content.sentAt
        form = record.form
    }
}

extension Conversation {
    /// Applies one change to what came before it, or says why it has no effect.
    ///
    /// Mutating, though it changes nothing here: otherwise the compiler copies the conversation for it.
    mutating func judge(_ change: Change, _ base: ChangeBase, _ state: inout MessageState) -> Refusal.Reason?
    {
        let isOwnDeletion = change.isOwnDeletion(of: base.author)
        if !isOwnDeletion, blocks.isBlocked(change.author, at: change.sequence) { return .blocked }
        if isOwnDeletion, isInTime(change, base) { state.isForgotten = true }
        if state.deletedBy != nil { return .deleted }
        if case .delete(let scope) = change.action { return judge(scope, change, base, &state) }
        if case .call = change.action { return base.form == .call ? nil : .notApplicable }
        if base.form.isNotice { return .notApplicable }
        switch change.action {
        case .edit(_, let form): return judge(form, change, base, &state)
        case .reaction(let reaction): state.react(reaction, change)
        case .pin(let pin):
            guard allowsPinning(change.author, at: change.sequence) else { return .notAnAdmin }
            state.isPinned = !pin.removes
        case .save(let removes): return judge(save: !removes, change, base, &state)
        case .vote(let vote): return judge(vote, change, base, &state)
        case .location(let location): return judge(location, change, base, &state)
        case .sticker, .part, .call, .delete: break
        }
        return nil
    }

    private func judge(
        _ form: Change.EditForm, _ change: Change, _ base: ChangeBase, _ state: inout MessageState
    ) -> Refusal.Reason? {
        guard change.author == base.author else { return .notTheAuthor }
        switch (base.form, form) {
        case (.text, .text), (.media, .media), (.album, .album): break
        default: return .notApplicable
        }
        guard case .edit(let edit, _) = change.action else { return nil }
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
        guard scope == .everyone, !base.form.isNotice, base.form != .call else { return .notApplicable }
        if change.author != base.author {
            guard isGroup else { return .notTheAuthor }
            guard isAdmin(change.author, at: change.sequence) else { return .notAnAdmin }
        }
        guard isInTime(change, base) else { return .tooLate }
        state.deletedBy = change.author
        state.reactions = []
        state.isPinned = false
        state.savedBy = []
        return nil
    }

    /// Whether a deletion comes inside the time for it, by the clocks of both who sent.
    private func isInTime(_ change: Change, _ base: ChangeBase) -> Bool {
        profile.deleteWindow.map { change.sentAt.isWithin($0, after: base.sentAt) } ?? true
    }

    private func judge(
        save: Bool, _ change: Change, _ base: ChangeBase, _ state: inout MessageState
    ) -> Refusal.Reason? {
        guard base.form != .viewOnce else { return .notApplicable }
        state.savedBy.removeAll { $0 == change.author }
        if save { state.savedBy.append(change.author) }
        return nil
    }

    private func judge(
        _ vote: PollVoteContent, _ change: Change, _ base: ChangeBase, _ state: inout MessageState
    ) -> Refusal.Reason? {
        guard case .poll(let count, let isMultiple) = base.form else { return .notApplicable }
        if vote.closes, change.author != base.author { return .notTheAuthor }
        if state.isClosed { return .closed }
        guard vote.options.allSatisfy({ $0 < count }), isMultiple || vote.options.count <= 1 else {
            return .notApplicable
        }
        if vote.closes { state.isClosed = true }
        return nil
    }

    private func judge(
        _ location: LocationContent, _ change: Change, _ base: ChangeBase, _ state: inout MessageState
    ) -> Refusal.Reason? {
        guard change.author == base.author else { return .notTheAuthor }
        guard case .live(let duration) = base.form else { return .notApplicable }
        if state.isClosed { return .closed }
        guard change.sentAt.isWithin(duration, after: base.sentAt) else { return .tooLate }
        if location.stops { state.isClosed = true }
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

/// What this user may do in the conversation now, worked out once for many rows.
struct ActionScope {
    let isMember: Bool
    let maySend: Bool
    let mayPin: Bool
    let isAdmin: Bool

    init(_ conversation: Conversation) {
        let me = conversation.me
        let group = conversation.group
        isMember = group?.isMember(me) ?? true
        let isBlocked = conversation.peer.map { conversation.blocks.isBlocked($0) } ?? false
        maySend = !isBlocked && group?.allows(.sending, by: me) ?? true
        mayPin = !isBlocked && group?.allows(.pinning, by: me) ?? true
        isAdmin = conversation.isGroup && conversation.isAdmin(People.me, at: .max)
    }
}

extension Conversation {
    /// What the reader may do with a row that is neither a notice nor deleted.
    ///
    /// Rule CV-40.
    func actions(for row: Row, _ record: Int32, in context: RowContext, _ scope: ActionScope) -> RowActions {
        var actions = RowActions()
        let isThere = Self.isThere(row.sendState)
        let isOnce = if case .viewOnce = row.body { true } else { false }
        let isCall = if case .call = row.body { true } else { false }
        let isKnown = if case .unsupported = row.body { false } else { true }
        let isOpen = if case .stream(let stream) = row.body { !stream.isFinal } else { false }
        // Who gets text messages doesn't know our names of them.
        let isNamed = row.isEncrypted && isThere && !isCall
        let hasText = !isOnce && !Self.text(of: row.body).isEmpty
        actions.insert(.reply, if: scope.maySend && isThere && !isCall)
        actions.insert(.react, if: scope.maySend && isNamed)
        actions.insert(.copy, if: hasText)
        actions.insert(.forward, if: isKnown && !isOnce && !isCall && !isOpen)
        actions.insert(row.pin == nil ? .pin : .unpin, if: scope.mayPin && isNamed && !isOnce)
        actions.insert(.translate, if: hasText && !row.isMine && row.soloEmojiCount == nil)
        actions.insert(.edit, if: isNamed && scope.isMember && mayEdit(row, context.now))
        actions.insert(.deleteForMe)
        actions.insert(
            .deleteForEveryone,
            if: isNamed && (row.isMine || scope.isAdmin) && mayDelete(row, context.now))
        actions.insert(.info, if: !isCall)
        actions.insert(.report, if: !row.isMine)
        if case .failed = row.sendState {
            actions.insert(.retry)
            actions.insert(.sendAsTextMessage, if: row.isEncrypted && !isGroup && hasText)
        }
        if row.timer != nil, isNamed, !isOnce {
            actions.insert(row.savedBy.contains(me) ? .unsaveInChat : .saveInChat)
        }
        insertOpening(of: row, into: &actions)
        return actions
    }

    private func insertOpening(of row: Row, into actions: inout RowActions) {
        var isPlayed = false
        var hasSpoilers = false
        switch row.body {
        case .viewOnce(let once): actions.insert(.open, if: !once.media.isEmpty)
        case .voice: isPlayed = true
        case .media(let media): isPlayed = media.form == .video || media.form == .videoNote
        case .text(let text): hasSpoilers = !text.spoilers.isEmpty
        default: break
        }
        actions.insert(.play, if: isPlayed)
        actions.insert(.reveal, if: hasSpoilers || row.effect == .invisibleInk)
    }

    /// Whether a message is where others can name it: theirs are, mine once the server has them.
    private static func isThere(_ state: SendState?) -> Bool {
        switch state {
        case .queued, .sending, .failed: false
        default: true
        }
    }

    private func mayEdit(_ row: Row, _ now: Instant) -> Bool {
        guard row.isMine, now.isWithin(profile.editWindow, after: row.sentAt),
            max(row.edits.count - 1, 0) < profile.editCount
        else { return false }
        return switch row.body {
        case .text, .media, .album: true
        default: false
        }
    }

    private func mayDelete(_ row: Row, _ now: Instant) -> Bool {
        profile.deleteWindow.map { now.isWithin($0, after: row.sentAt) } ?? true
    }

    /// What of a row can be copied as text.
    private static func text(of body: RowBody) -> String {
        switch body {
        case .text(let text): text.body
        case .media(let media): media.caption
        case .album(let album): album.items.first { !$0.caption.isEmpty }?.caption ?? ""
        case .voice(let voice): voice.transcript
        case .stream(let stream): stream.text
        case .note(let note): note.text?.body ?? note.media?.caption ?? ""
        case .appExtension(let content): content.fallback
        default: ""
        }
    }
}

/// Rules NT-2 to NT-7.
extension Conversation {
    /// One line for the newest thing that is shown: a message, or a reaction that came after all messages.
    ///
    /// - Complexity: O(1): at most ``PreviewLimits/rows`` rows are looked at.
    public func preview(names: PeopleNames) -> PreviewPhrase { newestPreview(names: names).phrase }

    /// What a message may be called by another one; nil when it isn't there.
    public func gist(of name: MessageName) -> MessageGist? {
        guard let author = people.number(of: name.author),
            let slot = names[NameKey(author: author, id: name.id)], slot.isBase, slot.record >= 0
        else { return nil }
        return gist(of: slot.record)
    }

    func newestPreview(names: PeopleNames) -> (phrase: PreviewPhrase, at: Instant?) {
        var newest: (sequence: UInt64, phrase: PreviewPhrase, at: Instant)?
        let end = timeline.count
        for rank in stride(from: end - 1, through: max(0, end - PreviewLimits.rows), by: -1) {
            guard let entry = timeline[rank] else { continue }
            let record = records[Int(entry.record)]
            if newest == nil {
                let phrase = preview(of: entry.record, names: names)
                if phrase != .empty { newest = (record.sequence, phrase, record.receivedAt) }
            }
            guard record.extras != MessageRecord.none,
                let reaction = extras[Int(record.extras)].state.reactions.max(by: {
                    $0.sequence < $1.sequence
                }), reaction.sequence > newest?.sequence ?? 0
            else { continue }
            let phrase = preview(of: reaction, to: entry.record, names: names)
            newest = (reaction.sequence, phrase, reaction.receivedAt)
        }
        return newest.map { ($0.phrase, $0.at) } ?? (.empty, nil)
    }

    private func preview(of index: Int32, names: PeopleNames) -> PreviewPhrase {
        let record = records[Int(index)]
        switch localNotice(of: index) {
        case .identityChanged(let person):
            return .notice(.safetyNumberChanged(name: names.name(of: person)))
        case nil: break
        }
        if let call = call(of: index) { return call.preview(names: names) }
        let author = people[record.author]
        return phrase(of: index, by: author, names: names).line(by: author, isGroup: isGroup, names: names)
    }

    private func phrase(of index: Int32, by author: PersonID, names: PeopleNames) -> PreviewPhrase {
        guard let content = shownContent(of: index) else { return .deleted }
        if let stream = grownText(of: index) {
            if content.concealment != .none { return .concealed }
            let text = TextExcerpt.snippet(stream.text, byteCount: PreviewPhrase.byteCount)
            return text.isEmpty ? .empty : .text(text)
        }
        let target = target(of: content, from: records[Int(index)].author)
        return PreviewPhrase(content, author: author, target: target, names: names)
    }

    private func preview(
        of reaction: PersonReaction, to index: Int32, names: PeopleNames
    ) -> PreviewPhrase {
        let gist = gist(of: index)
        let phrase = PreviewPhrase.reacted(
            emoji: reaction.content.emoji.display, to: gist?.noun ?? .message, snippet: gist?.snippet ?? "")
        return phrase.line(by: people[reaction.person], isGroup: isGroup, names: names)
    }

    /// A message as it is now; nil when it was deleted.
    func shownContent(of index: Int32) -> Content? {
        let record = records[Int(index)]
        guard record.extras != MessageRecord.none else { return record.content }
        let state = extras[Int(record.extras)].state
        if state.deletedBy != nil { return nil }
        guard let kind = state.current?.content.newKind, !record.content.kind.isViewOnce else {
            return record.content
        }
        var content = record.content
        content.kind = kind
        return content
    }

    func gist(of index: Int32) -> MessageGist? {
        guard records[Int(index)].facets.isVisible, let content = shownContent(of: index) else { return nil }
        return MessageGist(content, author: people[records[Int(index)].author])
    }

    private func target(of content: Content, from author: Int32) -> MessageGist? {
        let reference: MessageRef? =
            switch content.kind {
            case .pin(let pin): pin.target
            case .screenshot(let capture): capture.target
            case .saved(let saved): saved.target
            case .pollVote(let vote): vote.poll
            default: nil
            }
        guard let reference, let key = known(reference, from: author), let slot = names[key], slot.isBase,
            slot.record >= 0
        else { return nil }
        return gist(of: slot.record)
    }

    /// What a reference of an author names, as far as its people are known.
    private func known(_ reference: MessageRef, from author: Int32) -> NameKey? {
        let target: Int32? =
            switch reference.author {
            case .sender: author
            case .recipient: peer.map { author == People.me ? $0 : People.me }
            case .user(let bytes): PersonID(bytes).flatMap { people.number(of: $0) }
            case .member(let position, let revision):
                rosters[revision].flatMap { roster in
                    roster.indices.contains(Int(position)) ? people.number(of: roster[Int(position)]) : nil
                }
            case .unknown: nil
            }
        return target.map { NameKey(author: $0, id: reference.id) }
    }
}

/// How far a preview looks.
///
/// Rule NT-7.
public enum PreviewLimits {
    /// Rows, from the newest on.
    public static let rows = 64
}

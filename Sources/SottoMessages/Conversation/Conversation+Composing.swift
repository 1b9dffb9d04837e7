// What content that is to be sent says of the conversation.

/// Rules CN-6, CV-2, CV-22 and CV-35.
extension Conversation {
    /// Names a message in content that I send here: in a reaction, an edit, a delete, a pin.
    ///
    /// In a group an author with a long name is told by the position in the newest of ``rosters`` that has the author.
    public func reference(to message: MessageName) -> MessageRef {
        MessageRef(author: author(message.author), id: message.id)
    }

    /// The quote of a message that I answer here, for ``Content/reply``.
    ///
    /// Nothing that is concealed or was deleted is in it; of a message that isn't here it has the name alone.
    public func quote(of message: MessageName) -> ReplyQuote {
        guard let record = record(of: message) else { return ReplyQuote(target: reference(to: message)) }
        let root = threadRoot(of: record).map { reference(to: $0) }
        return ReplyQuote(
            target: reference(to: message), snippet: visibleForm(of: record).snippet,
            kindNumber: isDeleted(record) ? 0 : records[Int(record)].content.kind.number, threadRoot: root)
    }

    /// The timer of a message that I send now, for ``Content/timer``; nil when messages stay.
    public var messageTimer: ExpiryTimer? {
        let timer = timer
        return timer.seconds == 0 ? nil : ExpiryTimer(seconds: timer.seconds, version: timer.version)
    }

    /// A change of the timer that counts over the one that is there.
    ///
    /// - Parameter seconds: After how many seconds messages disappear; 0 for never.
    public func timerChange(seconds: UInt32) -> TimerChangeContent {
        let (version, isLast) = timer.version.addingReportingOverflow(1)
        return TimerChangeContent(seconds: seconds, version: isLast ? timer.version : version)
    }

    private func author(_ person: PersonID) -> AuthorRef {
        if person == me { return .sender }
        guard isGroup else { return .recipient }
        guard person.bytes.count > AuthorRef.shortUserByteCount else { return .user(person.bytes) }
        let places = rosters.lazy.compactMap { revision, members in
            members.firstIndex(of: person).map { (revision: revision, position: $0) }
        }
        guard let place = places.max(by: { $0.revision < $1.revision }),
            let position = UInt32(exactly: place.position)
        else { return .user(person.bytes) }
        return .member(position: position, rosterRevision: place.revision)
    }
}

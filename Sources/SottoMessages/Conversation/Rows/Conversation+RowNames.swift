// From names to records, without changing anything.

extension Conversation {
    /// The key of a name; nil when its author was never seen.
    func knownKey(of name: MessageName) -> NameKey? {
        if name.author == .nobody {
            return NameKey(author: name.id.high == 0 ? NameKey.nobody : NameKey.calls, id: name.id)
        }
        return people.number(of: name.author).map { NameKey(author: $0, id: name.id) }
    }

    /// Whom a reference names, seen from who sent it.
    func person(_ reference: AuthorRef, from author: Int32) -> PersonID? {
        switch reference {
        case .sender: people[author]
        case .recipient: peer.map { author == People.me ? people[$0] : me }
        case .user(let bytes): PersonID(bytes)
        case .member(let position, let revision):
            rosters[revision].flatMap { position < $0.count ? $0[Int(position)] : nil }
        case .unknown: nil
        }
    }

    /// The extras of a record that has some.
    func extra(of record: Int32) -> MessageExtras? {
        let index = records[Int(record)].extras
        return index == MessageRecord.none ? nil : extras[Int(index)]
    }

    /// A record's place in the timeline.
    func entry(of record: Int32) -> TimelineEntry {
        TimelineEntry(sequence: records[Int(record)].sequence, record: record)
    }
}

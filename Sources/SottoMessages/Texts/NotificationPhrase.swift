/// A title or a body of a notification.
///
/// Rule MR-1.
@nonexhaustive
public enum NotificationPhrase: Hashable, Sendable {
    /// The title for a person, or for a group by its name.
    case title(String)
    /// The title for somebody in a group.
    case titleInGroup(name: String, group: String)
    /// One line with the name and the preview.
    case line(name: String, text: String)
    /// Somebody answered the reader.
    case replied(name: String)
    /// Somebody answered the reader in a group.
    case repliedInGroup(name: String, group: String)
    /// Somebody named the reader.
    case mentioned(name: String)
    /// Somebody named the reader in a group.
    case mentionedInGroup(name: String, group: String)
    /// Somebody reacted to what the reader sent.
    case reacted(name: String, emoji: String, to: ContentNoun)
    /// Somebody, and maybe others, sent things of one kind; in a group unless its name is empty.
    case shared(name: String, othersCount: Int, count: Int, ContentNoun, group: String)
    /// How many messages there are from one side.
    case messages(count: Int)
    /// The title of a summary in the morning.
    case morningTitle
    /// A summary: how many messages, in how many conversations.
    case summary(messages: Int, conversations: Int)
    /// A summary by names: who wrote, and how many others.
    case summaryFrom(names: [String], othersCount: Int, messages: Int)
    /// A call comes in.
    case incomingCall(isVideo: Bool)
    /// A call of a group comes in.
    case incomingGroupCall(name: String, isVideo: Bool)
    /// A call was missed.
    case missedCall(isVideo: Bool)
    /// There is a message: nothing else may be said, or could be found out.
    case fallback
    /// Somebody unknown wants to talk.
    case messageRequest
    /// The title that names nobody.
    case hiddenTitle
    /// The safety number with somebody changed.
    case safetyNumberChanged(name: String)
}

/// Rule MR-1.
extension ReaderStrings {
    /// The text of a notification in English; phrases inside it come from the app.
    public func english(_ phrase: NotificationPhrase) -> String {
        switch phrase {
        case .title(let name): return name
        case .titleInGroup(let name, let group): return "\(name) in \(group)"
        case .line(let name, let text): return "\(name): \(text)"
        case .replied(let name): return "\(name) just replied to your message"
        case .repliedInGroup(let name, let group): return "\(name) just replied to your message in \(group)"
        case .mentioned(let name): return "\(name) mentioned you"
        case .mentionedInGroup(let name, let group): return "\(name) mentioned you in \(group)"
        case .reacted(let name, let emoji, let thing):
            let mine = noun(.yours(thing))
            return emoji.isEmpty ? "\(name) reacted to \(mine)" : "\(name) tapped \(emoji) on \(mine)"
        case .shared(let name, let others, let count, let thing, let group):
            let who = names(.andOthers([name], othersCount: others))
            let what = count == 1 ? noun(.one(thing)) : noun(.several(thing))
            return group.isEmpty ? "\(who) shared \(what)" : "\(who) shared \(what) in \(group)"
        case .messages(let count): return englishCount(count, "new message", "new messages")
        case .morningTitle: return "Good morning"
        case .summary(let messages, let conversations):
            let what = englishCount(messages, "new message", "new messages")
            return "\(what) in \(englishCount(conversations, "conversation", "conversations"))"
        case .summaryFrom(let people, let others, let messages):
            let what = englishCount(messages, "new message", "new messages")
            return "\(what) from \(names(.andOthers(people, othersCount: others)))"
        case .incomingCall(let isVideo): return english(.incoming(isVideo: isVideo))
        case .incomingGroupCall(let name, let isVideo):
            return "\(name) started a group \(isVideo ? "video call" : "call")"
        case .missedCall(let isVideo): return english(.missed(isVideo: isVideo))
        case .fallback: return "New message"
        case .messageRequest: return "New message request"
        case .hiddenTitle: return "Sotto"
        case .safetyNumberChanged(let name): return notice(.safetyNumberChanged(name: name))
        }
    }
}

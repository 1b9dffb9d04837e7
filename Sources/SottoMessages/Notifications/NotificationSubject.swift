/// What came, as far as notifications go.
///
/// It is made of a whole message, or of the little that a push carries of one that is fetched later. Rule NT-10.
public struct NotificationSubject: Hashable, Sendable {
    /// The message.
    public var message: MessageName
    /// Where it was sent.
    public var conversation: ConversationID
    /// What it is to the reader.
    public var form: Form
    /// One line of it without a name.
    public var preview: PreviewPhrase
    /// What it is, to be told with others of its kind; ``ContentNoun/message`` for what has to be told by itself.
    public var noun: ContentNoun

    /// What it is to the reader.
    @nonexhaustive
    public enum Form: Hashable, Sendable {
        /// Somebody said something.
        case message
        /// Somebody answered the reader.
        case reply
        /// Somebody named the reader.
        case mention
        /// Somebody reacted to a message of the reader's; the emoji is empty for a picture.
        case reaction(emoji: String, to: ContentNoun, target: MessageID)
        /// Somebody calls.
        case call(MessageID, isVideo: Bool)
        /// A call that the reader didn't answer.
        case missedCall(MessageID, isVideo: Bool)
        /// Something happened that the reader should see, but not at once.
        case notice
        /// Nothing to be shown.
        case silent(SilenceReason, withdraws: [NotificationID])
    }

    /// Makes the subject of a message that isn't there yet, from what is told of it.
    public init(
        message: MessageName, conversation: ConversationID, form: Form = .message, preview: PreviewPhrase,
        noun: ContentNoun = .message
    ) {
        self.message = message
        self.conversation = conversation
        self.form = form
        self.preview = preview
        self.noun = noun
    }

    /// Makes the subject of a message.
    public init(_ event: MessageEvent, in situation: NotificationSituation) {
        let content = event.content
        message = MessageName(author: event.author, id: content.id)
        conversation = event.conversation
        preview = PreviewPhrase(
            content, author: event.author, target: situation.target, names: situation.names)
        noun = content.concealment == .invisibleInk ? .message : content.kind.sharedNoun
        form = .silent(.neverShown, withdraws: [])
        form = form(of: event, situation)
    }

    private func form(of event: MessageEvent, _ situation: NotificationSituation) -> Form {
        let content = event.content
        switch content.kind {
        case .reaction(let reaction): return form(of: reaction, event, situation)
        case .delete(let deletion): return takesBack(deletion.target, event, situation)
        case .edit: return .silent(.notForMe, withdraws: [])
        case .call(let call): return form(of: call)
        case .screenshot: return .notice
        case .groupUpdate(let update):
            let isForMe = update.action == .create || update.action == .add
            return isForMe && update.users.contains(situation.names.me.bytes)
                ? .message : .silent(.notForMe, withdraws: [])
        case .unknown: return .message
        case .streamed(let part) where part.stream == content.id && preview != .empty: return .message
        default: break
        }
        guard content.kind.isBubble else { return .silent(content.kind.silence, withdraws: []) }
        if let reply = content.reply,
            situation.author(of: reply.target, from: event.author, in: conversation) == situation.names.me
        {
            return .reply
        }
        if case .text(let text) = content.kind,
            text.mentions.contains(where: { $0.user == situation.names.me.bytes })
        {
            return .mention
        }
        return .message
    }

    private func form(
        of reaction: ReactionContent, _ event: MessageEvent, _ situation: NotificationSituation
    ) -> Form {
        let author = situation.author(of: reaction.target, from: event.author, in: conversation)
        guard author == situation.names.me else { return .silent(.notForMe, withdraws: []) }
        let target = reaction.target.id
        if reaction.removes {
            let id = NotificationID(.reaction, MessageName(author: event.author, id: target))
            return .silent(.takesBack, withdraws: [id])
        }
        let known = situation.target.flatMap { $0.author == situation.names.me ? $0.noun : nil }
        return .reaction(emoji: reaction.emoji.display, to: known ?? .message, target: target)
    }

    private func form(of call: CallContent) -> Form {
        let id = NotificationID(.call, MessageName(author: message.author, id: call.call))
        switch call.event {
        case .offer, .groupOpened: return .call(call.call, isVideo: call.isVideo)
        case .hangUp where call.reason == .missed: return .missedCall(call.call, isVideo: call.isVideo)
        case .hangUp, .groupClosed: return .silent(.takesBack, withdraws: [id])
        default: return .silent(.neverShown, withdraws: [])
        }
    }

    private func takesBack(
        _ target: MessageRef, _ event: MessageEvent, _ situation: NotificationSituation
    ) -> Form {
        // An admin may delete what others wrote; which of them may is known to the conversation alone.
        guard situation.author(of: target, from: event.author, in: conversation) == event.author else {
            return .silent(.notForMe, withdraws: [])
        }
        let name = MessageName(author: event.author, id: target.id)
        return .silent(.takesBack, withdraws: [NotificationID(.message, name)])
    }
}

extension ContentKind {
    /// Why it isn't shown, when nobody said anything by it.
    fileprivate var silence: SilenceReason {
        switch self {
        case .receipt, .typing, .presence, .null, .preview, .sync, .profile, .suggestions, .report, .streamed,
            .voiceChannel, .spaceUpdate:
            .neverShown
        default: .notForMe
        }
    }

    /// What it is when it is told with others: an album of photos is photos.
    fileprivate var sharedNoun: ContentNoun {
        guard case .album(let album) = self, let first = album.items.first else { return noun }
        return album.items.allSatisfy { $0.form == first.form } ? first.form.noun : .album
    }
}

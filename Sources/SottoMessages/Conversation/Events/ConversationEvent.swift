/// Something that happened in a conversation, with its place in the order.
///
/// Rule CV-3.
public struct ConversationEvent: Hashable, Sendable {
    /// The place in the order in which this device learnt things; each event has its own, from 1.
    public var sequence: UInt64
    /// When this device learnt it, by its own clock.
    public var receivedAt: Instant
    /// What happened.
    public var body: Body

    /// What happened.
    @nonexhaustive
    public enum Body: Hashable, Sendable {
        /// Somebody, perhaps this user, sent content.
        case message(MessageEvent)
        /// Something that this device did or noticed.
        case local(LocalFact)
    }

    /// Makes an event.
    public init(sequence: UInt64, receivedAt: Instant, body: Body) {
        self.sequence = sequence
        self.receivedAt = receivedAt
        self.body = body
    }
}

/// Content with what is known of its way.
///
/// Rule CV-3.
public struct MessageEvent: Hashable, Sendable {
    /// Who sent it; with the content's id the name of the message.
    public var author: PersonID
    /// The author's device.
    public var device: UInt32
    /// Where it was sent.
    public var conversation: ConversationID
    /// How it came.
    public var transport: Transport
    /// Whether the server wasn't told who sends; for message info alone.
    public var isSealed: Bool
    /// To whom a message of mine went in a group; empty in a direct conversation and for what others send.
    public var recipients: [PersonID]
    /// What was sent.
    public var content: Content

    /// Makes the event of content.
    public init(
        author: PersonID, device: UInt32, conversation: ConversationID,
        transport: Transport = .endToEnd, isSealed: Bool = false, recipients: [PersonID] = [],
        content: Content
    ) {
        self.author = author
        self.device = device
        self.conversation = conversation
        self.transport = transport
        self.isSealed = isSealed
        self.recipients = recipients
        self.content = content
    }
}

/// How a message came.
///
/// Rule CV-3.
@nonexhaustive
public enum Transport: UInt8, Hashable, Sendable {
    /// Encrypted from end to end.
    case endToEnd = 0
    /// A way that can be read on it, such as SMS; never shown as encrypted.
    case fallback = 1
}

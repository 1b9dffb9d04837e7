public import SottoIdentity
public import SottoMessages
public import SottoSessions

extension Received {
    /// What was received as an event of its conversation.
    ///
    /// A copy of what another device of the user sent is an event of that conversation, by the user.
    ///
    /// - Parameters:
    ///   - sequence: The event's place in the order; the app counts, and takes each number once.
    ///   - user: Whose device this is.
    /// - Returns: The event; nil when there is nothing for a conversation in it: a heartbeat, a request, a key.
    /// - Throws: ``SottoMessages/ContentError`` when the bytes aren't content, or have another id than their message.
    ///
    /// Rule DS-33.
    public func conversationEvent(
        sequence: UInt64, of user: UserID
    ) throws(ContentError) -> ConversationEvent? {
        let id: MessageID
        let bytes: [UInt8]
        let conversation: ConversationID
        switch content {
        case .message(let message, let content):
            (id, bytes, conversation) = (message, content, .direct(PersonID(sender.user)))
        case .sentCopy(let message, let receiver, let content):
            (id, bytes, conversation) = (message, content, .direct(PersonID(receiver)))
        case .groupMessage(let message, let group, let content):
            (id, bytes, conversation) = (message, content, .group(group.bytes))
        default: return nil
        }
        let content = try Content(decoding: bytes)
        guard content.id == id else { throw .invalid(field: "Content.id") }
        let event = MessageEvent(
            author: PersonID(sender.user), device: sender.device, conversation: conversation,
            isSealed: envelope != nil, content: content)
        return ConversationEvent(
            sequence: sequence, receivedAt: Instant(milliseconds: receivedAt), body: .message(event))
    }
}

extension Device {
    /// What this device sends as an event of its conversation, to be handed to it when it is sent.
    ///
    /// - Parameters:
    ///   - content: What is sent.
    ///   - conversation: Where.
    ///   - sequence: The event's place in the order.
    ///   - recipients: In a group, its other members: whose receipts count.
    ///
    /// Rule DS-33.
    public func conversationEvent(
        of content: Content, in conversation: ConversationID, sequence: UInt64,
        recipients: [UserID] = []
    ) -> ConversationEvent {
        let event = MessageEvent(
            author: PersonID(address.user), device: address.device, conversation: conversation,
            recipients: recipients.map { PersonID($0) }, content: content)
        return ConversationEvent(
            sequence: sequence, receivedAt: Instant(milliseconds: now), body: .message(event))
    }
}

extension PersonID {
    /// The person that a user is.
    ///
    /// Rule DS-33.
    public init(_ user: UserID) { self = PersonID(user.bytes) ?? .nobody }
}

/// What a system needs to show a notification as one of a person.
///
/// Rule NT-11.
public struct CommunicationDetails: Hashable, Sendable {
    /// The sender's handle.
    public var sender: PersonID
    /// The sender's name.
    public var senderName: String
    /// The sender's picture.
    public var avatar: AttachmentPointer?
    /// The group's name, to be spoken; nil in a direct conversation.
    public var groupName: String?
    /// The conversation on this device.
    public var conversation: ConversationID
    /// To whom it was sent: the reader, and the other members of a group.
    public var recipients: [PersonID]
}

public import SottoIdentity
public import SottoSessions

/// A message to a group that was sealed, durable before it is returned.
public struct GroupOutgoing: Hashable, Sendable {
    /// The message's id.
    public let id: MessageID
    /// The group.
    public let group: GroupID
    /// The own key for devices that don't have it, to be handed over before the envelope; each has an id of its own for
    /// ``Device/markSent(_:)-5yjgl``, and the outbox has them too.
    public let distributions: [Outgoing]
    /// For the server, which splits it into one for each device; nil when there is nobody but this device.
    public let envelope: GroupEnvelope?
    /// Who it could not be sealed for, and why; the others have theirs.
    public let failures: [GroupDeliveryFailure]
}

/// One envelope for all devices that a message goes to.
public struct GroupEnvelope: Hashable, Sendable {
    /// The sent form, which names the devices.
    public let bytes: [UInt8]
    /// The devices, as in the envelope.
    public let recipients: [Address]
}

/// A member, or a device of one, that a group message could not be sealed for.
public struct GroupDeliveryFailure: Hashable, Sendable {
    /// The member.
    public let user: UserID
    /// The device; nil when it concerns all of the user's.
    public let device: UInt32?
    /// Why not, and what to do.
    public let error: SessionError
}

public import SottoIdentity
public import SottoSessions

/// A message to a group that was sealed, durable before it is returned.
public struct GroupOutgoing: Hashable, Sendable {
    /// The message's id.
    public let id: MessageID
    /// The group.
    public let group: GroupID
    /// The own key for devices that don't have it, to be handed over before the envelope and marked as sent, each by its own id.
    ///
    /// ``Device/outbox(limit:)`` has them too, also those that an earlier call gave.
    public let distributions: [Outgoing]
    /// For the server, which splits it into a part for each device; nil when there is nobody but this device.
    public let envelope: GroupEnvelope?
    /// Who it could not be sealed for, and why; the others have theirs.
    public let failures: [GroupDeliveryFailure]
}

/// One envelope for all devices that a message goes to.
public struct GroupEnvelope: Hashable, Sendable {
    /// What the server takes apart; it names the devices, not the sender.
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

    /// The device's address; nil when it concerns all of the user's.
    public var address: Address? { device.flatMap { try? Address(user: user, device: $0) } }
}

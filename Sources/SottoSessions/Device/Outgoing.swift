public import SottoIdentity

/// A message that was sealed: bytes for each device that is to get it, durable before they are returned.
public struct Outgoing: Hashable, Sendable {
    /// The message's id.
    public let id: MessageID
    /// For the server, one for each device.
    public let envelopes: [Envelope]
    /// The devices that it could not be sealed for, and why; the others have theirs.
    public let failures: [DeliveryFailure]
}

/// The bytes for one device.
public struct Envelope: Hashable, Sendable {
    /// Who gets it.
    public let address: Address
    /// The installation that it was sealed for; a server that knows another one says so.
    public let registrationID: RegistrationID?
    /// An envelope that hides the sender, or else a prekey message or a session message.
    public let bytes: [UInt8]
    /// Whether it hides the sender, and why not.
    public let sealing: Sealing
}

/// A device that a message could not be sealed for.
public struct DeliveryFailure: Hashable, Sendable {
    /// The device.
    public let address: Address
    /// Why not, and what to do.
    public let error: SessionError
}

/// Who a message goes to.
public enum Destination: Hashable, Sendable {
    /// Every device of a user, and a copy for the own other devices.
    case user(UserID)
    /// One device only.
    case device(Address)

    /// The user in both cases.
    public var user: UserID {
        switch self {
        case .user(let user): user
        case .device(let address): address.user
        }
    }
}

/// A message that is to be sent, for sending many in one transaction.
public struct Draft: Hashable, Sendable {
    /// The content, 0 to 65,000 bytes.
    public let content: [UInt8]
    /// The id; the same draft with the same id gives the same bytes again.
    public let id: MessageID
    /// Who it goes to.
    public let destination: Destination

    /// Makes a draft, with a random id unless one is given.
    public init(_ content: [UInt8], id: MessageID = .random(), to destination: Destination) {
        self.content = content
        self.id = id
        self.destination = destination
    }
}

public import SottoIdentity

/// A message that was opened, and what is to be known about it.
public struct Received: Hashable, Sendable {
    /// Its id at this device: what `Device.acknowledge(_:)` takes, and what a copy of it is refused with.
    public let id: ReceivedID
    /// Who it is from: a fact of the session, never what the transport said.
    public let sender: Address
    /// The identity key of the sender's user.
    public let senderIdentityKey: IdentityPublicKey
    /// Whether that key is verified.
    public let isVerified: Bool
    /// What it says.
    public let content: ReceivedContent
    /// What stood in the envelope that hid its sender; nil when it came in none.
    public var envelope: EnvelopeFacts? { facts.envelope }
    /// When it was opened, in milliseconds since 1970-01-01T00:00:00Z, by this device's clock.
    public let receivedAt: UInt64
    /// When the server got it, as the caller said.
    public let serverTime: UInt64?
    /// What happened beside.
    public let facts: ReceivedFacts
}

/// What a message says.
@nonexhaustive
public enum ReceivedContent: Hashable, Sendable {
    /// Content for this user, with the sender's id for it; sent again it has the same id, and can come as another message with that:
    /// an app shows each id of a user once.
    case message(MessageID, [UInt8])
    /// What another device of this user sent to somebody.
    case sentCopy(MessageID, to: UserID, [UInt8])
    /// Nothing to show; it gave the session new keys.
    case heartbeat
    /// The sender's device couldn't open a message of ours and asks for it.
    case resendRequest(ResendRequest)
    /// The sender's device couldn't open something that isn't kept, was delivered, or was asked for before: nothing
    /// to do.
    case spentResendRequest
    /// Content for a group, with the sender's id for it. Sent again, for devices that its sender didn't know, it comes to all of
    /// them: an app shows each id of a user once.
    case groupMessage(MessageID, in: GroupID, [UInt8])
    /// The sender's device handed over its key in a group; nothing to show.
    case senderKey(of: GroupID)
    /// The sender's device couldn't open a message of ours to a group and asks for it.
    case groupResendRequest(GroupResendRequest)
    /// A kind of message that this version doesn't know.
    case unknown(UInt8)
}

/// A message that is to be sent again to one device.
public struct ResendRequest: Hashable, Sendable {
    /// The message's id.
    public let id: MessageID
    /// The device that asked for it.
    public let address: Address

    /// Takes the parts, for who kept them and answers later.
    public init(id: MessageID, address: Address) {
        self.id = id
        self.address = address
    }
}

/// What happened when a message was opened.
public struct ReceivedFacts: Hashable, Sendable {
    /// How the message began a session, if it did.
    public var beganSession: SessionBeginning?
    /// Whether a prekey upload is due.
    public var isUploadDue = false
    /// Whether a short message to the sender's device is advised, for new keys: none went there for long.
    ///
    /// Said once for each of their ratchet keys.
    public var isHeartbeatDue = false
    private var rare: RareFacts?

    /// Messages that have not come and can no longer be opened.
    public var lost: [LostMessages] {
        get { rare?.lost ?? [] }
        set {
            guard rare != nil || !newValue.isEmpty else { return }
            rare = RareFacts(lost: newValue, waited: waited, envelope: envelope)
        }
    }

    /// Group messages that waited for this one and opened by it; they are in the inbox.
    public var opened: [Received] { waited.opened }

    /// Group messages that waited for this one and didn't open: they wait on, or can't be opened any more; each can be asked for.
    public var unopened: [UndecryptableGroupMessage] { waited.unopened }

    /// What became of group messages that waited.
    package var waited: WaitedMessages {
        get { rare?.waited ?? WaitedMessages() }
        set {
            guard rare != nil || newValue != WaitedMessages() else { return }
            rare = RareFacts(lost: lost, waited: newValue, envelope: envelope)
        }
    }

    /// What stood in the envelope.
    package var envelope: EnvelopeFacts? {
        get { rare?.envelope }
        set {
            guard rare != nil || newValue != nil else { return }
            rare = RareFacts(lost: lost, waited: waited, envelope: newValue)
        }
    }

    package init() {}
}

/// Facts that an ordinary message doesn't have, in one block, so that it is light to hand on.
private final class RareFacts: Hashable, Sendable {
    let lost: [LostMessages]
    let waited: WaitedMessages
    let envelope: EnvelopeFacts?

    init(lost: [LostMessages], waited: WaitedMessages, envelope: EnvelopeFacts?) {
        self.lost = lost
        self.waited = waited
        self.envelope = envelope
    }

    static func == (left: RareFacts, right: RareFacts) -> Bool {
        left.lost == right.lost && left.waited == right.waited && left.envelope == right.envelope
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(lost)
        hasher.combine(waited)
        hasher.combine(envelope)
    }
}

/// A first message's facts.
public struct SessionBeginning: Hashable, Sendable {
    /// Whether a one-time prekey protected it; without one it has less forward secrecy.
    public let usedOneTimePrekey: Bool
    /// Whether the device wasn't known before.
    public let isNewDevice: Bool
    /// Whether it is of an installation other than the one last heard of.
    public let isNewInstallation: Bool
}

public import SottoIdentity

/// What takes part in groups, inside a device's transactions.
package protocol GroupReceiving: Sendable {
    /// Opens a message for a group that came in an envelope.
    func receive(
        _ message: [UInt8], in envelope: EnvelopeContent, serverTime: UInt64?,
        _ transaction: DeviceTransaction
    ) throws -> Result<Received, SessionError>

    /// Takes what a session carried for a group.
    func receive(
        _ body: GroupBody, from sender: Address, _ identityKey: IdentityPublicKey,
        _ transaction: DeviceTransaction
    ) throws -> GroupBodyResult

    /// Does one step of the daily work.
    ///
    /// - Returns: Where to go on, or nothing at the end.
    func maintain(
        _ step: GroupMaintenanceStep, _ transaction: DeviceTransaction
    ) throws -> GroupMaintenanceStep?
}

/// What sessions carry for groups.
///
/// Rule DS-11.
package enum GroupBody: Hashable, Sendable {
    /// A distribution of a sender key.
    case senderKey([UInt8])
    /// A group message could not be opened: its group, chain and place.
    case resendRequest(GroupPlace)
    /// Content for a group, sent to one device alone.
    case message(MessageID, in: GroupID, [UInt8])
}

/// Where a group message stands: its group, its sender's chain, and its place in it.
public struct GroupPlace: Hashable, Sendable {
    /// The group.
    public let group: GroupID
    /// The chain's number.
    public let chain: UInt64
    /// The place in the chain.
    public let index: UInt32

    package init(group: GroupID, chain: UInt64, index: UInt32) {
        self.group = group
        self.chain = chain
        self.index = index
    }
}

/// What came of a body for a group.
package struct GroupBodyResult {
    package let content: ReceivedContent
    /// What became of messages that waited for it.
    package let waited: WaitedMessages

    package init(_ content: ReceivedContent, waited: WaitedMessages = WaitedMessages()) {
        self.content = content
        self.waited = waited
    }
}

/// What became of group messages that waited.
package struct WaitedMessages: Hashable, Sendable {
    package var opened: [Received] = []
    /// Those that wait on, or that can't be opened any more: their key begins at a later place, say.
    package var unopened: [UndecryptableGroupMessage] = []

    package init() {}
}

/// A request of a device for this one's key in a group, and for a message it couldn't open.
public struct GroupResendRequest: Hashable, Sendable {
    /// The group.
    public let group: GroupID
    /// The device that asked.
    public let address: Address
    /// The message, where it is still kept.
    public let message: MessageID?

    /// Takes the parts, for who kept them and answers later.
    public init(group: GroupID, address: Address, message: MessageID?) {
        self.group = group
        self.address = address
        self.message = message
    }
}

/// A group message that can't be opened, or not yet.
public struct UndecryptableGroupMessage: Hashable, Sendable {
    /// Who sent it; checked.
    public let sender: Address
    /// Its group, chain and place.
    public let place: GroupPlace
    /// Why it can't be opened.
    public let reason: Reason
    /// Whether it waits here and opens by itself when what it needs has come.
    public let isWaiting: Bool
    /// Whether to ask its sender; as for ``UndecryptableMessage``.
    public let isRequestDue: Bool
    /// What stood in the envelope.
    public let envelope: EnvelopeFacts

    /// Why a group message can't be opened.
    @nonexhaustive
    public enum Reason: UInt8, Hashable, Sendable {
        /// Its sender's key in the group hasn't come.
        case needsSenderKey = 1
        /// It was sent under a roster that isn't known here, or to a group that isn't. Mostly the roster comes in the next message; if not, an
        /// app asks a member for the group's rosters, for a request to send again brings none.
        case needsRoster = 2
        /// It was changed on its way, or its sender's key here is another one.
        case notAuthentic = 3
        /// The key for it was dropped: it was late beyond the limits.
        case messageKeyDropped = 4
        /// It skips more than it may.
        case gapTooLarge = 5
        /// Another message stood in this place of its chain: the sender's device was set back to an earlier state.
        case placeUsedTwice = 6
    }

    /// Takes the parts, for who kept them and asks later.
    public init(
        sender: Address, place: GroupPlace, reason: Reason, isWaiting: Bool, isRequestDue: Bool,
        envelope: EnvelopeFacts
    ) {
        self.sender = sender
        self.place = place
        self.reason = reason
        self.isWaiting = isWaiting
        self.isRequestDue = isRequestDue
        self.envelope = envelope
    }
}

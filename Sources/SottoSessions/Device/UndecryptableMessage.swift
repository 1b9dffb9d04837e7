public import SottoCrypto
public import SottoIdentity

/// A message that can't be opened: where it stands, so that its sender can be asked for it.
///
/// Nothing of it is authenticated, unless it came in an envelope: then sender, hint and group are. Asking costs a fresh bundle and one message, so ``isRequestDue`` says
/// whether it is worth it.
public struct UndecryptableMessage: Hashable, Sendable {
    /// Who the transport, or the message itself, says it is from.
    public let sender: Address
    /// The ratchet key of its chain.
    public let ratchetKey: Bytes32
    /// Its place in the chain.
    public let index: UInt32
    /// Why it can't be opened; for logs, never sent.
    public let fault: PeerFault
    /// Whether to ask: once in an hour and three times in all for one message, and not often in an hour for one device.
    ///
    /// Never for one whose sender said, in its envelope, that it isn't kept.
    public let isRequestDue: Bool
    /// What stood in the envelope, if it came in one.
    public let envelope: EnvelopeFacts?

    /// Takes the parts, for who kept them and asks later.
    public init(
        sender: Address, ratchetKey: Bytes32, index: UInt32, fault: PeerFault, isRequestDue: Bool,
        envelope: EnvelopeFacts? = nil
    ) {
        self.sender = sender
        self.ratchetKey = ratchetKey
        self.index = index
        self.fault = fault
        self.isRequestDue = isRequestDue
        self.envelope = envelope
    }
}

public import SottoIdentity
public import SottoPushPayload
public import SottoSessions

/// A message that was sealed, with the preview beside it where it is too long for a push.
///
/// Both are messages of their own: each goes to the server, is marked as sent, and waits in the outbox until then.
///
/// Rules PD-1 to PD-4.
public struct PushOutgoing: Hashable, Sendable {
    /// The message.
    public let message: Outgoing
    /// Its preview; nil where each device's envelope fits into a push, or nobody is told of such a message.
    public let preview: Outgoing?
    /// What there is to push, one for each device of others; the sender's own devices show nothing of what their user sent.
    public let pushes: [DevicePush]

    init(_ message: Outgoing, _ preview: Outgoing?, by user: UserID) {
        self.message = message
        self.preview = preview
        var previews: [Address: Envelope] = [:]
        for envelope in preview?.envelopes ?? [] { previews[envelope.address] = envelope }
        pushes = message.envelopes.lazy.filter { $0.address.user != user }.map { envelope in
            DevicePush(
                address: envelope.address, envelope: envelope.bytes,
                preview: envelope.bytes.isTooLongForAPush ? previews[envelope.address]?.bytes : nil)
        }
    }
}

/// A message for a group that was sealed, with the preview beside it where it is too long for a push.
///
/// Rules PD-1 to PD-4.
public struct PushGroupOutgoing: Hashable, Sendable {
    /// The message.
    public let message: GroupOutgoing
    /// Its preview; the server splits it as it does the message, and pushes a device's part of the one with that of the other.
    public let preview: GroupOutgoing?
}

/// What there is to push to one device.
///
/// Rule PD-4.
public struct DevicePush: Hashable, Sendable {
    /// The device.
    public let address: Address
    /// The envelope of the message.
    public let envelope: [UInt8]
    /// The envelope of the preview, if there is one.
    public let preview: [UInt8]?

    /// What an encoder takes.
    ///
    /// - Parameters:
    ///   - fetchID: What the device can fetch the message by, random; the push service sees it.
    ///   - serverTime: When the server got the message, in milliseconds since 1970.
    /// - Throws: ``SottoPushPayload/PushEncodingError/fetchIDLength(_:)``.
    public func content(
        fetchID: [UInt8], serverTime: UInt64?
    ) throws(PushEncodingError) -> PushContent {
        try PushContent(envelope: envelope, preview: preview, fetchID: fetchID, serverTime: serverTime)
    }
}

extension [UInt8] {
    /// Whether an envelope doesn't fit into some push of the usual budget.
    var isTooLongForAPush: Bool { count > PushLimits.certainEnvelopeByteCount }
}

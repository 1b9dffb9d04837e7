/// What there is to push for one message and one device.
///
/// Rules PP-2, PP-4.
public struct PushContent: Hashable, Sendable {
    /// The sealed envelope as the device gets it; opaque here.
    public let envelope: [UInt8]?

    /// The envelope of the preview that the sender made, if it made one.
    public let preview: [UInt8]?

    /// What the device can fetch the message by: opaque, the server's.
    ///
    /// The push service sees it, so it has to be random, and mustn't name a sender or a conversation.
    public let fetchID: [UInt8]

    /// When the server got the envelope, in milliseconds since 1970.
    ///
    /// A device needs it to judge certificates of messages that were on their way for long (SS-6).
    public let serverTime: UInt64?

    /// Puts together what there is.
    ///
    /// - Throws: ``PushEncodingError/emptyEnvelope`` for an envelope or a preview of no bytes, ``PushEncodingError/fetchIDLength(_:)`` for
    ///   an id of none or more than 64.
    public init(
        envelope: [UInt8]?, preview: [UInt8]? = nil, fetchID: [UInt8], serverTime: UInt64? = nil
    ) throws(PushEncodingError) {
        guard envelope?.isEmpty != true, preview?.isEmpty != true else { throw .emptyEnvelope }
        guard (1...PushLimits.maximumFetchIDByteCount).contains(fetchID.count) else {
            throw .fetchIDLength(fetchID.count)
        }
        self.envelope = envelope
        self.preview = preview
        self.fetchID = fetchID
        self.serverTime = serverTime
    }
}

public import SottoHandshake

/// A first message as it came: who it says it is from and which prekeys it names, nothing authenticated.
///
/// For whoever keeps prekeys and sessions in a way of their own; a device needs no such step.
///
/// Rule SM-2.
public struct PrekeyMessage: Sendable {
    /// What the message says of its sender and of the prekeys.
    public let handshake: HandshakePart

    /// Reads the header of a prekey message.
    ///
    /// - Throws: ``PeerFault`` as for any message, ``PeerFault/malformed`` for a session message.
    public init(_ bytes: [UInt8]) throws(SessionError) {
        guard let handshake = try ReceivedBytes(bytes).handshake else { throw .peer(.malformed) }
        self.handshake = handshake
    }
}

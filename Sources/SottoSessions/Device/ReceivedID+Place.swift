internal import SottoCrypto
internal import SottoHandshake
internal import SottoWire

extension ReceivedID {
    /// The id of the message with this header in the session that `transcript` names.
    ///
    /// Rule DS-10.
    package init(_ received: ReceivedBytes, _ transcript: HandshakeTranscript) {
        let header = received.ratchetHeader
        self.init(header.ratchetKey.key.bytes, header.index, transcript)
    }

    /// The id of the message at a place of a session.
    init(_ ratchetKey: Bytes32, _ index: UInt32, _ transcript: HandshakeTranscript) {
        self.init(
            MessageID(Bytes16(BLAKE2b.shortID(transcript.digest, ratchetKey, index, for: Self.personal))))
    }

    private static let personal = BLAKE2b.Personal("Sotto/1 received")
}

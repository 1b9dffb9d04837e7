internal import SottoCrypto
internal import SottoHandshake
internal import SottoIdentity

/// First messages that come again when the session that they began is gone.
///
/// Rule DS-21.
extension DeviceTransaction {
    /// Remembers that a first message opened, by the bytes of its handshake part.
    ///
    /// T can't be computed again once the prekeys are deleted.
    func noteOpened(_ handshake: HandshakePart, _ transcript: HandshakeTranscript) throws {
        try put(
            OpenedFirstMessage(openedAt: now, transcript: transcript), as: try openedName(handshake),
            in: state.names.openedFirstMessages)
    }

    /// Refuses a message whose handshake part began a session here; called when that session is gone.
    ///
    /// As long as ids are kept they tell a copy from a message of that session that never came; what comes later its
    /// sender no longer keeps.
    func checkReplay(
        _ received: ReceivedBytes, _ handshake: HandshakePart, from sender: Address
    ) throws {
        guard let record = try read(try openedName(handshake)) else { return }
        let opened = try OpenedFirstMessage.decoded(record)
        let id = ReceivedID(received, opened.transcript)
        if now > opened.openedAt, now - opened.openedAt > DeviceLimits.receivedMessageMemory {
            throw SessionError.peer(.duplicate(id))
        }
        throw SessionError.peer(try repeated(id, received, .alreadyOpened, from: sender))
    }

    private func openedName(_ handshake: HandshakePart) throws -> RecordName {
        try state.codec.name(.openedFirstMessage, SHA256.hash(handshake.bytes.span).bytes)
    }
}

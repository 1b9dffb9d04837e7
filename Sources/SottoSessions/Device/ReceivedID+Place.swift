internal import SottoCrypto
internal import SottoHandshake
internal import SottoWire

extension ReceivedID {
    /// The id of the message with this header in the session that `prefix` is of.
    ///
    /// Rule DS-10.
    init(_ received: ReceivedBytes, _ prefix: SHA256.Prefix) {
        // Behind the prefix: length and ratchet key, length and index.
        let header = received.ratchetHeader
        let digest = prefix.hash(32, header.ratchetKey.key.bytes, 4 << 32 | UInt64(header.index))
        self.init(MessageID(Bytes16(prefixOf: digest)))
    }

    /// What the hashed lists of all messages of a session begin with: one block of SHA-256.
    static func prefix(_ transcript: HandshakeTranscript) -> SHA256.Prefix {
        var list = LabelledList("Sotto/1 received message", capacity: 64)
        list.item(byteCount: 32) { transcript.digest.append(to: &$0) }
        let bytes = list.bytes
        return SHA256.Prefix(bytes.span)
    }
}

extension StoredSession {
    /// The id of a message of this session.
    func receivedID(_ received: ReceivedBytes) -> ReceivedID {
        let prefix = idPrefix ?? ReceivedID.prefix(session.transcript)
        idPrefix = prefix
        return ReceivedID(received, prefix)
    }
}

internal import SottoCrypto
internal import SottoHandshake
internal import SottoWire

extension ReceivedID {
    /// The id of the message with this header in the session that `prefix` is of.
    ///
    /// Rule DS-10.
    init(_ received: ReceivedBytes, _ prefix: SHA256.Prefix) {
        let header = received.ratchetHeader
        self.init(header.ratchetKey.key.bytes, header.index, prefix)
    }

    /// The same, of the session that `transcript` names.
    package init(_ received: ReceivedBytes, _ transcript: HandshakeTranscript) {
        self.init(received, Self.prefix(transcript))
    }

    /// The id of the message at a place of a session.
    init(_ ratchetKey: Bytes32, _ index: UInt32, _ prefix: SHA256.Prefix) {
        // Behind the prefix: length and ratchet key, length and index.
        let digest = prefix.hash(32, ratchetKey, 4 << 32 | UInt64(index))
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

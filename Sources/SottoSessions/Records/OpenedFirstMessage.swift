internal import SottoCrypto
internal import SottoHandshake

/// What is kept of a first message that was opened, beside the session that it began.
///
/// Rule DS-21.
struct OpenedFirstMessage: RecordContent {
    let openedAt: UInt64
    /// T, of which the ids of the session's messages are made.
    let transcript: HandshakeTranscript

    var encodedByteCount: Int { 1 + 8 + 32 }

    func append(to writer: inout SecretWriter) {
        writer.append(u8: 1)
        writer.append(u64: openedAt)
        writer.append(transcript.digest)
    }

    init(openedAt: UInt64, transcript: HandshakeTranscript) {
        self.openedAt = openedAt
        self.transcript = transcript
    }

    static func decoded(_ record: consuming OpenedRecord) throws(StorageError) -> OpenedFirstMessage {
        var reader = SecretReader(record.record)
        do throws(SecretReader.Corrupt) {
            try reader.format()
            let result = OpenedFirstMessage(
                openedAt: try reader.u64(), transcript: HandshakeTranscript(stored: try reader.bytes32()))
            try reader.finish()
            return result
        } catch {
            throw .recordCorrupt
        }
    }
}

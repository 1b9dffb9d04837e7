internal import SottoCrypto

/// A first message that waits for a decision about its sender's identity.
///
/// Rule DS-1.
package struct WaitingMessage: RecordContent, Sendable {
    package let bytes: [UInt8]
    /// What stood in its envelope, if it came in one.
    package let envelope: EnvelopeFacts?

    package var encodedByteCount: Int { 1 + EnvelopeFacts.encodedByteCount(of: envelope) + bytes.count }

    package func append(to writer: inout SecretWriter) {
        writer.append(u8: 1)
        EnvelopeFacts.append(envelope, to: &writer)
        writer.append(bytes)
    }

    static func decoded(_ record: consuming OpenedRecord) throws(StorageError) -> WaitingMessage {
        do throws(SecretReader.Corrupt) {
            var reader = SecretReader(record.record)
            try reader.format()
            let envelope = try EnvelopeFacts.read(from: &reader)
            return WaitingMessage(bytes: try reader.bytes(reader.remaining), envelope: envelope)
        } catch {
            throw .recordCorrupt
        }
    }
}

/// In records: 0 without an envelope, else 1 ‖ hint ‖ length of the group's id ‖ id.
extension EnvelopeFacts {
    package static func encodedByteCount(of facts: EnvelopeFacts?) -> Int {
        facts.map { 3 + $0.groupID.count } ?? 1
    }

    package static func append(_ facts: EnvelopeFacts?, to writer: inout SecretWriter) {
        guard let facts else { return writer.append(u8: 0) }
        writer.append(u8: 1)
        writer.append(u8: facts.hintNumber)
        writer.append(u8: UInt8(truncatingIfNeeded: facts.groupID.count))
        writer.append(facts.groupID)
    }

    package static func read(from reader: inout SecretReader) throws(SecretReader.Corrupt) -> EnvelopeFacts? {
        guard try reader.flag() else { return nil }
        let hint = try reader.u8()
        return EnvelopeFacts(hintNumber: hint, groupID: try reader.bytes(Int(try reader.u8())))
    }
}

internal import SottoCrypto

/// How much lies in the inbox.
///
/// Rule DS-9.
final class InboxTotals: StoredRecord, RecordContent {
    private(set) var count: UInt32 = 0
    private(set) var byteCount: UInt64 = 0

    /// - Throws: ``UsageFault/inboxFull``.
    func checkRoom(for byteCount: Int) throws(SessionError) {
        guard count < UInt32(DeviceLimits.maximumInboxCount),
            self.byteCount + UInt64(byteCount) <= UInt64(DeviceLimits.maximumInboxByteCount)
        else { throw .usage(.inboxFull) }
    }

    func add(_ byteCount: Int) {
        count += 1
        self.byteCount += UInt64(byteCount)
    }

    func remove(_ byteCount: Int) {
        count = count > 0 ? count - 1 : 0
        self.byteCount -= min(self.byteCount, UInt64(byteCount))
    }

    var encodedByteCount: Int {
        1 + 4 + 8
    }

    func append(to writer: inout SecretWriter) {
        writer.append(u8: 1)
        writer.append(u32: count)
        writer.append(u64: byteCount)
    }

    static func decoded(
        _ record: consuming OpenedRecord, name: RecordName, group: RecordGroup
    ) throws(StorageError) -> InboxTotals {
        let result = InboxTotals(name: name, group: group)
        result.generation = record.generation
        var reader = SecretReader(record.record)
        do throws(SecretReader.Corrupt) {
            try reader.format()
            result.count = try reader.u32()
            result.byteCount = try reader.u64()
            try reader.finish()
        } catch {
            throw .recordCorrupt
        }
        return result
    }
}

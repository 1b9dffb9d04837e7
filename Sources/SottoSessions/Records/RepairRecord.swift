internal import SottoCrypto

/// The requests to send again that one device was asked.
///
/// Rule DS-15.
struct RepairRecord: RecordContent {
    private(set) var requests: [Request] = []

    struct Request: Equatable {
        /// The first 8 bytes of the ratchet key, and the index: which message.
        let chain: UInt64
        let index: UInt32
        let instant: UInt64
    }

    init() {}

    /// Whether a message may be asked for: not a second time in an hour, not a fourth time, and not when enough was
    /// asked in the last hour.
    ///
    /// A request can be lost as a message can. Each one has an entry of its own.
    func isDue(_ ratchetKey: Bytes32, _ index: UInt32, at instant: UInt64) -> Bool {
        let chain = Self.chain(ratchetKey)
        func isOfMessage(_ request: Request) -> Bool { request.chain == chain && request.index == index }
        guard requests.count(where: isOfMessage) < DeviceLimits.requestsForMessage else { return false }
        // A clock that was set back by less counts as no time passed; by more, as one that was wrong.
        let recent = requests.filter {
            (instant < $0.instant ? $0.instant - instant : instant - $0.instant) < Self.hour
        }
        return recent.count < DeviceLimits.repairsInAnHour && !recent.contains(where: isOfMessage)
    }

    mutating func note(_ ratchetKey: Bytes32, _ index: UInt32, at instant: UInt64) {
        requests.append(Request(chain: Self.chain(ratchetKey), index: index, instant: instant))
        if requests.count > DeviceLimits.rememberedRepairs { requests.removeFirst() }
    }

    private static let hour: UInt64 = 3_600_000

    private static func chain(_ ratchetKey: Bytes32) -> UInt64 {
        ratchetKey.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    var encodedByteCount: Int {
        1 + 1 + requests.count * 20
    }

    func append(to writer: inout SecretWriter) {
        writer.append(u8: 1)
        writer.append(u8: UInt8(truncatingIfNeeded: requests.count))
        for request in requests {
            writer.append(u64: request.chain)
            writer.append(u32: request.index)
            writer.append(u64: request.instant)
        }
    }

    init(_ record: consuming OpenedRecord) throws(StorageError) {
        var reader = SecretReader(record.record)
        do throws(SecretReader.Corrupt) {
            try reader.format()
            for _ in 0..<(try reader.u8()) {
                requests.append(
                    Request(chain: try reader.u64(), index: try reader.u32(), instant: try reader.u64()))
            }
            try reader.finish()
        } catch {
            throw .recordCorrupt
        }
    }
}

internal import SottoCrypto
internal import SottoIdentity

/// A received message until it is acknowledged, and what is kept of it then.
///
/// Rule DS-9.
enum ReceivedRecord: RecordContent {
    case waiting(Received, fingerprint: UInt64)
    case acknowledged(at: UInt64, fingerprint: UInt64)
    /// Its sender sent it again, and that was received.
    case sentAgain(at: UInt64, by: Address)

    /// Tells a copy of the message from another one in its place; nothing for one that was sent again.
    var fingerprint: UInt64? {
        switch self {
        case .waiting(_, let fingerprint): fingerprint
        case .acknowledged(_, let fingerprint): fingerprint
        case .sentAgain: nil
        }
    }

    /// When nothing but the id was left of it, in milliseconds.
    var endedAt: UInt64? {
        switch self {
        case .waiting: nil
        case .acknowledged(let instant, _): instant
        case .sentAgain(let instant, _): instant
        }
    }

    /// The same with another instant; what waits has none.
    func ended(at instant: UInt64) -> ReceivedRecord {
        switch self {
        case .waiting: self
        case .acknowledged(_, let fingerprint): .acknowledged(at: instant, fingerprint: fingerprint)
        case .sentAgain(_, let sender): .sentAgain(at: instant, by: sender)
        }
    }

    var encodedByteCount: Int {
        switch self {
        case .acknowledged: 1 + 1 + 8 + 8
        case .sentAgain(_, let sender): 1 + 1 + 8 + sender.encodedByteCount
        case .waiting(let received, _): Self.encodedByteCount(waiting: received)
        }
    }

    /// The length of the record of a message that waits.
    static func encodedByteCount(waiting received: Received) -> Int {
        1 + 1 + 8 + 8 + received.sender.encodedByteCount + 33 + 16 + 9 + 1 + 2
            + received.facts.lost.count * 40 + EnvelopeFacts.encodedByteCount(of: received.envelope) + 4
            + received.content.storedByteCount
    }

    func append(to writer: inout SecretWriter) {
        switch self {
        case .acknowledged(let instant, let fingerprint):
            writer.append(u8: 1)
            writer.append(u8: 0)
            writer.append(u64: instant)
            writer.append(u64: fingerprint)
        case .sentAgain(let instant, let sender):
            writer.append(u8: 1)
            writer.append(u8: 2)
            writer.append(u64: instant)
            writer.append(sender)
        case .waiting(let received, let fingerprint): Self.append(waiting: received, fingerprint, to: &writer)
        }
    }

    /// Writes the record of a message that waits, which needn't be moved into a record for that.
    static func append(waiting received: Received, _ fingerprint: UInt64, to writer: inout SecretWriter) {
        let facts = received.facts
        writer.append(u8: 1)
        writer.append(u8: 1)
        writer.append(u64: received.receivedAt)
        writer.append(u64: fingerprint)
        writer.append(received.sender)
        writer.append(received.senderIdentityKey)
        received.id.value.value.append(to: &writer)
        writer.append(u8: received.serverTime == nil ? 0 : 1)
        writer.append(u64: received.serverTime ?? 0)
        writer.append(u8: facts.flags | (received.isVerified ? 1 : 0))
        // At most so many as a session keeps.
        writer.append(u16: UInt16(clamping: facts.lost.count))
        for lost in facts.lost {
            writer.append(lost.ratchetKey)
            writer.append(u32: lost.indices.lowerBound)
            writer.append(u32: lost.indices.upperBound)
        }
        EnvelopeFacts.append(received.envelope, to: &writer)
        writer.append(u32: UInt32(truncatingIfNeeded: received.content.storedByteCount))
        received.content.append(to: &writer)
    }

    static func decoded(_ record: consuming OpenedRecord) throws(StorageError) -> ReceivedRecord {
        do throws(SecretReader.Corrupt) {
            return try read(SecretReader(record.record))
        } catch {
            throw .recordCorrupt
        }
    }

    private static func read(
        _ source: consuming SecretReader
    ) throws(SecretReader.Corrupt) -> ReceivedRecord {
        var reader = source
        try reader.format()
        let form = try reader.u8()
        let instant = try reader.u64()
        switch form {
        case 0:
            let fingerprint = try reader.u64()
            try reader.finish()
            return .acknowledged(at: instant, fingerprint: fingerprint)
        case 1: return try waiting(&reader, instant)
        case 2:
            let sender = try reader.address()
            try reader.finish()
            return .sentAgain(at: instant, by: sender)
        default: throw SecretReader.Corrupt()
        }
    }

    private static func waiting(
        _ reader: inout SecretReader, _ instant: UInt64
    ) throws(SecretReader.Corrupt) -> ReceivedRecord {
        let fingerprint = try reader.u64()
        let sender = try reader.address()
        let identityKey = try reader.identityKey()
        let id = MessageID(try Bytes16(from: &reader))
        let hasServerTime = try reader.flag()
        let serverTime = try reader.u64()
        let flags = try reader.u8()
        var facts = ReceivedFacts()
        facts.isUploadDue = flags & 2 != 0
        facts.isHeartbeatDue = flags & 4 != 0
        if flags & 8 != 0 {
            facts.beganSession = SessionBeginning(
                usedOneTimePrekey: flags & 16 != 0, isNewDevice: flags & 32 != 0,
                isNewInstallation: flags & 64 != 0)
        }
        for _ in 0..<(try reader.u16()) {
            let ratchetKey = try reader.bytes32()
            let (lower, upper) = (try reader.u32(), try reader.u32())
            guard lower <= upper else { throw SecretReader.Corrupt() }
            facts.lost.append(LostMessages(ratchetKey: ratchetKey, indices: lower...upper))
        }
        facts.envelope = try EnvelopeFacts.read(from: &reader)
        guard let content = ReceivedContent(stored: try reader.counted(), from: sender) else {
            throw SecretReader.Corrupt()
        }
        try reader.finish()
        return .waiting(
            Received(
                id: ReceivedID(id), sender: sender, senderIdentityKey: identityKey,
                isVerified: flags & 1 != 0, content: content, receivedAt: instant,
                serverTime: hasServerTime ? serverTime : nil, facts: facts),
            fingerprint: fingerprint)
    }
}

extension ReceivedFacts {
    fileprivate var flags: UInt8 {
        var flags: UInt8 = (isUploadDue ? 2 : 0) | (isHeartbeatDue ? 4 : 0)
        guard let beganSession else { return flags }
        flags |= 8 | (beganSession.usedOneTimePrekey ? 16 : 0)
        return flags | (beganSession.isNewDevice ? 32 : 0) | (beganSession.isNewInstallation ? 64 : 0)
    }
}

extension ReceivedContent {
    fileprivate var storedByteCount: Int {
        if case .message(_, let content) = self { return 1 + MessageID.byteCount + content.count }
        return stored.count
    }

    /// Writes what ``stored`` gives; the content of a message without a copy on the way.
    fileprivate func append(to writer: inout SecretWriter) {
        guard case .message(let id, let content) = self else { return writer.append(stored) }
        writer.append(u8: 1)
        id.value.append(to: &writer)
        writer.append(content)
    }

    /// The content as a body; a request that was matched names the message in place of the chain.
    fileprivate var stored: [UInt8] {
        switch self {
        case .message(let id, let content): MessageBody.message(id, content).bytes
        case .sentCopy(let id, let user, let content): MessageBody.sentCopy(id, to: user, content).bytes
        case .heartbeat: MessageBody.heartbeat.bytes
        case .resendRequest(let request): [254] + request.id.bytes
        case .spentResendRequest: [255]
        case .groupMessage(let id, let group, let content):
            MessageBody.group(.message(id, in: group, content)).bytes
        // Nothing of it is kept.
        case .senderKey: [255]
        case .groupResendRequest(let request):
            [252] + request.group.bytes + (request.message?.bytes ?? [])
        case .unknown(let kind): [253, kind]
        }
    }

    fileprivate init?(stored bytes: [UInt8], from sender: Address) {
        switch (bytes.first, bytes.count) {
        case (254, 17):
            self = .resendRequest(ResendRequest(id: MessageID(prefixOf: bytes[1...]), address: sender))
        case (255, 1): self = .spentResendRequest
        case (253, 2): self = .unknown(bytes[1])
        case (252, 17), (252, 33):
            guard let group = try? GroupID(Array(bytes[1..<17])) else { return nil }
            let message = bytes.count > 17 ? MessageID(prefixOf: bytes[17...]) : nil
            self = .groupResendRequest(
                GroupResendRequest(group: group, address: sender, message: message))
        default:
            switch MessageBody(bytes, isFromOwnDevice: true) {
            case .message(let id, let content): self = .message(id, content)
            case .sentCopy(let id, let user, let content): self = .sentCopy(id, to: user, content)
            case .heartbeat: self = .heartbeat
            case .group(.message(let id, let group, let content)):
                self = .groupMessage(id, in: group, content)
            default: return nil
            }
        }
    }
}

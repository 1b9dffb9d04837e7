internal import SottoCrypto
internal import SottoIdentity

/// A received message until it is acknowledged, and what is kept of it then.
///
/// Rule DS-9.
enum ReceivedRecord {
    case waiting(Received, fingerprint: UInt64)
    case acknowledged(at: UInt64, fingerprint: UInt64)
    /// Its sender sent it again, and that was received.
    case sentAgain(at: UInt64, by: Address)

    /// When nothing but the id was left of it, in milliseconds.
    var endedAt: UInt64? {
        switch self {
        case .waiting: nil
        case .acknowledged(let instant, _): instant
        case .sentAgain(let instant, _): instant
        }
    }

    func encoded() -> SecretBytes {
        switch self {
        case .acknowledged(let instant, let fingerprint):
            var writer = SecretWriter(byteCount: 1 + 1 + 8 + 8)
            writer.append(u8: 1)
            writer.append(u8: 0)
            writer.append(u64: instant)
            writer.append(u64: fingerprint)
            return writer.finish()
        case .sentAgain(let instant, let sender):
            var writer = SecretWriter(byteCount: 1 + 1 + 8 + sender.encodedByteCount)
            writer.append(u8: 1)
            writer.append(u8: 2)
            writer.append(u64: instant)
            writer.append(sender)
            return writer.finish()
        case .waiting(let received, let fingerprint): return Self.encoded(received, fingerprint)
        }
    }

    private static func encoded(_ received: Received, _ fingerprint: UInt64) -> SecretBytes {
        let facts = received.facts
        let content = received.content.stored
        var writer = SecretWriter(
            byteCount: 1 + 1 + 8 + 8 + received.sender.encodedByteCount + 33 + 16 + 9 + 1 + 2
                + facts.lost.count * 40 + 4 + content.count)
        writer.append(u8: 1)
        writer.append(u8: 1)
        writer.append(u64: received.receivedAt)
        writer.append(u64: fingerprint)
        writer.append(received.sender)
        writer.append(received.senderIdentityKey)
        writer.append(received.id.bytes)
        writer.append(u8: received.serverTime == nil ? 0 : 1)
        writer.append(u64: received.serverTime ?? 0)
        let flags: [Bool] = [
            received.isVerified, facts.isUploadDue, facts.isHeartbeatDue, facts.beganSession != nil,
            facts.beganSession?.usedOneTimePrekey ?? false, facts.beganSession?.isNewDevice ?? false,
            facts.beganSession?.isNewInstallation ?? false,
        ]
        writer.append(u8: flags.reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) })
        // At most so many as a session keeps.
        writer.append(u16: UInt16(clamping: facts.lost.count))
        for lost in facts.lost {
            writer.append(lost.ratchetKey)
            writer.append(u32: lost.indices.lowerBound)
            writer.append(u32: lost.indices.upperBound)
        }
        writer.append(counted: content)
        return writer.finish()
    }

    static func decoded(_ record: consuming OpenedRecord) throws(StorageError) -> ReceivedRecord {
        do throws(SecretReader.Corrupt) {
            return try read(SecretReader(record.record.duplicate()))
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
        let id = MessageID(prefixOf: try reader.bytes(16)[...])
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

extension ReceivedContent {
    /// The content as a body; a request that was matched names the message in place of the chain.
    fileprivate var stored: [UInt8] {
        switch self {
        case .message(let id, let content): MessageBody.message(id, content).bytes
        case .sentCopy(let id, let user, let content): MessageBody.sentCopy(id, to: user, content).bytes
        case .heartbeat: MessageBody.heartbeat.bytes
        case .resendRequest(let request): [254] + request.id.bytes
        case .spentResendRequest: [255]
        case .unknown(let kind): [253, kind]
        }
    }

    fileprivate init?(stored bytes: [UInt8], from sender: Address) {
        switch (bytes.first, bytes.count) {
        case (254, 17):
            self = .resendRequest(ResendRequest(id: MessageID(prefixOf: bytes[1...]), address: sender))
        case (255, 1): self = .spentResendRequest
        case (253, 2): self = .unknown(bytes[1])
        default:
            switch MessageBody(bytes, isFromOwnDevice: true) {
            case .message(let id, let content): self = .message(id, content)
            case .sentCopy(let id, let user, let content): self = .sentCopy(id, to: user, content)
            case .heartbeat: self = .heartbeat
            default: return nil
            }
        }
    }
}

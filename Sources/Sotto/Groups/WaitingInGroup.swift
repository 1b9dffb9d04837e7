internal import SottoCrypto
internal import SottoGroups
internal import SottoIdentity
internal import SottoSessions

/// What came for a group and waits for a key or a roster.
///
/// Rule DS-30.
struct WaitingInGroup: RecordContent {
    let kind: Kind
    var receivedAt: UInt64
    let group: GroupID
    let sender: Address
    let identityKey: IdentityPublicKey
    let hint: UInt8
    let serverTime: UInt64?
    let bytes: [UInt8]

    enum Kind: UInt8 {
        case message = 1
        case senderKey = 2
    }

    /// The content of the envelope that a message came in.
    var envelope: EnvelopeContent {
        EnvelopeContent(
            sender: sender, identityKey: identityKey,
            facts: EnvelopeFacts(hintNumber: hint, groupID: group.bytes), message: bytes)
    }

    /// The key of the record: what came twice waits once.
    var key: [UInt8] {
        group.bytes + sender.encoded + SHA256.hash(bytes.span).bytes
    }

    var encodedByteCount: Int {
        1 + 1 + 8 + GroupID.byteCount + sender.encodedByteCount + 33 + 1 + 1 + 8 + bytes.count
    }

    func append(to writer: inout SecretWriter) {
        writer.append(u8: GroupTransaction.format)
        writer.append(u8: kind.rawValue)
        writer.append(u64: receivedAt)
        writer.append(group.bytes)
        writer.append(sender)
        writer.append(identityKey)
        writer.append(u8: hint)
        writer.append(u8: serverTime == nil ? 0 : 1)
        writer.append(u64: serverTime ?? 0)
        writer.append(bytes)
    }

    init(
        _ kind: Kind, at instant: UInt64, group: GroupID, sender: Address, identityKey: IdentityPublicKey,
        hint: UInt8 = 0, serverTime: UInt64? = nil, bytes: [UInt8]
    ) {
        self.kind = kind
        receivedAt = instant
        self.group = group
        self.sender = sender
        self.identityKey = identityKey
        self.hint = hint
        self.serverTime = serverTime
        self.bytes = bytes
    }

    init(_ record: consuming OpenedRecord) throws(StorageError) {
        var reader = SecretReader(record.content())
        do throws(SecretReader.Corrupt) {
            try reader.format()
            guard let kind = Kind(rawValue: try reader.u8()) else { throw SecretReader.Corrupt() }
            self.kind = kind
            receivedAt = try reader.u64()
            group = try GroupID(from: &reader)
            sender = try reader.address()
            identityKey = try reader.identityKey()
            hint = try reader.u8()
            let hasServerTime = try reader.flag()
            let time = try reader.u64()
            serverTime = hasServerTime ? time : nil
            bytes = try reader.bytes(reader.remaining)
        } catch {
            throw .recordCorrupt
        }
    }
}

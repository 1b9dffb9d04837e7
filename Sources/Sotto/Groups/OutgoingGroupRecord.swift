internal import SottoCrypto
internal import SottoGroups
internal import SottoIdentity
internal import SottoSessions

/// A message sent to a group: its envelope until the server has it, its content until it was delivered.
///
/// Rule DS-28.
struct OutgoingGroupRecord: RecordContent {
    let id: MessageID
    var createdAt: UInt64
    let group: GroupID
    let content: [UInt8]
    var chain: UInt64
    var iteration: UInt32
    var recipients: [Recipient]
    /// The fingerprint of the message.
    var fingerprint: UInt64
    /// The message in the envelope, and until when that opens.
    var message: [UInt8]
    var goodUntil: UInt64
    /// Empty once the server has it.
    var envelope: [UInt8]

    /// A device that the message is for.
    struct Recipient: Hashable {
        let receiver: EnvelopeReceiver
        var state = State.sent

        enum State: UInt8 {
            case sent = 0
            /// It was asked for, which is answered once.
            case requested = 1
            /// The device has it, or got it again: it isn't sent to it any more.
            case done = 2
        }
    }

    var isPending: Bool { !envelope.isEmpty }

    /// Whether it waits in an envelope that its receivers won't open when it is handed over now.
    func isExpired(at instant: UInt64) -> Bool { isPending && DeviceLimits.isOver(goodUntil, at: instant) }

    var groupEnvelope: GroupEnvelope? {
        isPending
            ? GroupEnvelope(bytes: envelope, recipients: recipients.map(\.receiver.address)) : nil
    }

    /// The key of the record that leads from the place in the chain here.
    var placeKey: [UInt8] { Self.placeKey(GroupPlace(group: group, chain: chain, index: iteration)) }

    static func placeKey(_ place: GroupPlace) -> [UInt8] {
        var key = place.group.bytes
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            key.append(UInt8(truncatingIfNeeded: place.chain >> shift))
        }
        for shift in stride(from: UInt32(24), through: 0, by: -8) {
            key.append(UInt8(truncatingIfNeeded: place.index >> shift))
        }
        return key
    }

    var encodedByteCount: Int {
        let devices = recipients.reduce(0) { $0 + $1.receiver.address.encodedByteCount + 4 + 33 + 1 }
        return 1 + 16 + 8 + GroupID.byteCount + 8 + 4 + 4 + content.count + 4 + devices + 8 + 8 + 4
            + message.count + 4 + envelope.count
    }

    func append(to writer: inout SecretWriter) {
        writer.append(u8: GroupTransaction.format)
        writer.append(id.bytes)
        writer.append(u64: createdAt)
        writer.append(group.bytes)
        writer.append(u64: chain)
        writer.append(u32: iteration)
        writer.append(counted: content)
        writer.append(u32: UInt32(truncatingIfNeeded: recipients.count))
        for recipient in recipients {
            writer.append(recipient.receiver.address)
            writer.append(u32: recipient.receiver.registrationID.value)
            writer.append(recipient.receiver.identityKey)
            writer.append(u8: recipient.state.rawValue)
        }
        writer.append(u64: fingerprint)
        writer.append(u64: goodUntil)
        writer.append(counted: message)
        writer.append(counted: envelope)
    }

    init(
        id: MessageID, createdAt: UInt64, group: GroupID, content: [UInt8], chain: UInt64, iteration: UInt32,
        recipients: [Recipient], fingerprint: UInt64, message: [UInt8], goodUntil: UInt64, envelope: [UInt8]
    ) {
        self.id = id
        self.createdAt = createdAt
        self.group = group
        self.content = content
        self.chain = chain
        self.iteration = iteration
        self.recipients = recipients
        self.fingerprint = fingerprint
        self.message = message
        self.goodUntil = goodUntil
        self.envelope = envelope
    }

    init(_ record: consuming OpenedRecord) throws(StorageError) {
        var reader = SecretReader(record.content())
        do throws(SecretReader.Corrupt) { self = try Self.read(&reader) } catch { throw .recordCorrupt }
    }

    private static func read(
        _ reader: inout SecretReader
    ) throws(SecretReader.Corrupt) -> OutgoingGroupRecord {
        try reader.format()
        let id = try reader.messageID()
        let createdAt = try reader.u64()
        let group = try GroupID(from: &reader)
        let chain = try reader.u64()
        let iteration = try reader.u32()
        let content = try reader.counted()
        var recipients: [Recipient] = []
        for _ in 0..<(try reader.u32()) {
            let address = try reader.address()
            guard let registrationID = RegistrationID(try reader.u32()) else { throw SecretReader.Corrupt() }
            let receiver = EnvelopeReceiver(
                address: address, registrationID: registrationID, identityKey: try reader.identityKey())
            guard let state = Recipient.State(rawValue: try reader.u8()) else { throw SecretReader.Corrupt() }
            recipients.append(Recipient(receiver: receiver, state: state))
        }
        let fingerprint = try reader.u64()
        let goodUntil = try reader.u64()
        let message = try reader.counted()
        let envelope = try reader.counted()
        try reader.finish()
        return OutgoingGroupRecord(
            id: id, createdAt: createdAt, group: group, content: content, chain: chain, iteration: iteration,
            recipients: recipients, fingerprint: fingerprint, message: message, goodUntil: goodUntil,
            envelope: envelope)
    }
}

/// Which message stands at a place of an own chain.
struct GroupPlaceRecord: RecordContent {
    let id: MessageID

    var encodedByteCount: Int { 1 + MessageID.byteCount }

    func append(to writer: inout SecretWriter) {
        writer.append(u8: GroupTransaction.format)
        writer.append(id.bytes)
    }

    init(id: MessageID) { self.id = id }

    init(_ record: consuming OpenedRecord) throws(StorageError) {
        var reader = SecretReader(record.content())
        do throws(SecretReader.Corrupt) {
            try reader.format()
            id = try reader.messageID()
            try reader.finish()
        } catch {
            throw .recordCorrupt
        }
    }
}

extension SecretReader {
    mutating func messageID() throws(Corrupt) -> MessageID {
        let bytes = try bytes(MessageID.byteCount)
        guard let id = MessageID(bytes) else { throw Corrupt() }
        return id
    }
}

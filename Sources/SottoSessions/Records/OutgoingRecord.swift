internal import SottoCrypto
internal import SottoHandshake
internal import SottoIdentity
internal import SottoWire

/// A sent message: its bytes until the server has them, its content until it was delivered.
///
/// Rule DS-12.
struct OutgoingRecord: RecordContent {
    let id: MessageID
    var createdAt: UInt64
    let destination: Destination
    /// The body's kind: a message, or one between devices, which is never sent again.
    let kind: Kind
    let content: [UInt8]
    var copies: [Copy]

    enum Kind: UInt8 {
        case message = 1
        case control = 2
    }

    /// What one device gets.
    struct Copy {
        let address: Address
        let registrationID: RegistrationID?
        /// The key it was first encrypted to: it is sent again to no other.
        let identityKey: IdentityPublicKey
        var ratchetKey: Bytes32
        var index: UInt32
        /// The session, and the number that the next session was going to have.
        var session: UInt32
        var nextSession: UInt32
        /// T of the session.
        let transcript: HandshakeTranscript
        /// The id that it had at the receiver when it was first sent, if it was sent again.
        var firstID: ReceivedID?
        /// The fingerprint of the message as it was first sent.
        var fingerprint: UInt64
        /// It was asked for, which is answered once.
        var wasRequested = false
        /// Whether the bytes hide this device from the server.
        var sealing: Sealing
        /// What the envelope is good for, where the bytes are one: the message in it, and until when it opens.
        var enclosed: Enclosed?
        /// Empty once the server has them.
        var bytes: [UInt8]
    }

    /// What a message in an envelope is put into another one from, when that one's certificate is over.
    struct Enclosed {
        let message: [UInt8]
        let hint: UInt8
        let goodUntil: UInt64
    }

    /// Whether bytes wait for the server.
    var isPending: Bool { copies.contains { !$0.bytes.isEmpty } }

    var encodedByteCount: Int {
        let own = copies.reduce(0) {
            $0 + $1.address.encodedByteCount + 4 + 33 + 32 + 12 + 32 + 1 + 16 + 8 + 1 + 1 + 4 + $1.bytes.count
                + ($1.enclosed.map { 8 + 1 + 4 + $0.message.count } ?? 0)
        }
        return 1 + 1 + 16 + 8 + 1 + destination.user.bytes.count + 4 + 4 + content.count + 4 + own
    }

    func append(to writer: inout SecretWriter) {
        writer.append(u8: 1)
        writer.append(u8: kind.rawValue)
        id.value.append(to: &writer)
        writer.append(u64: createdAt)
        writer.append(destination.user)
        if case .device(let address) = destination {
            writer.append(u32: address.device)
        } else {
            writer.append(u32: 0)
        }
        writer.append(counted: content)
        writer.append(u32: UInt32(truncatingIfNeeded: copies.count))
        for copy in copies {
            writer.append(copy.address)
            writer.append(u32: copy.registrationID?.value ?? 0)
            writer.append(copy.identityKey)
            writer.append(copy.ratchetKey)
            writer.append(u32: copy.index)
            writer.append(u32: copy.session)
            writer.append(u32: copy.nextSession)
            writer.append(copy.transcript.digest)
            writer.append(u8: copy.firstID == nil ? 0 : 1)
            if let id = copy.firstID { writer.append(id.bytes) } else { writer.appendZeros(16) }
            writer.append(u64: copy.fingerprint)
            writer.append(u8: copy.wasRequested ? 1 : 0)
            writer.append(u8: copy.sealing.number)
            if let enclosed = copy.enclosed {
                writer.append(u64: enclosed.goodUntil)
                writer.append(u8: enclosed.hint)
                writer.append(counted: enclosed.message)
            }
            writer.append(counted: copy.bytes)
        }
    }

    static func decoded(_ record: consuming OpenedRecord) throws(StorageError) -> OutgoingRecord {
        do throws(SecretReader.Corrupt) {
            return try OutgoingRecord(SecretReader(record.record))
        } catch {
            throw .recordCorrupt
        }
    }

    private init(_ source: consuming SecretReader) throws(SecretReader.Corrupt) {
        var reader = source
        try reader.format()
        guard let kind = Kind(rawValue: try reader.u8()) else { throw SecretReader.Corrupt() }
        self.kind = kind
        id = MessageID(try Bytes16(from: &reader))
        createdAt = try reader.u64()
        let user = try reader.user()
        let device = try reader.u32()
        if device == 0 {
            destination = .user(user)
        } else {
            do { destination = .device(try Address(user: user, device: device)) } catch {
                throw SecretReader.Corrupt()
            }
        }
        content = try reader.counted()
        copies = []
        for _ in 0..<(try reader.u32()) { copies.append(try Copy(from: &reader)) }
        try reader.finish()
    }

    init(
        id: MessageID, createdAt: UInt64, destination: Destination, kind: Kind, content: [UInt8],
        copies: [Copy] = []
    ) {
        self.id = id
        self.createdAt = createdAt
        self.destination = destination
        self.kind = kind
        self.content = content
        self.copies = copies
    }
}

extension OutgoingRecord {
    /// The longest content of a message with so many copies, in bytes.
    ///
    /// All copies stand in one record until the server has them; in an envelope each is there twice.
    static func maximumContentByteCount(copies count: Int, inEnvelopes: Bool) -> Int {
        var (low, high) = (0, DeviceLimits.maximumContentByteCount)
        while low < high {
            let middle = (low + high + 1) / 2
            // Kind, id, instant, destination, lengths, and what sealing adds.
            let byteCount = 512 + middle + count * largestCopy(of: middle, inEnvelope: inEnvelopes)
            if byteCount <= StorageLimits.maximumValueByteCount { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// How many copies there may be of content of any length that is taken, whether in envelopes or not: 125, and 251 as they
    /// are.
    static let copiesOfAnyLength = 125

    private static func largestCopy(of content: Int, inEnvelope: Bool) -> Int {
        // Its fields with the longest address, header and handshake part with another, nonce and tag; the body
        // has an id, and as a copy for an own device a user. An envelope has a certificate with a further one.
        let bare = 1_024 + Padding.bucket(content + 1 + 16 + 256 + 1)
        return inEnvelope ? 2 * bare + 512 : bare
    }
}

extension OutgoingRecord.Copy {
    fileprivate init(from reader: inout SecretReader) throws(SecretReader.Corrupt) {
        address = try reader.address()
        registrationID = RegistrationID(try reader.u32())
        identityKey = try reader.identityKey()
        ratchetKey = try reader.bytes32()
        index = try reader.u32()
        session = try reader.u32()
        nextSession = try reader.u32()
        transcript = HandshakeTranscript(stored: try reader.bytes32())
        let wasSentAgain = try reader.flag()
        let id = ReceivedID(MessageID(prefixOf: try reader.bytes(MessageID.byteCount)[...]))
        firstID = wasSentAgain ? id : nil
        fingerprint = try reader.u64()
        wasRequested = try reader.flag()
        guard let sealing = Sealing(number: try reader.u8()) else { throw SecretReader.Corrupt() }
        self.sealing = sealing
        if sealing == .sealed {
            let goodUntil = try reader.u64()
            let hint = try reader.u8()
            enclosed = OutgoingRecord.Enclosed(
                message: try reader.counted(), hint: hint, goodUntil: goodUntil)
        }
        bytes = try reader.counted()
    }
}

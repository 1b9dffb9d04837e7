internal import SottoCrypto
internal import SottoIdentity
internal import SottoWire

/// What stands in a session's content: a message for people, or one between devices.
///
/// Rule DS-11.
enum MessageBody: Equatable {
    case message(MessageID, [UInt8])
    /// What another device of the same user sent to somebody.
    case sentCopy(MessageID, to: UserID, [UInt8])
    /// Says nothing; its session gets new keys.
    case heartbeat
    /// A message could not be opened: its chain and its place.
    case resendRequest(ratchetKey: Bytes32, index: UInt32)
    /// A message or a copy that is sent again.
    indirect case again(FirstForm, MessageBody)
    /// Something for a group.
    case group(GroupBody)
    /// A kind of a newer version.
    case unknown(UInt8)

    private enum Kind: UInt8 {
        case message = 1
        case sentCopy = 2
        case heartbeat = 3
        case resendRequest = 4
        case again = 5
        case senderKey = 6
        case groupResendRequest = 7
        case groupMessage = 8
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encodedByteCount)
        append(to: &bytes)
        return bytes
    }

    /// The length of the bytes.
    var encodedByteCount: Int {
        switch self {
        case .message(_, let content): 1 + MessageID.byteCount + content.count
        case .sentCopy(_, let user, let content):
            1 + MessageID.byteCount + 1 + user.bytes.count + content.count
        case .heartbeat, .unknown: 1
        case .resendRequest: 1 + Bytes32.byteCount + 4
        case .again(_, let body): 1 + FirstForm.byteCount + body.encodedByteCount
        case .group(let body): 1 + body.encodedByteCount
        }
    }

    func append(to bytes: inout [UInt8]) {
        switch self {
        case .message(let id, let content):
            bytes.append(Kind.message.rawValue)
            id.value.append(to: &bytes)
            bytes.append(contentsOf: content)
        case .sentCopy(let id, let user, let content):
            bytes.append(Kind.sentCopy.rawValue)
            id.value.append(to: &bytes)
            bytes.append(UInt8(truncatingIfNeeded: user.bytes.count))
            bytes.append(contentsOf: user.bytes)
            bytes.append(contentsOf: content)
        case .heartbeat: bytes.append(Kind.heartbeat.rawValue)
        case .resendRequest(let ratchetKey, let index):
            bytes.append(Kind.resendRequest.rawValue)
            ratchetKey.append(to: &bytes)
            bytes.append(u32: index)
        case .again(let first, let body):
            bytes.append(Kind.again.rawValue)
            first.id.value.value.append(to: &bytes)
            bytes.append(u64: first.fingerprint)
            body.append(to: &bytes)
        case .group(let body):
            switch body {
            case .senderKey: bytes.append(Kind.senderKey.rawValue)
            case .resendRequest: bytes.append(Kind.groupResendRequest.rawValue)
            case .message: bytes.append(Kind.groupMessage.rawValue)
            }
            body.append(to: &bytes)
        case .unknown(let kind): bytes.append(kind)
        }
    }

    /// The message itself.
    consuming func withoutFirstID() -> MessageBody {
        if case .again(_, let body) = self { body } else { self }
    }

    /// Reads a body; nothing when it doesn't have its form.
    ///
    /// - Parameter isFromOwnDevice: Only the user's own devices may say what the user sent.
    init?(_ bytes: consuming [UInt8], isFromOwnDevice: Bool) {
        if bytes.first == Kind.message.rawValue, bytes.count >= 1 + MessageID.byteCount {
            // Without a slice of them: the bytes are this one's alone, so the rest stays where it is.
            let id = MessageID(Bytes16(bytes.span, at: 1))
            bytes.removeFirst(1 + MessageID.byteCount)
            self = .message(id, bytes)
            return
        }
        var reader = WireReader(bytes)
        do {
            let kind = try reader.u8()
            switch Kind(rawValue: kind) {
            case .message: return nil
            case .sentCopy:
                guard isFromOwnDevice else { return nil }
                let id = MessageID(try Bytes16(from: &reader))
                let user = try UserID(try reader.take(Int(try reader.u8())))
                self = .sentCopy(id, to: user, try reader.take(reader.remaining))
            case .heartbeat:
                try reader.finish()
                self = .heartbeat
            case .resendRequest:
                guard let ratchetKey = Bytes32(try reader.take(32), at: 0) else { return nil }
                self = .resendRequest(ratchetKey: ratchetKey, index: try reader.u32())
                try reader.finish()
            case .again:
                let id = ReceivedID(MessageID(prefixOf: try reader.take(MessageID.byteCount)[...]))
                let fingerprint = try reader.u64()
                let rest = try reader.take(reader.remaining)
                let kinds = [Kind.message, .sentCopy, .groupMessage]
                guard kinds.contains(where: { $0.rawValue == rest.first }),
                    let body = MessageBody(rest, isFromOwnDevice: isFromOwnDevice)
                else { return nil }
                self = .again(FirstForm(id: id, fingerprint: fingerprint), body)
            case .senderKey: self = .group(.senderKey(try reader.take(reader.remaining)))
            case .groupResendRequest:
                self = .group(.resendRequest(try GroupPlace(from: &reader)))
                try reader.finish()
            case .groupMessage: self = .group(try GroupBody(messageFrom: &reader))
            case .none: self = .unknown(kind)
            }
        } catch {
            return nil
        }
    }
}

extension GroupBody {
    /// The length of the bytes behind the kind.
    var encodedByteCount: Int {
        switch self {
        case .senderKey(let distribution): distribution.count
        case .resendRequest: GroupID.byteCount + 8 + 4
        case .message(_, _, let content): GroupID.byteCount + MessageID.byteCount + content.count
        }
    }

    func append(to bytes: inout [UInt8]) {
        switch self {
        case .senderKey(let distribution): bytes.append(contentsOf: distribution)
        case .resendRequest(let place):
            bytes.append(contentsOf: place.group.bytes)
            bytes.append(u64: place.chain)
            bytes.append(u32: place.index)
        case .message(let id, let group, let content):
            bytes.append(contentsOf: group.bytes)
            id.value.append(to: &bytes)
            bytes.append(contentsOf: content)
        }
    }

    init(messageFrom reader: inout WireReader) throws {
        let group = try GroupID(try reader.take(GroupID.byteCount))
        let id = MessageID(try Bytes16(from: &reader))
        self = .message(id, in: group, try reader.take(reader.remaining))
    }
}

extension GroupPlace {
    fileprivate init(from reader: inout WireReader) throws {
        self.init(
            group: try GroupID(try reader.take(GroupID.byteCount)), chain: try reader.u64(),
            index: try reader.u32())
    }
}

/// What a message was when it was first sent.
///
/// A sender that was set back puts another message into a place that it used before, and its id at the receiver is that of the
/// place: the fingerprint tells the two.
///
/// Rules DS-11, DS-16.
package struct FirstForm: Hashable, Sendable {
    /// Its id at the receiver.
    package let id: ReceivedID
    /// The last 8 bytes of the message.
    package let fingerprint: UInt64

    static let byteCount = MessageID.byteCount + 8

    package init(id: ReceivedID, fingerprint: UInt64) {
        self.id = id
        self.fingerprint = fingerprint
    }

    /// The fingerprint of a message.
    package static func fingerprint(of message: [UInt8]) -> UInt64 {
        message.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

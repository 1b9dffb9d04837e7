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
    /// A message or a copy that is sent again; it was first sent with this id.
    indirect case again(ReceivedID, MessageBody)
    /// A kind of a newer version.
    case unknown(UInt8)

    private enum Kind: UInt8 {
        case message = 1
        case sentCopy = 2
        case heartbeat = 3
        case resendRequest = 4
        case again = 5
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
        case .again(_, let body): 1 + MessageID.byteCount + body.encodedByteCount
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
        case .again(let id, let body):
            bytes.append(Kind.again.rawValue)
            id.value.value.append(to: &bytes)
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
            let id = MessageID(prefixOf: bytes[1...])
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
                let rest = try reader.take(reader.remaining)
                guard rest.first == Kind.message.rawValue || rest.first == Kind.sentCopy.rawValue,
                    let body = MessageBody(rest, isFromOwnDevice: isFromOwnDevice)
                else { return nil }
                self = .again(id, body)
            case .none: self = .unknown(kind)
            }
        } catch {
            return nil
        }
    }
}

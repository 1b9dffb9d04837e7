internal import SottoIdentity
internal import SottoSessions

/// What stands in a group message: a kind, an id, and what the app gave.
///
/// Rule DS-28.
enum GroupContent: Equatable {
    case message(MessageID, [UInt8])
    /// A kind of a newer version.
    case unknown(UInt8)

    private static let messageKind: UInt8 = 1

    init(id: MessageID, content: [UInt8]) { self = .message(id, content) }

    var bytes: [UInt8] {
        switch self {
        case .message(let id, let content): [Self.messageKind] + id.bytes + content
        case .unknown(let kind): [kind]
        }
    }

    /// Reads what was opened; nothing when it doesn't have its form.
    init?(_ bytes: [UInt8]) {
        guard let kind = bytes.first else { return nil }
        guard kind == Self.messageKind else {
            self = .unknown(kind)
            return
        }
        guard bytes.count > MessageID.byteCount,
            let id = MessageID(bytes[1...MessageID.byteCount])
        else { return nil }
        self = .message(id, Array(bytes[(1 + MessageID.byteCount)...]))
    }
}

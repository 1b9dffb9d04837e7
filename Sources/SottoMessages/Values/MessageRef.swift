/// Who wrote a message, named in as few bytes as the conversation allows.
///
/// In a direct conversation it is one of two, and one byte says which. In a group the user's bytes are the name as
/// long as they are no more than ``shortUserByteCount``, as they mean the same whatever rosters a reader has; longer ones are replaced by a
/// roster's revision and the member's position in it. Rule CN-6.
public enum AuthorRef: Hashable, Sendable {
    /// Who sends the content that refers.
    case sender
    /// The other side of a direct conversation.
    case recipient
    /// A user by the bytes of the address, 1 to 255.
    case user([UInt8])
    /// A member by the position, from 0, in the roster that has the revision.
    case member(position: UInt32, rosterRevision: UInt32)
    /// A way of naming that a newer version has, or none.
    case unknown

    /// The longest user that is named by its bytes.
    public static let shortUserByteCount = 16

    /// Names a member of a group in the fewest bytes that are sure to be understood.
    public static func compact(user: [UInt8], position: UInt32, rosterRevision: UInt32) -> AuthorRef {
        user.count <= shortUserByteCount
            ? .user(user) : .member(position: position, rosterRevision: rosterRevision)
    }
}

/// What names a message: its author and its id.
///
/// Rule CN-6.
public struct MessageRef: MessageFields {
    /// The message's id.
    public var id: MessageID = .unset
    private var side = AuthorSide.unset
    private var user: [UInt8] = []
    private var member: MemberRef?
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Names a message.
    public init(author: AuthorRef, id: MessageID) {
        self.id = id
        self.author = author
    }

    /// Who wrote it.
    public var author: AuthorRef {
        get {
            if let member { return .member(position: member.position, rosterRevision: member.rosterRevision) }
            if !user.isEmpty { return .user(user) }
            return side == .sender ? .sender : side == .recipient ? .recipient : .unknown
        }
        set {
            side = .unset
            user = []
            member = nil
            switch newValue {
            case .sender: side = .sender
            case .recipient: side = .recipient
            case .user(let bytes): user = bytes
            case .member(let position, let revision):
                member = MemberRef(position: position, rosterRevision: revision)
            case .unknown: break
            }
        }
    }

    package static var schemaName: StaticString { "MessageRef" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.id(1, "id", &id, required: true)
        try visitor.number(2, "side", &side, required: false)
        try visitor.bytes(3, "user", &user, counts: ContentLimits.userByteCounts, required: false)
        try visitor.message(4, "member", &member)
    }

    package func validate() throws(ContentError) {
        let ways = (side == .unset ? 0 : 1) + (user.isEmpty ? 0 : 1) + (member == nil ? 0 : 1)
        if ways == 0, unknownFields.isEmpty { throw .missing(field: Self.path("side")) }
        if ways > 1 { throw .invalid(field: Self.path("side")) }
    }
}

/// A side of a direct conversation, seen from the content that refers.
struct AuthorSide: OpenValue {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    static let sender = AuthorSide(rawValue: 1)
    static let recipient = AuthorSide(rawValue: 2)
    package static var schemaType: StaticString { "AuthorSide" }
}

/// A member by a position in a roster.
struct MemberRef: MessageFields {
    var position: UInt32 = 0
    var rosterRevision: UInt32 = 0
    var unknownFields = UnknownFields()

    init() {}

    init(position: UInt32, rosterRevision: UInt32) {
        self.position = position
        self.rosterRevision = rosterRevision
    }

    static var schemaName: StaticString { "MemberRef" }

    mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "position", &position, required: false)
        try visitor.number(2, "roster_revision", &rosterRevision, required: false)
    }
}

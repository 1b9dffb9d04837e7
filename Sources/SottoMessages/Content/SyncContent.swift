/// Whether somebody was verified.
///
/// Rule CN-27.
public struct VerifiedSync: MessageFields {
    /// The user.
    public var user: [UInt8] = []
    /// The identity key that was verified.
    public var identityKey: [UInt8] = []
    /// Whether.
    public var state = VerifiedState.unset
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(user: [UInt8], identityKey: [UInt8], state: VerifiedState) {
        self.user = user
        self.identityKey = identityKey
        self.state = state
    }

    package static var schemaName: StaticString { "VerifiedSync" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.bytes(1, "user", &user, counts: ContentLimits.userByteCounts, required: true)
        try visitor.bytes(
            2, "identity_key", &identityKey, counts: ContentLimits.identityKeyByteCounts, required: true)
        try visitor.number(3, "state", &state, required: true)
    }
}

/// All who are blocked.
///
/// Rule CN-27.
public struct BlockList: MessageFields {
    /// Users.
    public var users: [[UInt8]] = []
    /// Groups.
    public var groups: [[UInt8]] = []
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(users: [[UInt8]], groups: [[UInt8]] = []) {
        self.users = users
        self.groups = groups
    }

    package static var schemaName: StaticString { "BlockList" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.list(
            1, "users", &users, limit: ContentLimits.blockCount, counts: ContentLimits.userByteCounts)
        try visitor.list(
            2, "groups", &groups, limit: ContentLimits.blockCount, counts: ContentLimits.groupByteCounts)
    }
}

/// What was read.
///
/// Rule CN-27.
public struct ReadSync: MessageFields {
    /// A mark for each conversation.
    public var marks: [ReadMark] = []
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(marks: [ReadMark]) {
        self.marks = marks
    }

    package static var schemaName: StaticString { "ReadSync" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.messages(1, "marks", &marks, limit: ContentLimits.syncCount)
    }

    package func validate() throws(ContentError) {
        guard !marks.isEmpty else { throw .missing(field: Self.path("marks")) }
    }
}

/// How far a conversation was read.
///
/// Rule CN-27.
public struct ReadMark: MessageFields {
    /// The conversation.
    public var conversation = ConversationRef()
    /// The newest message that was read.
    public var newest = MessageRef()
    /// When, in milliseconds since 1970.
    public var readAt = Instant.unset
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        conversation: ConversationRef, newest: MessageRef, readAt: Instant = Instant(milliseconds: 0)
    ) {
        self.conversation = conversation
        self.newest = newest
        self.readAt = readAt
    }

    package static var schemaName: StaticString { "ReadMark" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.one(1, "conversation", &conversation)
        try visitor.one(2, "newest", &newest)
        try visitor.number(3, "read_at", &readAt, required: false)
    }
}

/// A message that another device sent.
///
/// Rule CN-27.
public struct SentTranscript: MessageFields {
    /// Where to.
    public var conversation = ConversationRef()
    /// Its content, encoded.
    public var content: [UInt8] = []
    /// The recipients that it went to without a named sender.
    public var sealedUsers: [[UInt8]] = []
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(conversation: ConversationRef, content: [UInt8], sealedUsers: [[UInt8]] = []) {
        self.conversation = conversation
        self.content = content
        self.sealedUsers = sealedUsers
    }

    package static var schemaName: StaticString { "SentTranscript" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.one(1, "conversation", &conversation)
        try visitor.bytes(2, "content", &content, counts: ContentLimits.nestedByteCounts, required: true)
        try visitor.list(
            3, "sealed_users", &sealedUsers, limit: ContentLimits.memberCount,
            counts: ContentLimits.userByteCounts)
    }
}

/// What one device tells the others of the same person: exactly one of these.
///
/// Rule CN-27.
public struct SyncContent: MessageFields {
    /// A message that was sent.
    public var sent: SentTranscript?
    /// What was read.
    public var read: ReadSync?
    /// Who is blocked.
    public var blocked: BlockList?
    /// Who was verified.
    public var verified: VerifiedSync?
    /// The settings of a conversation.
    public var settings: ConversationSettings?
    /// What was deleted.
    public var deletions: DeletionSync?
    /// View-once messages that were opened.
    public var opened: OpenedSync?
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        sent: SentTranscript? = nil, read: ReadSync? = nil, blocked: BlockList? = nil,
        verified: VerifiedSync? = nil, settings: ConversationSettings? = nil, deletions: DeletionSync? = nil,
        opened: OpenedSync? = nil
    ) {
        self.sent = sent
        self.read = read
        self.blocked = blocked
        self.verified = verified
        self.settings = settings
        self.deletions = deletions
        self.opened = opened
    }

    package static var schemaName: StaticString { "SyncContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.message(1, "sent", &sent)
        try visitor.message(2, "read", &read)
        try visitor.message(3, "blocked", &blocked)
        try visitor.message(4, "verified", &verified)
        try visitor.message(5, "settings", &settings)
        try visitor.message(6, "deletions", &deletions)
        try visitor.message(7, "opened", &opened)
    }

    package func validate() throws(ContentError) {
        let first = count(sent != nil, read != nil, blocked != nil, verified != nil)
        try requireOne(of: first + count(settings != nil, deletions != nil, opened != nil), "sent")
    }
}

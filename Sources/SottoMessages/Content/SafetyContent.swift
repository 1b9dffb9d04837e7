/// What the reader of a message request decided.
///
/// Rule CN-26.
public struct RequestContent: MessageFields {
    /// What.
    public var action = RequestAction.unset
    /// The conversation, on the sender's own devices; absent for this one.
    public var conversation: ConversationRef?
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(action: RequestAction, conversation: ConversationRef? = nil) {
        self.action = action
        self.conversation = conversation
    }

    package static var schemaName: StaticString { "RequestContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "action", &action, required: true)
        try visitor.message(2, "conversation", &conversation)
    }
}

/// A conversation: with a user, or a group.
///
/// Rule CN-26.
public struct ConversationRef: MessageFields {
    /// The other side.
    public var user: [UInt8] = []
    /// The group.
    public var group: [UInt8] = []
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(user: [UInt8] = [], group: [UInt8] = []) {
        self.user = user
        self.group = group
    }

    package static var schemaName: StaticString { "ConversationRef" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.bytes(1, "user", &user, counts: ContentLimits.userByteCounts, required: false)
        try visitor.bytes(2, "group", &group, counts: ContentLimits.groupByteCounts, required: false)
    }

    package func validate() throws(ContentError) {
        try requireOne(of: count(!user.isEmpty, !group.isEmpty), "user")
    }
}

/// Reports somebody, with messages.
///
/// Rule CN-26.
public struct ReportContent: MessageFields {
    /// Why.
    public var reason = ReportReason.unset
    /// What the reporter says.
    public var note = ""
    /// Who is reported.
    public var user: [UInt8] = []
    /// The messages.
    public var messages: [ReportedMessage] = []
    /// The group that it is about.
    public var group: [UInt8] = []
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        reason: ReportReason, note: String = "", user: [UInt8], messages: [ReportedMessage] = [],
        group: [UInt8] = []
    ) {
        self.reason = reason
        self.note = note
        self.user = user
        self.messages = messages
        self.group = group
    }

    package static var schemaName: StaticString { "ReportContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "reason", &reason, required: true)
        try visitor.text(2, "note", &note, limit: ContentLimits.captionByteCount, required: false)
        try visitor.bytes(3, "user", &user, counts: ContentLimits.userByteCounts, required: true)
        try visitor.messages(4, "messages", &messages, limit: ContentLimits.reportCount)
        try visitor.bytes(5, "group", &group, counts: ContentLimits.groupByteCounts, required: false)
    }
}

/// A message that is reported.
///
/// Rule CN-26.
public struct ReportedMessage: MessageFields {
    /// The message.
    public var target = MessageRef()
    /// Its content, encoded as it came.
    public var content: [UInt8] = []
    /// Reserved: a proof that the message was sent.
    public var frankingProof: [UInt8] = []
    /// When it came, in milliseconds since 1970.
    public var receivedAt = Instant.unset
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        target: MessageRef, content: [UInt8] = [], frankingProof: [UInt8] = [],
        receivedAt: Instant = Instant(milliseconds: 0)
    ) {
        self.target = target
        self.content = content
        self.frankingProof = frankingProof
        self.receivedAt = receivedAt
    }

    package static var schemaName: StaticString { "ReportedMessage" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.one(1, "target", &target)
        try visitor.bytes(2, "content", &content, counts: ContentLimits.nestedByteCounts, required: false)
        try visitor.bytes(
            3, "franking_proof", &frankingProof, counts: ContentLimits.proofByteCounts, required: false)
        try visitor.number(4, "received_at", &receivedAt, required: false)
    }
}

/// Why somebody is reported.
///
/// Rule CN-5.
public struct ReportReason: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "ReportReason" }

    /// Unwanted advertising.
    public static let spam = ReportReason(rawValue: 1)
    /// Insults or threats.
    public static let harassment = ReportReason(rawValue: 2)
    /// An attempt to get money or secrets.
    public static let fraud = ReportReason(rawValue: 3)
    /// Pretends to be somebody else.
    public static let impersonation = ReportReason(rawValue: 4)
    /// Something forbidden.
    public static let illegal = ReportReason(rawValue: 5)
    /// Somebody may harm themselves.
    public static let selfHarm = ReportReason(rawValue: 6)
    /// Something else.
    public static let other = ReportReason(rawValue: 7)
}

/// What was decided on a message request.
///
/// Rule CN-5.
public struct RequestAction: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "RequestAction" }

    /// They may write.
    public static let accepted = RequestAction(rawValue: 1)
    /// The request is gone.
    public static let deleted = RequestAction(rawValue: 2)
    /// The request is gone, and they may not write.
    public static let blocked = RequestAction(rawValue: 3)
}

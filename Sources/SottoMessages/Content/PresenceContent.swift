/// Says whether somebody is there.
///
/// Rule CN-18.
public struct PresenceContent: MessageFields {
    /// Whether.
    public var state = PresenceState.unset
    /// What they say of themselves; absent for nothing.
    public var status: CustomStatus?
    /// When they were last there.
    public var lastSeen: LastSeen?
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(state: PresenceState, status: CustomStatus? = nil, lastSeen: LastSeen? = nil) {
        self.state = state
        self.status = status
        self.lastSeen = lastSeen
    }

    package static var schemaName: StaticString { "PresenceContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "state", &state, required: true)
        try visitor.message(2, "status", &status)
        try visitor.message(3, "last_seen", &lastSeen)
    }
}

/// When somebody was last there: the moment, or roughly.
///
/// Rule CN-18.
public struct LastSeen: MessageFields {
    /// The moment, in milliseconds since 1970.
    public var at = Instant.unset
    /// Roughly, for who may not know the moment.
    public var coarse = CoarseLastSeen.unset
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        at: Instant = Instant(milliseconds: 0), coarse: CoarseLastSeen = CoarseLastSeen(rawValue: 0)
    ) {
        self.at = at
        self.coarse = coarse
    }

    package static var schemaName: StaticString { "LastSeen" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "at", &at, required: false)
        try visitor.number(2, "coarse", &coarse, required: false)
    }

    package func validate() throws(ContentError) {
        try requireOne(of: count(at != .unset, coarse != .unset), "at")
    }
}

/// What people say of themselves for a while.
///
/// Rule CN-18.
public struct CustomStatus: MessageFields {
    /// An emoji.
    public var emoji = Emoji.unset
    /// A few words.
    public var text = ""
    /// When it ends, worked out by the sender; absent for never.
    public var expiresAt: Instant?
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(emoji: Emoji = Emoji(""), text: String = "", expiresAt: Instant? = nil) {
        self.emoji = emoji
        self.text = text
        self.expiresAt = expiresAt
    }

    package static var schemaName: StaticString { "CustomStatus" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.typed(1, "emoji", &emoji, required: false)
        try visitor.text(2, "text", &text, limit: ContentLimits.lineByteCount, required: false)
        try visitor.optional(3, "expires_at", &expiresAt)
    }

    package func validate() throws(ContentError) {
        if emoji == .unset, text.isEmpty, unknownFields.isEmpty { throw .missing(field: Self.path("text")) }
    }
}

/// Whether somebody is there.
///
/// Rule CN-5.
public struct PresenceState: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "PresenceState" }

    /// There.
    public static let online = PresenceState(rawValue: 1)
    /// There, but did nothing for a while.
    public static let idle = PresenceState(rawValue: 2)
    /// There, and not to be disturbed.
    public static let doNotDisturb = PresenceState(rawValue: 3)
    /// Not there.
    public static let offline = PresenceState(rawValue: 4)
    /// There, and shown to others as offline: goes to the sender's own devices only.
    public static let invisible = PresenceState(rawValue: 5)
}

/// Roughly when somebody was last there.
///
/// Rule CN-5.
public struct CoarseLastSeen: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "CoarseLastSeen" }

    /// Within three days.
    public static let recently = CoarseLastSeen(rawValue: 1)
    /// Within a week.
    public static let withinWeek = CoarseLastSeen(rawValue: 2)
    /// Within a month.
    public static let withinMonth = CoarseLastSeen(rawValue: 3)
    /// Longer ago.
    public static let longAgo = CoarseLastSeen(rawValue: 4)
}

/// What two sides, or a group, tell each other about a call.
///
/// Rule CN-21.
public struct CallContent: MessageFields {
    /// The call's id: 16 random bytes, the same in all that is about it.
    public var call = MessageID.unset
    /// What happens.
    public var event = CallEvent.unset
    /// Whether it is with video.
    public var isVideo = false
    /// An offer, an answer or candidates, as the app's calls need them.
    public var payload: [UInt8] = []
    /// Whether the sender is muted.
    public var isMuted = false
    /// Why it ended.
    public var reason = CallEndReason.unset
    /// The users in a group's call.
    public var participants: [[UInt8]] = []
    /// The device of the reader that it is for; 0 for all.
    public var device: UInt32 = 0
    /// How long a call that ended was, in milliseconds.
    public var duration = TimeSpan.unset
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        call: MessageID, event: CallEvent, isVideo: Bool = false, payload: [UInt8] = [],
        isMuted: Bool = false, reason: CallEndReason = CallEndReason(rawValue: 0),
        participants: [[UInt8]] = [], device: UInt32 = 0, duration: TimeSpan = TimeSpan(milliseconds: 0)
    ) {
        self.call = call
        self.event = event
        self.isVideo = isVideo
        self.payload = payload
        self.isMuted = isMuted
        self.reason = reason
        self.participants = participants
        self.device = device
        self.duration = duration
    }

    package static var schemaName: StaticString { "CallContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.id(1, "call", &call, required: true)
        try visitor.number(2, "event", &event, required: true)
        try visitor.number(3, "is_video", &isVideo, required: false)
        try visitor.bytes(4, "payload", &payload, counts: ContentLimits.callByteCounts, required: false)
        try visitor.number(5, "is_muted", &isMuted, required: false)
        try visitor.number(6, "reason", &reason, required: false)
        try visitor.list(
            7, "participants", &participants, limit: ContentLimits.participantCount,
            counts: ContentLimits.userByteCounts)
        try visitor.number(8, "device", &device, required: false)
        try visitor.number(9, "duration", &duration, required: false)
    }

    package func validate() throws(ContentError) {
        guard event.isNamed else { return }
        try allow(!payload.isEmpty, "payload", when: event.hasPayload)
        if event.hasPayload, payload.isEmpty { throw .missing(field: Self.path("payload")) }
        try allow(reason != .unset, "reason", when: event.isEnd)
        if event == .hangUp, reason == .unset { throw .missing(field: Self.path("reason")) }
        try allow(!participants.isEmpty, "participants", when: event == .groupOpened || event == .groupClosed)
        try allow(duration != .unset, "duration", when: event.isEnd)
    }
}

/// What happens to a call.
///
/// Rule CN-5.
public struct CallEvent: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "CallEvent" }

    /// It is offered.
    public static let offer = CallEvent(rawValue: 1)
    /// It is answered.
    public static let answer = CallEvent(rawValue: 2)
    /// Ways to reach the sender.
    public static let candidates = CallEvent(rawValue: 3)
    /// It ends.
    public static let hangUp = CallEvent(rawValue: 4)
    /// The sender talks to somebody else.
    public static let busy = CallEvent(rawValue: 5)
    /// The sender's device rings.
    public static let ringing = CallEvent(rawValue: 6)
    /// It goes on with video.
    public static let videoRaised = CallEvent(rawValue: 7)
    /// The sender is muted, or no longer.
    public static let muted = CallEvent(rawValue: 8)
    /// A call in a group is open, or others are in it.
    public static let groupOpened = CallEvent(rawValue: 9)
    /// A call in a group is over.
    public static let groupClosed = CallEvent(rawValue: 10)
}

/// Why a call ended.
///
/// Rule CN-5.
public struct CallEndReason: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "CallEndReason" }

    /// Somebody hung up.
    public static let ended = CallEndReason(rawValue: 1)
    /// Nobody answered.
    public static let missed = CallEndReason(rawValue: 2)
    /// It was declined.
    public static let declined = CallEndReason(rawValue: 3)
    /// Another device of the same person answered.
    public static let answeredElsewhere = CallEndReason(rawValue: 4)
    /// It couldn't be made, or was cut off.
    public static let failed = CallEndReason(rawValue: 5)
}

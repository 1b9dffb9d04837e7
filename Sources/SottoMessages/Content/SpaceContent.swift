/// Who is in a voice channel.
///
/// Rule CN-20.
public struct VoiceChannelContent: MessageFields {
    /// The channel's group.
    public var channel: [UInt8] = []
    /// All who are in it; none when the last has left.
    public var participants: [VoiceParticipant] = []
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(channel: [UInt8], participants: [VoiceParticipant]) {
        self.channel = channel
        self.participants = participants
    }

    package static var schemaName: StaticString { "VoiceChannelContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.bytes(1, "channel", &channel, counts: ContentLimits.groupByteCounts, required: true)
        try visitor.messages(2, "participants", &participants, limit: ContentLimits.participantCount)
    }
}

/// Somebody in a voice channel.
///
/// Rule CN-20.
public struct VoiceParticipant: MessageFields {
    /// The user.
    public var user: [UInt8] = []
    /// Whether they speak.
    public var isSpeaking = false
    /// Whether they are muted.
    public var isMuted = false
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(user: [UInt8], isSpeaking: Bool = false, isMuted: Bool = false) {
        self.user = user
        self.isSpeaking = isSpeaking
        self.isMuted = isMuted
    }

    package static var schemaName: StaticString { "VoiceParticipant" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.bytes(1, "user", &user, counts: ContentLimits.userByteCounts, required: true)
        try visitor.number(2, "is_speaking", &isSpeaking, required: false)
        try visitor.number(3, "is_muted", &isMuted, required: false)
    }
}

/// What a space is: its name and its channels.
///
/// Rule CN-20.
public struct SpaceUpdateContent: MessageFields {
    /// The space's id, 1 to 32 bytes.
    public var space: [UInt8] = []
    /// The version, from 1; the newest counts.
    public var version: UInt32 = 0
    /// The name.
    public var name = ""
    /// The avatar.
    public var avatar: GroupAvatar?
    /// The colour.
    public var color = ThemeColor.unset
    /// All channels, in the order in which they are shown.
    public var channels: [SpaceChannel] = []
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        space: [UInt8], version: UInt32, name: String, avatar: GroupAvatar? = nil,
        color: ThemeColor = ThemeColor(rawValue: 0), channels: [SpaceChannel] = []
    ) {
        self.space = space
        self.version = version
        self.name = name
        self.avatar = avatar
        self.color = color
        self.channels = channels
    }

    package static var schemaName: StaticString { "SpaceUpdateContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.bytes(1, "space", &space, counts: ContentLimits.groupByteCounts, required: true)
        try visitor.number(2, "version", &version, required: true)
        try visitor.text(3, "name", &name, limit: ContentLimits.lineByteCount, required: true)
        try visitor.message(4, "avatar", &avatar)
        try visitor.number(5, "color", &color, required: false)
        try visitor.messages(6, "channels", &channels, limit: ContentLimits.channelCount)
    }
}

/// A channel of a space: a group with a name.
///
/// Rule CN-20.
public struct SpaceChannel: MessageFields {
    /// The group.
    public var group: [UInt8] = []
    /// The name.
    public var name = ""
    /// What it is for.
    public var form = ChannelForm.unset
    /// What is talked about there.
    public var topic = ""
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(group: [UInt8], name: String, form: ChannelForm, topic: String = "") {
        self.group = group
        self.name = name
        self.form = form
        self.topic = topic
    }

    package static var schemaName: StaticString { "SpaceChannel" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.bytes(1, "group", &group, counts: ContentLimits.groupByteCounts, required: true)
        try visitor.text(2, "name", &name, limit: ContentLimits.lineByteCount, required: true)
        try visitor.number(3, "form", &form, required: true)
        try visitor.text(4, "topic", &topic, limit: ContentLimits.captionByteCount, required: false)
    }
}

/// What a channel is for.
///
/// Rule CN-5.
public struct ChannelForm: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "ChannelForm" }

    /// For messages.
    public static let text = ChannelForm(rawValue: 1)
    /// For talking.
    public static let voice = ChannelForm(rawValue: 2)
}

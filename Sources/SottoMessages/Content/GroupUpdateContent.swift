/// A change of a group, with the roster that it leads to.
///
/// Rule CN-19.
public struct GroupUpdateContent: MessageFields {
    /// The roster's revision.
    public var revision: UInt32 = 0
    /// The roster's hash, 32 bytes.
    public var rosterHash: [UInt8] = []
    /// The hash of the roster before, 32 bytes; absent when the group is created.
    public var parentHash: [UInt8] = []
    /// What is done.
    public var action = GroupAction.unset
    /// The name, empty for none; when created or renamed.
    public var name = ""
    /// The description, empty for none; when created or described.
    public var summary = ""
    /// The avatar, absent for none; when created or the avatar is set.
    public var avatar: GroupAvatar?
    /// The colour, absent for none; when created or the colour is set.
    public var color = ThemeColor.unset
    /// The members that are there from the start, or are added, removed, promoted or demoted.
    public var users: [[UInt8]] = []
    /// The invite link, empty for none; when created or the link is set.
    public var link = ""
    /// Who may do what; when created or the permissions are set.
    public var permissions: GroupPermissions?
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        revision: UInt32, rosterHash: [UInt8], parentHash: [UInt8] = [], action: GroupAction,
        name: String = "", summary: String = "", avatar: GroupAvatar? = nil,
        color: ThemeColor = ThemeColor(rawValue: 0), users: [[UInt8]] = [], link: String = "",
        permissions: GroupPermissions? = nil
    ) {
        self.revision = revision
        self.rosterHash = rosterHash
        self.parentHash = parentHash
        self.action = action
        self.name = name
        self.summary = summary
        self.avatar = avatar
        self.color = color
        self.users = users
        self.link = link
        self.permissions = permissions
    }

    package static var schemaName: StaticString { "GroupUpdateContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "revision", &revision, required: false)
        try visitor.bytes(
            2, "roster_hash", &rosterHash, counts: ContentLimits.rosterHashByteCounts, required: true)
        try visitor.bytes(
            3, "parent_hash", &parentHash, counts: ContentLimits.rosterHashByteCounts, required: false)
        try visitor.number(4, "action", &action, required: true)
        try visitor.text(5, "name", &name, limit: ContentLimits.lineByteCount, required: false)
        try visitor.text(6, "summary", &summary, limit: ContentLimits.captionByteCount, required: false)
        try visitor.message(7, "avatar", &avatar)
        try visitor.number(8, "color", &color, required: false)
        try visitor.list(
            9, "users", &users, limit: ContentLimits.memberCount, counts: ContentLimits.userByteCounts)
        try visitor.text(10, "link", &link, limit: ContentLimits.urlByteCount, required: false)
        try visitor.message(11, "permissions", &permissions)
    }

    package func validate() throws(ContentError) {
        guard action.isNamed else { return }
        let creates = action == .create
        if creates != parentHash.isEmpty {
            throw creates
                ? .invalid(field: Self.path("parent_hash")) : .missing(field: Self.path("parent_hash"))
        }
        try allow(!name.isEmpty, "name", when: creates || action == .rename)
        try allow(!summary.isEmpty, "summary", when: creates || action == .describe)
        try allow(avatar != nil, "avatar", when: creates || action == .setAvatar)
        try allow(color != .unset, "color", when: creates || action == .setColor)
        try allow(!users.isEmpty, "users", when: creates || action.concernsMembers)
        try allow(!link.isEmpty, "link", when: creates || action == .setInviteLink)
        try allow(permissions != nil, "permissions", when: creates || action == .setPermissions)
        if action.concernsMembers, users.isEmpty { throw .missing(field: Self.path("users")) }
        if action == .setPermissions, permissions == nil { throw .missing(field: Self.path("permissions")) }
    }
}

/// Who may do what in a group.
///
/// Rule CN-19.
public struct GroupPermissions: MessageFields {
    /// Who may add members.
    public var adding = GroupAudience.unset
    /// Who may change the name, the description, the avatar and the colour.
    public var editing = GroupAudience.unset
    /// Who may send messages.
    public var sending = GroupAudience.unset
    /// Who may pin messages.
    public var pinning = GroupAudience.unset
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        adding: GroupAudience = GroupAudience(rawValue: 0),
        editing: GroupAudience = GroupAudience(rawValue: 0),
        sending: GroupAudience = GroupAudience(rawValue: 0),
        pinning: GroupAudience = GroupAudience(rawValue: 0)
    ) {
        self.adding = adding
        self.editing = editing
        self.sending = sending
        self.pinning = pinning
    }

    package static var schemaName: StaticString { "GroupPermissions" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "adding", &adding, required: false)
        try visitor.number(2, "editing", &editing, required: false)
        try visitor.number(3, "sending", &sending, required: false)
        try visitor.number(4, "pinning", &pinning, required: false)
    }
}

/// A group's picture: one of the two.
///
/// Rule CN-19.
public struct GroupAvatar: MessageFields {
    /// A picture.
    public var image: AttachmentPointer?
    /// An emoji.
    public var emoji = Emoji.unset
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(image: AttachmentPointer? = nil, emoji: Emoji = Emoji("")) {
        self.image = image
        self.emoji = emoji
    }

    package static var schemaName: StaticString { "GroupAvatar" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.message(1, "image", &image)
        try visitor.typed(2, "emoji", &emoji, required: false)
    }

    package func validate() throws(ContentError) {
        try requireOne(of: count(image != nil, emoji != .unset), "image")
    }
}

/// What is done to a group.
///
/// Rule CN-5.
public struct GroupAction: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "GroupAction" }

    /// The group begins.
    public static let create = GroupAction(rawValue: 1)
    /// It gets another name.
    public static let rename = GroupAction(rawValue: 2)
    /// It gets another description.
    public static let describe = GroupAction(rawValue: 3)
    /// It gets another avatar.
    public static let setAvatar = GroupAction(rawValue: 4)
    /// It gets another colour.
    public static let setColor = GroupAction(rawValue: 5)
    /// Members are added.
    public static let add = GroupAction(rawValue: 6)
    /// Members are removed.
    public static let remove = GroupAction(rawValue: 7)
    /// The sender leaves.
    public static let leave = GroupAction(rawValue: 8)
    /// Members become admins.
    public static let promote = GroupAction(rawValue: 9)
    /// Admins become members.
    public static let demote = GroupAction(rawValue: 10)
    /// It gets another invite link, or none.
    public static let setInviteLink = GroupAction(rawValue: 11)
    /// Its permissions change.
    public static let setPermissions = GroupAction(rawValue: 12)
}

/// Who may do something in a group.
///
/// Rule CN-5.
public struct GroupAudience: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "GroupAudience" }

    /// All members.
    public static let members = GroupAudience(rawValue: 1)
    /// Admins only.
    public static let admins = GroupAudience(rawValue: 2)
    /// Nobody.
    public static let nobody = GroupAudience(rawValue: 3)
}

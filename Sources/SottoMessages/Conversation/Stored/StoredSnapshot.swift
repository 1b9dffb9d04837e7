/// What a group is at one revision.
struct StoredSnapshot: StoredFields {
    var revision: UInt32 = 0
    var hash: [UInt8] = []
    var name = ""
    var summary = ""
    var avatar: GroupAvatar?
    var color = ThemeColor.unset
    var link = ""
    var permissions: GroupPermissions?
    var members: [[UInt8]] = []
    var admins: [[UInt8]] = []
    var unknownFields = UnknownFields()

    static var schemaName: StaticString { "StoredSnapshot" }

    init() {}

    init(_ group: GroupSnapshot) {
        revision = group.revision
        hash = group.hash
        name = group.name
        summary = group.summary
        avatar = group.avatar
        color = group.color
        link = group.link
        permissions = group.permissions == GroupPermissions() ? nil : group.permissions
        // Ascending, each once, as the snapshot's initializer leaves them.
        members = Set(group.members).sorted().map(\.bytes)
        admins = Set(group.admins).intersection(group.members).sorted().map(\.bytes)
    }

    mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "revision", &revision, required: false)
        try visitor.bytes(2, "hash", &hash, counts: ContentLimits.rosterHashByteCounts, required: false)
        try visitor.text(3, "name", &name, limit: ContentLimits.lineByteCount, required: false)
        try visitor.text(4, "summary", &summary, limit: ContentLimits.captionByteCount, required: false)
        try visitor.message(5, "avatar", &avatar)
        try visitor.number(6, "color", &color, required: false)
        try visitor.text(7, "link", &link, limit: ContentLimits.urlByteCount, required: false)
        try visitor.message(8, "permissions", &permissions)
        try visitor.list(
            9, "members", &members, limit: ContentLimits.memberCount, counts: ContentLimits.userByteCounts)
        try visitor.list(
            10, "admins", &admins, limit: ContentLimits.memberCount, counts: ContentLimits.userByteCounts)
    }

    /// The group; what isn't as the initializer leaves it comes out as another one.
    var group: GroupSnapshot {
        GroupSnapshot(
            revision: revision, hash: hash, name: name, summary: summary, avatar: avatar, color: color,
            link: link, permissions: permissions ?? GroupPermissions(),
            members: members.compactMap { PersonID($0) }, admins: admins.compactMap { PersonID($0) })
    }
}

/// What people say of themselves.
///
/// Rule CN-28.
public struct ProfileContent: MessageFields {
    /// The name.
    public var name = ""
    /// A few words.
    public var about = ""
    /// A picture.
    public var avatar: AttachmentPointer?
    /// What opens the profile on the server, 32 bytes.
    public var profileKey: [UInt8] = []
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        name: String = "", about: String = "", avatar: AttachmentPointer? = nil, profileKey: [UInt8] = []
    ) {
        self.name = name
        self.about = about
        self.avatar = avatar
        self.profileKey = profileKey
    }

    package static var schemaName: StaticString { "ProfileContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.text(1, "name", &name, limit: ContentLimits.lineByteCount, required: false)
        try visitor.text(2, "about", &about, limit: ContentLimits.captionByteCount, required: false)
        try visitor.message(3, "avatar", &avatar)
        try visitor.bytes(
            4, "profile_key", &profileKey, counts: ContentLimits.profileKeyByteCounts, required: false)
    }
}

/// How somebody is reached.
///
/// Rule CN-23.
public struct ContactContent: MessageFields {
    /// The name.
    public var name = ""
    /// Telephone numbers.
    public var numbers: [String] = []
    /// E-mail addresses.
    public var emails: [String] = []
    /// A picture.
    public var avatar: AttachmentPointer?
    /// The user of an address, when there is one.
    public var user: [UInt8] = []
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        name: String, numbers: [String] = [], emails: [String] = [], avatar: AttachmentPointer? = nil,
        user: [UInt8] = []
    ) {
        self.name = name
        self.numbers = numbers
        self.emails = emails
        self.avatar = avatar
        self.user = user
    }

    package static var schemaName: StaticString { "ContactContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.text(1, "name", &name, limit: ContentLimits.lineByteCount, required: true)
        try visitor.texts(
            2, "numbers", &numbers, limit: ContentLimits.contactCount, textLimit: ContentLimits.lineByteCount)
        try visitor.texts(
            3, "emails", &emails, limit: ContentLimits.contactCount, textLimit: ContentLimits.lineByteCount)
        try visitor.message(4, "avatar", &avatar)
        try visitor.bytes(5, "user", &user, counts: ContentLimits.userByteCounts, required: false)
    }
}

/// Content with what is known of its way.
struct StoredMessage: StoredFields {
    var author: [UInt8] = []
    var device: UInt32 = 0
    var user: [UInt8] = []
    var group: [UInt8] = []
    var transport: UInt32 = 0
    var isSealed = false
    var recipients: [[UInt8]] = []
    var content: [UInt8] = []
    var unknownFields = UnknownFields()

    static var schemaName: StaticString { "StoredMessage" }

    init() {}

    init(_ event: MessageEvent) throws(ContentError) {
        author = event.author.bytes
        device = event.device
        switch event.conversation {
        // Mostly the author is the other side, and named once.
        case .direct(let person): user = person == event.author ? [] : person.bytes
        case .group(let bytes):
            guard !bytes.isEmpty else { throw .missing(field: Self.path("group")) }
            group = bytes
        }
        transport = UInt32(event.transport.rawValue)
        isSealed = event.isSealed
        recipients = event.recipients.map(\.bytes)
        content = try event.content.encoded(limit: StoredLimits.contentByteCount)
    }

    mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.bytes(1, "author", &author, counts: ContentLimits.userByteCounts, required: true)
        try visitor.number(2, "device", &device, required: false)
        try visitor.bytes(3, "user", &user, counts: ContentLimits.userByteCounts, required: false)
        try visitor.bytes(4, "group", &group, counts: ContentLimits.groupByteCounts, required: false)
        try visitor.number(5, "transport", &transport, required: false)
        try visitor.number(6, "is_sealed", &isSealed, required: false)
        try visitor.list(
            7, "recipients", &recipients, limit: ContentLimits.memberCount,
            counts: ContentLimits.userByteCounts)
        try visitor.bytes(8, "content", &content, counts: 1...StoredLimits.contentByteCount, required: true)
    }

    func check() throws(ContentError) {
        guard user.isEmpty || group.isEmpty, user != author else {
            throw .invalid(field: Self.path("user"))
        }
    }

    func event() throws(ContentError) -> MessageEvent {
        guard let author = PersonID(author) else { throw .missing(field: Self.path("author")) }
        guard let transport = UInt8(exactly: transport).flatMap(Transport.init(rawValue:)) else {
            throw .invalid(field: Self.path("transport"))
        }
        let conversation: ConversationID =
            group.isEmpty ? .direct(PersonID(user) ?? author) : .group(group)
        return MessageEvent(
            author: author, device: device, conversation: conversation, transport: transport,
            isSealed: isSealed, recipients: recipients.isEmpty ? [] : recipients.compactMap { PersonID($0) },
            content: try Content(decoding: content, limit: StoredLimits.contentByteCount))
    }
}

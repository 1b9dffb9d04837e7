internal import SottoWire

/// Rules CV-50 to CV-52.
extension ConversationEvent {
    /// The event's stored form, for this device's own disk.
    ///
    /// Content keeps its own encoding inside, unknown fields and kinds with it, so that a later version reads what this one
    /// couldn't.
    ///
    /// - Throws: ``ContentError`` naming the field that is out of its limits.
    public func encoded() throws(ContentError) -> [UInt8] {
        var stored = StoredEvent()
        stored.sequence = sequence
        stored.receivedAt = receivedAt
        switch body {
        case .message(let message): stored.message = try StoredMessage(message)
        case .local(let fact):
            var value = StoredFact(fact)
            stored.fact = try StoredValue.encode(&value, limit: StoredLimits.eventByteCount)
        }
        return try StoredValue.encode(&stored, limit: StoredLimits.eventByteCount)
    }

    /// Reads the stored form of an event.
    ///
    /// - Throws: ``ContentError`` when the bytes aren't one: too many, not protobuf, a field that is missing, out of its
    ///   limits, unknown, or doesn't belong to what happened.
    public init(decoding bytes: [UInt8]) throws(ContentError) {
        let stored: StoredEvent = try StoredValue.decode(bytes, limit: StoredLimits.eventByteCount)
        let body: Body
        if let message = stored.message {
            body = .message(try message.event())
        } else {
            let fact: StoredFact = try StoredValue.decode(stored.fact, limit: StoredLimits.eventByteCount)
            body = .local(try fact.fact())
        }
        self.init(sequence: stored.sequence, receivedAt: stored.receivedAt, body: body)
    }
}

/// How large what is stored may be.
///
/// Rule CV-50.
public enum StoredLimits {
    /// An event: its content, and the names of a group's members.
    public static let eventByteCount = 524_288
    /// Messages that one fact names.
    public static let names = 1_000
    /// Files of a draft.
    public static let attachments = 32
    /// A draft.
    public static let draftByteCount = 65_536
}

/// What all stored values share.
enum StoredValue {
    static func encode(_ message: inout some MessageFields, limit: Int) throws(ContentError) -> [UInt8] {
        try FieldValidator.check(&message)
        var encoder = FieldEncoder()
        try encoder.fields(of: message)
        guard encoder.writer.bytes.count <= limit else { throw .tooLarge }
        return encoder.writer.bytes
    }

    static func decode<M: MessageFields>(_ bytes: [UInt8], limit: Int) throws(ContentError) -> M {
        guard bytes.count <= limit else { throw .tooLarge }
        var message = M()
        var decoder = FieldDecoder(bytes)
        try decoder.decode(&message)
        try FieldValidator.check(&message)
        return message
    }
}

/// A message that this device alone writes and reads: what isn't known there isn't of use.
protocol StoredFields: MessageFields {
    func check() throws(ContentError)
}

extension StoredFields {
    func check() throws(ContentError) {}

    func validate() throws(ContentError) {
        guard unknownFields.isEmpty else { throw .invalid(field: Self.path("unknown")) }
        try check()
    }
}

/// An event.
///
/// A fact stands as bytes: it is large as a value, rare among events, and would be moved with each of them.
struct StoredEvent: StoredFields {
    var sequence: UInt64 = 0
    var receivedAt = Instant.unset
    var message: StoredMessage?
    var fact: [UInt8] = []
    var unknownFields = UnknownFields()

    static var schemaName: StaticString { "StoredEvent" }

    mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "sequence", &sequence, required: true)
        try visitor.number(2, "received_at", &receivedAt, required: false)
        try visitor.message(3, "message", &message)
        try visitor.bytes(4, "fact", &fact, counts: 1...StoredLimits.eventByteCount, required: false)
    }

    func check() throws(ContentError) {
        try requireOne(of: count(message != nil, !fact.isEmpty), "message")
    }
}

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
        content = try event.content.encoded()
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
        try visitor.bytes(8, "content", &content, counts: ContentLimits.nestedByteCounts, required: true)
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
            content: try Content(decoding: content))
    }
}

/// All messages that are stored, for comparing them with their schemas.
package enum StoredSchemas {
    /// One of each.
    package static let all: [any MessageFields] = [
        StoredEvent(), StoredMessage(), StoredFact(), StoredName(), StoredAnnotation(), StoredSnapshot(),
        StoredDraft(), StoredDraftAttachment(), StoredMemory(), StoredCluster(), StoredNight(),
    ]
}

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

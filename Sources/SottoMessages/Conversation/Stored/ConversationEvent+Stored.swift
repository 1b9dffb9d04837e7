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

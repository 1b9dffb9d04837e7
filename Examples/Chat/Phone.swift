import Sotto

/// What an app keeps on one phone: a device, the events of a conversation as bytes, and what they come to.
final class Phone {
    let device: Device
    private(set) var conversation: Conversation
    /// What an app has in its own store, sealed.
    private var events: [[UInt8]] = []

    init(_ device: Device, with user: UserID) {
        self.device = device
        conversation = Conversation(id: .direct(PersonID(user)), me: PersonID(device.address.user))
    }

    /// The place of the next event.
    private var place: UInt64 { UInt64(events.count) + 1 }

    /// Seals content for the other side, and shows it on this one.
    func send(_ kind: ContentKind, reply: MessageName? = nil, to peer: Phone) throws -> MessageName {
        var content = device.compose(kind)
        content.reply = reply.map { conversation.quote(of: $0) }
        content.timer = conversation.messageTimer
        let outgoing = try device.send(content, to: .user(peer.device.address.user))
        let event = device.conversationEvent(of: content, in: conversation.id, sequence: place)
        try keep(event)
        for envelope in outgoing.envelopes { try peer.receive(envelope.bytes, from: device.address) }
        try device.markSent(outgoing.id)
        try note(.sent(content.id), at: event.receivedAt)
        return MessageName(author: conversation.me, id: content.id)
    }

    func receive(_ bytes: [UInt8], from sender: Address) throws {
        let received = try device.receive(bytes, from: sender)
        if let event = try received.conversationEvent(sequence: place, of: device.address.user) {
            try keep(event)
        }
        try device.acknowledge(received.id)
    }

    /// Keeps what happened, then shows it.
    private func keep(_ event: ConversationEvent) throws {
        events.append(try event.encoded())
        for refusal in conversation.apply([event]).refusals { print("without effect:", refusal.reason) }
    }

    /// Keeps what this device did or noticed.
    func note(_ fact: LocalFact, at moment: Instant) throws {
        try keep(ConversationEvent(sequence: place, receivedAt: moment, body: .local(fact)))
    }

    /// Reads all there is, and tells the other side.
    func readAll(at moment: Instant, telling peer: Phone) throws {
        let unread = conversation.unreadMessages()
        if unread.isEmpty { return }
        try note(.read(through: place - 1), at: moment)
        _ = try send(.receipt(ReceiptContent(kind: .read, ids: unread.map(\.id))), to: peer)
    }

    /// What a start of the app does: the same events, the same conversation.
    func reload() throws {
        var fresh = Conversation(id: conversation.id, me: conversation.me)
        _ = fresh.apply(try events.map { try ConversationEvent(decoding: $0) }, cause: .history)
        conversation = fresh
    }
}

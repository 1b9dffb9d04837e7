import Sotto

/// What an app does between a device and a screen: it makes content, and hands what happens to the conversation.
struct Chat {
    private(set) var conversation: Conversation
    private let me: UserID
    private let peer: UserID
    private var lastSequence: UInt64 = 0
    /// The messages of the script, by their numbers.
    private var names: [Int: MessageName] = [:]
    private var unread: [MessageID] = []
    private var timer: ExpiryTimer?

    init(_ device: Sotto.Device, with peer: Address) {
        me = device.address.user
        self.peer = peer.user
        conversation = Conversation(id: .direct(PersonID(peer.user)), me: PersonID(me))
    }

    /// Makes the content that an act is.
    mutating func content(of act: ChatAct, by device: Sotto.Device) -> Content {
        var content = device.compose(kind(of: act))
        switch act {
        case .reply(_, let number):
            content.reply = ReplyQuote(target: reference(to: number))
        case .read: conversationReads(device)
        default: break
        }
        if case .timer(let seconds) = act {
            timer = ExpiryTimer(seconds: UInt32(clamping: seconds), version: conversation.timer.version + 1)
        } else if case .read = act {
        } else {
            content.timer = timer
        }
        return content
    }

    /// Shows what this user sent.
    mutating func sent(_ content: Content, number: Int, by device: Sotto.Device) {
        names[number] = MessageName(author: PersonID(me), id: content.id)
        let event = device.conversationEvent(
            of: content, in: conversation.id, sequence: nextSequence())
        _ = conversation.apply([event], cause: .local)
        note(.sent(content.id), at: event.receivedAt)
    }

    /// Shows what came.
    mutating func received(_ received: Received, number: Int) throws {
        guard let event = try received.conversationEvent(sequence: nextSequence(), of: me),
            case .message(let message) = event.body
        else { return }
        names[number] = MessageName(author: message.author, id: message.content.id)
        switch message.content.kind {
        case .receipt: break
        case .timerChange(let change):
            timer = change.timer
            unread.append(message.content.id)
        default: unread.append(message.content.id)
        }
        _ = conversation.apply([event])
    }

    private mutating func conversationReads(_ device: Sotto.Device) {
        let now = device.compose(.null(NullContent())).sentAt
        note(.read(through: lastSequence), at: now)
        unread = []
    }

    private mutating func note(_ fact: LocalFact, at moment: Instant) {
        let event = ConversationEvent(sequence: nextSequence(), receivedAt: moment, body: .local(fact))
        _ = conversation.apply([event], cause: .local)
    }

    private mutating func nextSequence() -> UInt64 {
        lastSequence += 1
        return lastSequence
    }

    private func kind(of act: ChatAct) -> ContentKind {
        switch act {
        case .text(let text), .reply(let text, _): .text(TextContent(body: text))
        case .react(let emoji, let number):
            .reaction(ReactionContent(target: reference(to: number), emoji: Emoji(emoji)))
        case .edit(let text, let number):
            .edit(EditContent(target: reference(to: number), text: TextContent(body: text)))
        case .voiceNote(let seconds): .voice(Self.voiceNote(seconds: seconds))
        case .timer(let seconds):
            .timerChange(
                TimerChangeContent(
                    seconds: UInt32(clamping: seconds), version: conversation.timer.version + 1))
        case .read: .receipt(ReceiptContent(kind: .read, ids: unread, age: TimeSpan(milliseconds: 0)))
        }
    }

    private func reference(to number: Int) -> MessageRef {
        guard let name = names[number] else { return MessageRef(author: .sender, id: MessageID.random()) }
        return MessageRef(author: name.author == PersonID(me) ? .sender : .recipient, id: name.id)
    }

    /// Speech, as a recorder hears it twenty times a second; its file would be somewhere else.
    private static func voiceNote(seconds: Int) -> VoiceContent {
        let levels = (0..<seconds * 20).map { index -> Float in
            let place = Float(index)
            let word = (place / 7).truncatingRemainder(dividingBy: 3)
            let sound = (place * 13).truncatingRemainder(dividingBy: 17) / 17
            return word < 2.4 ? 0.15 + 0.8 * sound * (word < 1.2 ? 1 : 0.5) : 0
        }
        var voice = VoiceContent(
            attachment: AttachmentPointer(
                id: MessageID.random().bytes, key: MessageID.random().bytes + MessageID.random().bytes,
                digest: MessageID.random().bytes + MessageID.random().bytes, byteCount: 48_000),
            duration: TimeSpan(seconds: UInt32(clamping: seconds)), barCount: 0, packedBars: [])
        voice.bars = Waveform.bars(of: levels)
        return voice
    }
}

import SottoMessages

extension History {
    /// How long all events are, encoded.
    public func encodedByteCount() throws -> Int {
        try events.reduce(0) { try $0 + $1.encoded().count }
    }

    mutating func id() -> MessageID { .random(using: &dice) }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
    }

    /// Content sent when the event that is next comes.
    mutating func content(_ kind: ContentKind) -> Content {
        Content(id: id(), sentAt: Self.time(place + Self.step), kind: kind)
    }

    mutating func add(_ content: Content, from author: PersonID) {
        add(.message(event(content, from: author)))
    }

    mutating func add(_ body: ConversationEvent.Body) {
        place += Self.step
        events.append(ConversationEvent(sequence: place, receivedAt: Self.time(place), body: body))
    }

    func event(_ content: Content, from author: PersonID) -> MessageEvent {
        MessageEvent(
            author: author, device: 1, conversation: cast.conversation,
            recipients: cast.isGroup && author == cast.me ? cast.others : [], content: content)
    }

    /// The group made, and later renamed.
    mutating func updateGroup() {
        let parent = groupHash
        groupRevision += 1
        let isFirst = groupRevision == 1
        groupHash = bytes(32)
        let update = GroupUpdateContent(
            revision: groupRevision, rosterHash: groupHash, parentHash: isFirst ? [] : parent,
            action: isFirst ? .create : .rename, name: "Group \(groupRevision)",
            users: isFirst ? ([cast.me] + cast.others).map(\.bytes) : [])
        add(content(.groupUpdate(update)), from: cast.me)
    }

    /// Content that makes a row: half of it texts.
    mutating func kind() -> ContentKind {
        switch dice.below(100) {
        case 0..<62: return .text(TextContent(body: text()))
        case 62..<66: return styled()
        case 66..<69:
            let preview = LinkPreview(
                url: "https://example.org/\(dice.below(10_000))", title: text(), domain: "example.org")
            return .text(TextContent(body: preview.url, previews: [preview]))
        case 69..<79: return .media(media())
        case 79..<81: return .album(AlbumContent(items: [media(), media(), media()]))
        case 81..<87:
            return .voice(
                VoiceContent(
                    attachment: attachment(), duration: TimeSpan(seconds: UInt32(1 + dice.below(60))),
                    barCount: 64, packedBars: bytes(40), transcript: dice.below(2) == 0 ? text() : ""))
        case 87..<94:
            return .sticker(
                StickerContent(
                    packID: bytes(16), packKey: bytes(32), number: UInt32(dice.below(30)), emoji: .laugh,
                    format: .webP, size: dice.below(5) == 0 ? .giant : .normal))
        case 94..<96:
            return .gif(GifContent(attachment: attachment(), altText: text(), width: 320, height: 240))
        case 96..<97:
            return .location(
                LocationContent(
                    point: GeoPoint(
                        latitude: Latitude(tenMillionths: Int32(dice.below(900_000_000))),
                        longitude: Longitude(tenMillionths: Int32(dice.below(900_000_000)))),
                    name: text()))
        case 97..<98: return .contact(ContactContent(name: "Ann Example", numbers: ["+49 30 1234567"]))
        default:
            return .poll(PollContent(question: text(), options: ["Yes", "No", "Perhaps"]))
        }
    }

    private mutating func styled() -> ContentKind {
        let body = "Look here " + text()
        let mention = Mention(range: TextRange(start: 5, count: 4), user: cast.me.bytes)
        return .text(
            TextContent(
                body: body, styles: [StyleRange(range: TextRange(start: 0, count: 4), style: .bold)],
                mentions: dice.below(4) == 0 ? [mention] : []))
    }

    private mutating func media() -> MediaContent {
        MediaContent(
            attachment: attachment(), form: .photo, mediaType: "image/jpeg", width: 4_032, height: 3_024,
            caption: dice.below(3) == 0 ? text() : "", blurPreview: bytes(28))
    }

    private mutating func attachment() -> AttachmentPointer {
        AttachmentPointer(id: bytes(16), key: bytes(32), digest: bytes(32), byteCount: 1_500_000)
    }

    /// Three to eighteen words.
    mutating func text() -> String {
        let words = (0..<3 + dice.below(16)).map { _ in Self.words[dice.below(Self.words.count)] }
        return words.joined(separator: " ")
    }

    /// One word in 40 is one that searches look for.
    private static let words = [
        "the", "we", "you", "and", "to", "meet", "train", "late", "Café", "tomorrow", "yes", "no", "soon",
        "already", "über", "mañana", "home", "dinner", "car", "tickets", "where", "when", "why", "o'clock",
        "perhaps", "sure", "thanks", "great", "never", "always", "street", "garden", "naïve", "photo", "call",
        "me", "back", "later", "👍", "resumé",
    ]
}

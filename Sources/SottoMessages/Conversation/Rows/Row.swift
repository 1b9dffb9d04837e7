/// A message, or a notice, as it is drawn.
///
/// A value without a clock: what depends on the time was worked out for the moment of its ``RowContext``.
/// Rule CV-30.
public struct Row: Hashable, Sendable {
    /// What names it.
    public let name: MessageName
    /// Its place in the order.
    public let sequence: UInt64
    /// Who sent it; nobody for what this device itself noticed.
    public let author: PersonID
    /// The author's device.
    public let device: UInt32
    /// Whether I sent it.
    public let isMine: Bool
    /// When it was sent, by the author's clock.
    public let sentAt: Instant
    /// When this device learnt it: what layout and separators go by.
    public let receivedAt: Instant
    /// How it went; by the fallback it isn't drawn as encrypted.
    public let transport: Transport
    /// What it is.
    public internal(set) var body: RowBody
    /// Where it stands among the rows around it.
    public internal(set) var layout = RowLayout()
    /// What it answers.
    public internal(set) var reply: RowReply?
    /// The first message of the thread that it stands in.
    public internal(set) var threadRoot: MessageName?
    /// How many messages stand in the thread that it started.
    public internal(set) var threadCount = 0
    /// Reactions by what they look like.
    public internal(set) var reactions: [ReactionGroup] = []
    /// Its forms, the oldest first and the current one last; empty when it was never edited.
    public internal(set) var edits: [RowEdit] = []
    /// How it appears; nil for plainly, and for an effect that this version doesn't know.
    public internal(set) var effect: MessageEffect?
    /// How many emoji it is, when it is 1 to 3 of them alone, which are drawn large.
    public internal(set) var soloEmojiCount: Int?
    /// How often it was forwarded.
    public internal(set) var forwardHops: UInt32 = 0
    /// Stickers that were put on it, in their order.
    public internal(set) var stickers: [PlacedSticker] = []
    /// That it is pinned.
    public internal(set) var pin: PinState?
    /// Who excepted it from its timer.
    public internal(set) var savedBy: [PersonID] = []
    /// How long it stays; nil for always.
    public internal(set) var timer: RowTimer?
    /// How far it is when I sent it: in a group the least of all recipients.
    public internal(set) var sendState: SendState?
    /// How that is drawn.
    public internal(set) var receipt: ReceiptMark?
    /// What this device keeps with it.
    public internal(set) var annotations: [Annotation] = []
    /// What the reader may do.
    public internal(set) var actions = RowActions()

    /// Whether it was edited.
    public var isEdited: Bool { !edits.isEmpty }
    /// Whether it was forwarded.
    public var isForwarded: Bool { forwardHops > 0 }
    /// Whether it is shown as encrypted from end to end.
    public var isEncrypted: Bool { transport == .endToEnd }
}

/// One form of an edited message.
///
/// Rule CV-34.
public struct RowEdit: Hashable, Sendable {
    /// What it was: a text, media or an album.
    public let kind: ContentKind
    /// When it was sent, by the author's clock.
    public let sentAt: Instant
    /// When this device learnt it.
    public let receivedAt: Instant
}

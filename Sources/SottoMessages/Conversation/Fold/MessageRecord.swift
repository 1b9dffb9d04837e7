/// A message, or a notice, as it came.
struct MessageRecord: Sendable {
    /// Its place in the order.
    var sequence: UInt64
    /// When this device learnt it.
    var receivedAt: Instant
    /// What was sent; emptied when it expires, is deleted by its author, or was opened for the only time.
    var content: Content
    /// Who sent it.
    var author: Int32
    /// The author's device.
    var device: UInt32
    /// Where its ``MessageExtras`` are; ``none`` when it has none.
    var extras: Int32 = MessageRecord.none
    /// How it came.
    var transport: Transport
    /// Whether the server wasn't told who sent it.
    var isSealed: Bool
    /// What it counts for, as the fold's indexes have it.
    var facets = Facets()
    /// What it is for its changes: known when what it says is forgotten.
    var form = MessageForm.other
    /// Whether it mentions me or answers me.
    var concernsMe = false
    /// Whether it expired; nothing brings it back.
    var isExpired = false
    /// Whether what it says is forgotten.
    var isErased = false
    /// Whether quotes of it are hidden.
    var isGone = false
    /// Whether an earlier event has its name; its place in the slab stays empty.
    var isWithdrawn = false
    /// Whether it is a change of the group that doesn't count.
    var isRefused = false
    /// Whether the batch that is being applied touched it, and what it was before.
    var touch = Touch.none

    static let none: Int32 = -1

    enum Touch: UInt8, Sendable {
        case none, visible, hidden
    }

    var isMine: Bool { author == People.me }
    /// Its name; a call's is the call's id.
    var key: NameKey { NameKey(author: form == .call ? NameKey.calls : author, id: content.id) }
}

/// What a message counts for; the fold's indexes follow each change of it.
struct Facets: Equatable, Sendable {
    /// Whether it is a row.
    var isVisible = false
    /// Whether it is unread until it is read.
    var isCountable = false
    /// Whether it mentions me or answers me.
    var concernsMe = false
    /// Whether it is pinned.
    var isPinned = false
    /// When it disappears; the greatest value for never.
    var deadline = UInt64.max
    /// How far all its recipients are, when it is mine.
    var level = ReceiptLevel.none
}

/// How far a recipient is with a message.
enum ReceiptLevel: UInt8, Comparable, Sendable {
    case none, delivered, read, viewed

    static func < (first: ReceiptLevel, second: ReceiptLevel) -> Bool { first.rawValue < second.rawValue }
}

/// Where a row stands among those around it.
///
/// Rules CV-31 to CV-33.
public struct RowLayout: Hashable, Sendable {
    /// Its place in its burst.
    public var position = BurstPosition.single
    /// Whether its bubble has a tail.
    public var hasTail = false
    /// Whether the author's picture stands beside it.
    public var showsAvatar = false
    /// What is between it and the row before.
    public var gap = RowGap.start
    /// What is drawn above it, from top to bottom.
    public var separators: [RowSeparator] = []
}

/// A place in a burst: messages of one person that are drawn as one.
///
/// Rule CV-31.
public enum BurstPosition: Hashable, Sendable {
    /// The only one.
    case single
    /// The first of several.
    case first
    /// One with others before and after it.
    case middle
    /// The last of several.
    case last
}

/// What is between a row and the one before it.
///
/// Rule CV-32.
@nonexhaustive
public enum RowGap: Hashable, Sendable {
    /// There is none before it.
    case start
    /// Both are of one burst.
    case burst
    /// Both are of one sender, in two bursts.
    case sameSender
    /// They are of two senders, or one of them is a notice.
    case senderChange
    /// A day or a long time is between them.
    case timeGap
}

/// What is drawn between two rows.
///
/// Rule CV-33.
@nonexhaustive
public enum RowSeparator: Hashable, Sendable {
    /// Messages are encrypted from here on; once, at the start.
    case encryptionBanner
    /// Another day of the reader's calendar.
    case day(Instant)
    /// A long time passed.
    case time(Instant)
    /// Messages go another way from here on.
    case transport(Transport)
    /// New messages, and how many.
    case unread(count: Int)

    /// The text.
    public func text(in context: RowContext) -> String {
        switch self {
        case .encryptionBanner: context.strings.notice(.encrypted)
        case .day(let moment): context.clock.day(of: moment, now: context.now)
        case .time(let moment): context.clock.moment(of: moment, now: context.now)
        case .transport(.endToEnd): context.strings.label(.encryptedChannel)
        case .transport(.fallback): context.strings.label(.textMessageChannel)
        case .unread(let count): context.strings.label(.unreadSeparator(count: count))
        }
    }
}

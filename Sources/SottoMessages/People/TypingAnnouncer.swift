/// What the others are told while the reader types, for one conversation or thread.
///
/// A state machine without a clock: each call gives what is to be sent now, and ``deadline`` says when to
/// call ``tick(at:)``. Rule MR-12.
///
///     idle ── keystroke ──▶ begun ── 0.5 s ──▶ announced ↺ every 2 s
///      ▲                      │                    │
///      └────── 2.5 s without a keystroke, cleared, sent
public struct TypingAnnouncer: Hashable, Sendable {
    private enum State: Hashable {
        case idle
        case begun(at: UInt64, last: UInt64)
        case announced(at: UInt64, last: UInt64)
    }

    private var state = State.idle

    /// How long somebody types before it is announced: half a second.
    public static let delay = TimeSpan(milliseconds: 500)
    /// After what time it is announced again: 2 seconds.
    public static let repeatInterval = TimeSpan(milliseconds: 2_000)
    /// After what time without a keystroke it is over: 2.5 seconds.
    public static let silence = TimeSpan(milliseconds: 2_500)

    /// Starts with nobody typing.
    public init() {}

    /// Takes a keystroke that leaves some text.
    public mutating func keystroke(at now: Instant) -> TypingSignal? {
        let signal = advance(to: now.milliseconds)
        let now = now.milliseconds
        switch state {
        case .idle: state = .begun(at: now, last: now)
        case .begun(let start, let last): state = .begun(at: start, last: max(last, now))
        case .announced(let start, let last): state = .announced(at: start, last: max(last, now))
        }
        return signal
    }

    /// Takes that time passed.
    public mutating func tick(at now: Instant) -> TypingSignal? { advance(to: now.milliseconds) }

    /// Takes that the message was sent: it tells the others by itself.
    public mutating func sent() { state = .idle }

    /// Takes that the text is empty, or that the reader left the conversation.
    public mutating func cleared() -> TypingSignal? {
        defer { state = .idle }
        if case .announced = state { return .stopped }
        return nil
    }

    /// When the state changes next without a keystroke.
    public var deadline: Instant? {
        switch state {
        case .idle: nil
        case .begun(let start, let last):
            Instant(milliseconds: min(Self.sum(start, Self.delay), Self.sum(last, Self.silence)))
        case .announced(let start, let last):
            Instant(milliseconds: min(Self.sum(start, Self.repeatInterval), Self.sum(last, Self.silence)))
        }
    }

    private mutating func advance(to now: UInt64) -> TypingSignal? {
        switch state {
        case .idle: return nil
        case .begun(let start, let last):
            if now >= Self.sum(last, Self.silence) {
                state = .idle
            } else if now >= Self.sum(start, Self.delay) {
                state = .announced(at: now, last: last)
                return .started
            }
        case .announced(let start, let last):
            // Silence is looked at first: a late tick doesn't announce who stopped.
            if now >= Self.sum(last, Self.silence) {
                state = .idle
                return .stopped
            } else if now >= Self.sum(start, Self.repeatInterval) {
                state = .announced(at: now, last: last)
                return .started
            }
        }
        return nil
    }

    private static func sum(_ moment: UInt64, _ span: TimeSpan) -> UInt64 {
        let (sum, isTooLarge) = moment.addingReportingOverflow(span.milliseconds)
        return isTooLarge ? .max : sum
    }
}

/// What the others are to be told.
///
/// Rule MR-12.
public enum TypingSignal: Hashable, Sendable {
    /// Somebody types, or still does.
    case started
    /// Somebody stopped.
    case stopped
}

/// How long a message stays.
///
/// Rule CV-39.
public struct RowTimer: Hashable, Sendable {
    /// How long it stays once its timer runs.
    public let span: TimeSpan
    /// When it disappears; nil while the timer doesn't run, and when it is saved.
    public let expiresAt: Instant?
    /// How much of the time is left, from 1 to 0.
    public let fractionLeft: Double
    /// The seconds left, a part of one counted as one.
    public let secondsLeft: UInt64

    init(span: TimeSpan, deadline: UInt64, now: Instant) {
        self.span = span
        guard deadline != .max else {
            expiresAt = nil
            fractionLeft = 1
            secondsLeft = Self.seconds(span.milliseconds)
            return
        }
        let left = min(deadline - min(now.milliseconds, deadline), span.milliseconds)
        expiresAt = Instant(milliseconds: deadline)
        fractionLeft = span.milliseconds == 0 ? 0 : Double(left) / Double(span.milliseconds)
        secondsLeft = Self.seconds(left)
    }

    private static func seconds(_ milliseconds: UInt64) -> UInt64 {
        milliseconds / 1_000 + (milliseconds % 1_000 == 0 ? 0 : 1)
    }
}

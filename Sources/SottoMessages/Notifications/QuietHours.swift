/// When nothing is heard, by the clocks of the reader's place.
///
/// Rule NT-13.
public struct QuietHours: Hashable, Sendable {
    /// The first second.
    public var start: CivilTime
    /// The last second; before the start when midnight is between them.
    public var end: CivilTime

    /// From 22:00:00 to 06:59:59.
    public static let standard = QuietHours(
        start: CivilTime(secondOfDay: 22 * 3_600), end: CivilTime(secondOfDay: 7 * 3_600 - 1))

    /// Makes the value.
    public init(start: CivilTime, end: CivilTime) {
        self.start = start
        self.end = end
    }

    /// Whether a time is among them.
    public func contains(_ time: CivilTime) -> Bool {
        start <= end ? start <= time && time <= end : time >= start || time <= end
    }

    /// The first moment after the next last second, for the summary in the morning.
    public func nextEnd(after now: Instant, in timeZone: TimeZoneTable) -> Instant {
        let rest = (end.secondOfDay + 1 - timeZone.time(at: now).secondOfDay + 86_400) % 86_400
        let distance = rest == 0 ? 86_400 : rest
        let second = now.milliseconds / 1_000
        let estimate = Instant(milliseconds: (second + UInt64(distance)) * 1_000)
        // Where clocks change in between, the time of the day is another one.
        let shift = timeZone.offset(at: estimate) - timeZone.offset(at: now)
        let moment = Int64(clamping: estimate.milliseconds) - Int64(shift) * 1_000
        return Instant(milliseconds: UInt64(clamping: moment))
    }
}

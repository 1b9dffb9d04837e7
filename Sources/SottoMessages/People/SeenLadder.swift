/// How long ago somebody was last seen, roughly: all that is told of people who hide the moment.
///
/// Rule MR-10.
public enum SeenStep: Hashable, Sendable, CaseIterable {
    /// At most 3 days ago.
    case recently
    /// At most 7 days ago.
    case withinWeek
    /// At most 30 days ago.
    case withinMonth
    /// Before that.
    case longAgo

    /// The step of a moment; one that is still to come, by another clock, counts as now.
    ///
    /// This is what a sender computes, so that the moment itself never leaves the device.
    public init(seenAt: Instant, now: Instant) {
        let (age, isLater) = now.milliseconds.subtractingReportingOverflow(seenAt.milliseconds)
        switch isLater ? 0 : age {
        case ...(3 * Self.day): self = .recently
        case ...(7 * Self.day): self = .withinWeek
        case ...(30 * Self.day): self = .withinMonth
        default: self = .longAgo
        }
    }

    /// The text's phrase.
    public var phrase: LastSeenPhrase {
        switch self {
        case .recently: .recently
        case .withinWeek: .withinWeek
        case .withinMonth: .withinMonth
        case .longAgo: .longAgo
        }
    }

    private static let day: UInt64 = 86_400_000
}

/// Rule MR-10.
extension ReaderClock {
    /// When somebody was last seen, as the reader may know it.
    ///
    /// - Parameters:
    ///   - seenAt: The moment, for online people too.
    ///   - isOnline: Whether they are there now.
    ///   - isExact: Whether the moment may be shown: neither they nor the reader hide theirs from the other.
    public func lastSeen(
        at seenAt: Instant, isOnline: Bool, now: Instant, isExact: Bool
    ) -> LastSeenPhrase {
        guard isExact else { return isOnline ? .recently : SeenStep(seenAt: seenAt, now: now).phrase }
        if isOnline { return .online }
        let moment = min(seenAt, now)
        switch timeZone.dayNumber(at: now) - timeZone.dayNumber(at: moment) {
        case 0: return .today(timeZone.time(at: moment), style)
        case 1: return .yesterday(timeZone.time(at: moment), style)
        default: return SeenStep(seenAt: moment, now: now).phrase
        }
    }
}

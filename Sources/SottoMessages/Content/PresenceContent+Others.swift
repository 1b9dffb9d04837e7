/// Rule CN-18.
extension PresenceContent {
    /// What others get of it: who is invisible is offline for them, and shows no moment.
    public var forOthers: PresenceContent {
        guard state == .invisible else { return self }
        var result = self
        result.state = .offline
        result.status = nil
        result.lastSeen = nil
        return result
    }
}

/// When a custom status ends, as people choose it.
///
/// The sender makes a moment of it, as only the sender's calendar says when the day ends. Rule CN-18.
public enum StatusExpiry: Hashable, Sendable, CaseIterable {
    /// After an hour.
    case hour
    /// After four hours.
    case fourHours
    /// At the end of the sender's day.
    case endOfDay
    /// Not at all.
    case never

    /// The moment for ``CustomStatus/expiresAt``; nil for never.
    ///
    /// - Parameters:
    ///   - now: When the status is set.
    ///   - endOfDay: When the sender's day ends: the next midnight of the sender's calendar, which knows of days
    ///     with 23 and 25 hours.
    public func moment(from now: Instant, endOfDay: Instant) -> Instant? {
        switch self {
        case .hour: now.after(hours: 1)
        case .fourHours: now.after(hours: 4)
        case .endOfDay: endOfDay
        case .never: nil
        }
    }
}

extension Instant {
    fileprivate func after(hours: UInt64) -> Instant {
        let (sum, isTooLarge) = milliseconds.addingReportingOverflow(hours * 3_600_000)
        return Instant(milliseconds: isTooLarge ? .max : sum)
    }
}

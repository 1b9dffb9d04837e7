/// What the clocks of a place showed, show and will show: offsets from UTC and when they change.
///
/// The app fills it from its system for the years that it shows. Rule MR-5.
public struct TimeZoneTable: Hashable, Sendable {
    /// From a moment on clocks are a number of seconds ahead of UTC.
    public struct Transition: Hashable, Sendable {
        /// The moment.
        public let instant: Instant
        /// How many seconds clocks are ahead of UTC from then on.
        public let offset: Int

        /// Makes a transition.
        public init(at instant: Instant, offset: Int) {
            self.instant = instant
            self.offset = offset
        }
    }

    private let initialOffset: Int
    private let transitions: [Transition]

    /// The largest distance from UTC, in seconds.
    public static let offsetLimit = 86_400
    /// The most transitions.
    public static let transitionLimit = 4_096

    /// UTC.
    public static let utc = TimeZoneTable(constantOffset: 0)

    /// Takes a place where clocks never change; an offset beyond ``offsetLimit`` counts as that.
    public init(constantOffset: Int) {
        initialOffset = min(max(constantOffset, -Self.offsetLimit), Self.offsetLimit)
        transitions = []
    }

    /// Takes the offset before all transitions, and these, each later than the one before.
    ///
    /// Nil when they aren't in order, there are more than ``transitionLimit``, or an offset is beyond ``offsetLimit``.
    public init?(initialOffset: Int, transitions: [Transition]) {
        let limits = -Self.offsetLimit...Self.offsetLimit
        guard transitions.count <= Self.transitionLimit, limits.contains(initialOffset),
            transitions.allSatisfy({ limits.contains($0.offset) }),
            zip(transitions, transitions.dropFirst()).allSatisfy({ $0.instant < $1.instant })
        else { return nil }
        self.initialOffset = initialOffset
        self.transitions = transitions
    }

    /// How many seconds clocks are ahead of UTC at a moment.
    ///
    /// - Complexity: O(log n) in the number of transitions.
    public func offset(at instant: Instant) -> Int { offset(of: segment(at: instant)) }

    /// How many days after 1970-01-01 the date is at a moment.
    public func dayNumber(at instant: Instant) -> Int {
        Self.floor(localMilliseconds(at: instant), by: Self.dayMilliseconds)
    }

    /// The date at a moment.
    public func date(at instant: Instant) -> CivilDate { CivilDate(dayNumber: dayNumber(at: instant)) }

    /// The time of the day at a moment.
    public func time(at instant: Instant) -> CivilTime {
        let local = localMilliseconds(at: instant)
        let second = local - Self.floor(local, by: Self.dayMilliseconds) * Self.dayMilliseconds
        return CivilTime(secondOfDay: second / 1_000)
    }

    /// The first moment of a later date than the one at `instant`.
    ///
    /// Mostly midnight; where clocks skip midnight, the moment at which they do.
    public func startOfNextDay(after instant: Instant) -> Instant {
        let midnight = (dayNumber(at: instant) + 1) * Self.dayMilliseconds
        let segment = segment(at: instant)
        for index in segment...transitions.count {
            let candidate = midnight - offset(of: index) * 1_000
            let start = index == 0 ? Int.min : Self.milliseconds(transitions[index - 1].instant)
            let end = index < transitions.count ? Self.milliseconds(transitions[index].instant) : Int.max
            if candidate < end { return Instant(milliseconds: UInt64(clamping: max(candidate, start))) }
        }
        return instant
    }

    private func localMilliseconds(at instant: Instant) -> Int {
        Self.milliseconds(instant) + offset(at: instant) * 1_000
    }

    /// How many transitions there were until then.
    private func segment(at instant: Instant) -> Int {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].instant <= instant { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func offset(of segment: Int) -> Int {
        segment == 0 ? initialOffset : transitions[segment - 1].offset
    }

    /// A moment beyond the year 9999 counts as the end of that year.
    private static func milliseconds(_ instant: Instant) -> Int {
        Int(min(instant.milliseconds, ContentLimits.instant))
    }

    private static func floor(_ value: Int, by divisor: Int) -> Int {
        value >= 0 ? value / divisor : (value + 1) / divisor - 1
    }

    private static let dayMilliseconds = 86_400_000
}

/// Whether hours are counted to 12 or to 24.
///
/// Rule MR-7.
public enum ClockStyle: Hashable, Sendable {
    /// "9:41 AM".
    case twelveHour
    /// "09:41".
    case twentyFourHour
}

/// A day as a reader calls it.
///
/// Rule MR-6.
@nonexhaustive
public enum DayPhrase: Hashable, Sendable {
    /// The day it is.
    case today
    /// The day before.
    case yesterday
    /// One of the five days before that.
    case weekday(Weekday)
    /// Any other day, with its year unless it is the one it is now.
    case date(CivilDate, showsYear: Bool)
}

/// A time, a day, or a length of time.
///
/// Rules MR-6 to MR-9.
@nonexhaustive
public enum TimePhrase: Hashable, Sendable {
    /// The time of a day.
    case clock(CivilTime, ClockStyle)
    /// A day.
    case day(DayPhrase)
    /// A day and a time.
    case moment(DayPhrase, CivilTime, ClockStyle)
    /// How long something plays or lasted: "0:12".
    case duration(TimeSpan)
    /// A length that has one unit: "30 seconds".
    case length(TimeLength)
    /// No timer.
    case timerOff
    /// When somebody was last seen.
    case lastSeen(LastSeenPhrase)
}

/// When somebody was last seen.
///
/// Rule MR-10.
@nonexhaustive
public enum LastSeenPhrase: Hashable, Sendable {
    /// Now.
    case online
    /// Today at a time.
    case today(CivilTime, ClockStyle)
    /// Yesterday at a time.
    case yesterday(CivilTime, ClockStyle)
    /// In the last 3 days.
    case recently
    /// In the last 7 days.
    case withinWeek
    /// In the last month.
    case withinMonth
    /// Before that.
    case longAgo
}

/// A unit of time.
///
/// Rule MR-9.
public enum TimeUnit: Hashable, Sendable, CaseIterable {
    /// A second.
    case second
    /// 60 seconds.
    case minute
    /// 60 minutes.
    case hour
    /// 24 hours.
    case day
    /// 7 days.
    case week

    /// How many seconds it has.
    public var seconds: UInt64 {
        switch self {
        case .second: 1
        case .minute: 60
        case .hour: 3_600
        case .day: 86_400
        case .week: 604_800
        }
    }
}

/// A length of time as a whole number of one unit.
///
/// Rule MR-9.
public struct TimeLength: Hashable, Sendable {
    /// How many.
    public let count: Int
    /// Of what.
    public let unit: TimeUnit

    /// Takes a number of a unit.
    public init(count: Int, unit: TimeUnit) {
        self.count = count
        self.unit = unit
    }

    /// Takes the largest unit of which the length is a whole number; a part of a second counts as one.
    public init(_ span: TimeSpan) {
        let part: UInt64 = span.milliseconds % 1_000 == 0 ? 0 : 1
        let seconds = span.milliseconds / 1_000 + part
        let unit = TimeUnit.allCases.last { seconds > 0 && seconds % $0.seconds == 0 } ?? .second
        self.init(count: Int(clamping: seconds / unit.seconds), unit: unit)
    }
}

/// How a reader sees times: the place, the style of the clock, the words.
///
/// Rules MR-6 and MR-7.
public struct ReaderClock: Sendable {
    /// The place.
    public var timeZone: TimeZoneTable
    /// Whether hours are counted to 12 or to 24.
    public var style: ClockStyle
    /// The words.
    public var strings: any ReaderStrings

    /// Makes a clock.
    public init(
        timeZone: TimeZoneTable, style: ClockStyle, strings: any ReaderStrings = EnglishStrings()
    ) {
        self.timeZone = timeZone
        self.style = style
        self.strings = strings
    }

    /// What the reader calls the day of a moment.
    public func dayPhrase(of instant: Instant, now: Instant) -> DayPhrase {
        let day = timeZone.dayNumber(at: instant)
        let today = timeZone.dayNumber(at: now)
        let date = CivilDate(dayNumber: day)
        switch today - day {
        case 0: return .today
        case 1: return .yesterday
        case 2...6: return .weekday(date.weekday)
        default: return .date(date, showsYear: date.year != CivilDate(dayNumber: today).year)
        }
    }

    /// The time of the day: "9:41 AM".
    public func time(of instant: Instant) -> String {
        strings.time(.clock(timeZone.time(at: instant), style))
    }

    /// What separates two days: "Today", "Yesterday", "Monday", "March 12".
    public func day(of instant: Instant, now: Instant) -> String {
        strings.time(.day(dayPhrase(of: instant, now: now)))
    }

    /// What stands over messages after a pause: "Today 9:41 AM".
    public func moment(of instant: Instant, now: Instant) -> String {
        strings.time(.moment(dayPhrase(of: instant, now: now), timeZone.time(at: instant), style))
    }

    /// The time in a list of conversations: the time today, otherwise the day.
    public func listTime(of instant: Instant, now: Instant) -> String {
        let day = dayPhrase(of: instant, now: now)
        return day == .today ? time(of: instant) : strings.time(.day(day))
    }
}

/// A day of the week.
///
/// Rule MR-5.
public enum Weekday: Int, Hashable, Sendable, CaseIterable {
    /// The first day, after ISO 8601.
    case monday = 1
    /// The second day.
    case tuesday
    /// The third day.
    case wednesday
    /// The fourth day.
    case thursday
    /// The fifth day.
    case friday
    /// The sixth day.
    case saturday
    /// The seventh day.
    case sunday
}

/// A day of the proleptic Gregorian calendar.
///
/// Computed from the count of days since 1970-01-01 by whole numbers alone. Rule MR-5.
public struct CivilDate: Hashable, Comparable, Sendable {
    /// The year.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Takes a day; nil when there is none of that name, or its year isn't 1 to 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard 1...9_999 ~= year, 1...12 ~= month, 1...31 ~= day else { return nil }
        self.init(unchecked: year, month, day)
        // A day that doesn't exist comes out as another.
        guard CivilDate(dayNumber: dayNumber) == self else { return nil }
    }

    /// Makes the day that is a number of days after 1970-01-01, or before it when negative.
    ///
    /// Days before the year 1 and after the year 9999 are taken as the first and the last of these.
    public init(dayNumber: Int) {
        // Counted from the first of March of the year 0, so that a leap day is the last of its year.
        let days = min(max(dayNumber, Self.firstDayNumber), Self.lastDayNumber) + 719_468
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.init(
            unchecked: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private init(unchecked year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// How many days after 1970-01-01 it is.
    public var dayNumber: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The day of the week.
    public var weekday: Weekday {
        // 1970-01-01 was a Thursday.
        let index = (dayNumber % 7 + 10) % 7
        return Weekday(rawValue: index + 1) ?? .monday
    }

    /// Whether the first is earlier.
    public static func < (first: CivilDate, second: CivilDate) -> Bool {
        (first.year, first.month, first.day) < (second.year, second.month, second.day)
    }

    private static let firstDayNumber = -719_162
    private static let lastDayNumber = 2_932_896
}

/// A time of a day.
///
/// Rule MR-5.
public struct CivilTime: Hashable, Comparable, Sendable {
    /// The hour, 0 to 23.
    public let hour: Int
    /// The minute, 0 to 59.
    public let minute: Int
    /// The second, 0 to 59.
    public let second: Int

    /// Takes a time; nil when there is none of that name.
    public init?(hour: Int, minute: Int, second: Int = 0) {
        guard 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second else { return nil }
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Takes the seconds since midnight; whole days are left out.
    public init(secondOfDay: Int) {
        let second = (secondOfDay % 86_400 + 86_400) % 86_400
        hour = second / 3_600
        minute = second / 60 % 60
        self.second = second % 60
    }

    /// The seconds since midnight.
    public var secondOfDay: Int { hour * 3_600 + minute * 60 + second }

    /// Whether the first is earlier.
    public static func < (first: CivilTime, second: CivilTime) -> Bool {
        first.secondOfDay < second.secondOfDay
    }
}

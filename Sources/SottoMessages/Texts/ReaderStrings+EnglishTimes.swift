/// Rules MR-6 to MR-9.
extension ReaderStrings {
    /// The time in English; phrases inside it come from the app.
    public func english(_ phrase: TimePhrase) -> String {
        switch phrase {
        case .clock(let time, let style): Self.digits(time, style)
        case .day(let day): english(day)
        case .moment(let day, let clock, let style): "\(time(.day(day))) \(time(.clock(clock, style)))"
        case .duration(let span): Self.digits(span)
        case .length(let length): english(length)
        case .timerOff: "Off"
        case .lastSeen(let seen): english(seen)
        }
    }

    private func english(_ day: DayPhrase) -> String {
        switch day {
        case .today: "Today"
        case .yesterday: "Yesterday"
        case .weekday(let weekday): weekday.english
        case .date(let date, let showsYear):
            showsYear
                ? "\(date.englishMonth) \(date.day), \(date.year)" : "\(date.englishMonth) \(date.day)"
        }
    }

    private func english(_ length: TimeLength) -> String {
        switch length.unit {
        case .second: englishCount(length.count, "second", "seconds")
        case .minute: englishCount(length.count, "minute", "minutes")
        case .hour: englishCount(length.count, "hour", "hours")
        case .day: englishCount(length.count, "day", "days")
        case .week: englishCount(length.count, "week", "weeks")
        }
    }

    private func english(_ seen: LastSeenPhrase) -> String {
        switch seen {
        case .online: "online"
        case .today(let clock, let style): "last seen today at \(time(.clock(clock, style)))"
        case .yesterday(let clock, let style): "last seen yesterday at \(time(.clock(clock, style)))"
        case .recently: "last seen recently"
        case .withinWeek: "last seen within a week"
        case .withinMonth: "last seen within a month"
        case .longAgo: "last seen a long time ago"
        }
    }

    private static func digits(_ time: CivilTime, _ style: ClockStyle) -> String {
        let minute = twoDigits(time.minute)
        switch style {
        case .twentyFourHour: return "\(twoDigits(time.hour)):\(minute)"
        case .twelveHour:
            let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
            return "\(hour):\(minute) \(time.hour < 12 ? "AM" : "PM")"
        }
    }

    private static func digits(_ span: TimeSpan) -> String {
        let seconds = span.milliseconds / 1_000
        let rest = twoDigits(Int(seconds % 60))
        let minutes = seconds / 60 % 60
        return seconds < 3_600
            ? "\(minutes):\(rest)" : "\(seconds / 3_600):\(twoDigits(Int(minutes))):\(rest)"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Weekday {
    fileprivate var english: String {
        switch self {
        case .monday: "Monday"
        case .tuesday: "Tuesday"
        case .wednesday: "Wednesday"
        case .thursday: "Thursday"
        case .friday: "Friday"
        case .saturday: "Saturday"
        case .sunday: "Sunday"
        }
    }
}

extension CivilDate {
    fileprivate var englishMonth: String {
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        return months.indices.contains(month - 1) ? months[month - 1] : "\(month)"
    }
}

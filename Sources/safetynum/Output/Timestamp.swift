/// An instant in ISO 8601, in UTC and whole seconds.
///
/// Rule TN-24.
enum Timestamp {
    /// Milliseconds since 1970-01-01T00:00:00Z as `2027-01-15T08:00:00Z`.
    static func text(_ milliseconds: UInt64) -> String {
        let seconds = milliseconds / 1_000
        // Days of years that begin in March, in eras of 400 years (of 146,097 days).
        let day = seconds / 86_400 + 719_468
        let era = day / 146_097
        let dayOfEra = day % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))"
        let time = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
        return "\(date)T\(time.joined(separator: ":"))Z"
    }

    private static func padded(_ number: UInt64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

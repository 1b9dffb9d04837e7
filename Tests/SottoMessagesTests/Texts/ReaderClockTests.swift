import SottoMessages
import Testing

/// Rules MR-6 to MR-9.
@Suite("A reader's clock")
struct ReaderClockTests {
    let clock = ReaderClock(timeZone: .utc, style: .twelveHour)
    static let day: UInt64 = 86_400_000

    static let knownTimes: [(Int, Int, String, String)] = [
        (0, 5, "12:05 AM", "00:05"), (9, 41, "9:41 AM", "09:41"), (11, 59, "11:59 AM", "11:59"),
        (12, 0, "12:00 PM", "12:00"), (13, 1, "1:01 PM", "13:01"), (23, 59, "11:59 PM", "23:59"),
    ]

    @Test("shows a time in 12 and in 24 hours", arguments: knownTimes)
    func times(_ hour: Int, _ minute: Int, _ twelve: String, _ twentyFour: String) throws {
        let time = try #require(CivilTime(hour: hour, minute: minute))
        #expect(EnglishStrings().time(.clock(time, .twelveHour)) == twelve)
        #expect(EnglishStrings().time(.clock(time, .twentyFourHour)) == twentyFour)
    }

    @Test(
        "calls the days by their distance",
        arguments: [
            (0, "Today"), (1, "Yesterday"), (2, "Wednesday"), (6, "Saturday"), (7, "January 8"),
            (15, "December 31, 2026"), (-1, "January 16"), (-400, "February 19, 2028"),
        ])
    func days(_ distance: Int, _ name: String) {
        let date = CivilDate(dayNumber: 20_833 - distance)
        let instant = Instant(milliseconds: UInt64(date.dayNumber) * Self.day + 1)
        let now = Instant(milliseconds: 20_833 * Self.day + Self.day - 1)
        #expect(clock.day(of: instant, now: now) == name)
    }

    @Test("shows the time in a list today, and the day before")
    func lists() {
        let morning = Instant(milliseconds: 20_833 * Self.day + 34_860_000)
        let night = Instant(milliseconds: 20_833 * Self.day + 86_000_000)
        let next = Instant(milliseconds: 20_834 * Self.day)
        #expect(clock.listTime(of: morning, now: night) == "9:41 AM")
        #expect(clock.listTime(of: morning, now: next) == "Yesterday")
        #expect(clock.moment(of: morning, now: next) == "Yesterday 9:41 AM")
        #expect(clock.time(of: morning) == "9:41 AM")
    }

    @Test("takes the day from the place")
    func place() {
        let instant = Instant(milliseconds: 20_833 * Self.day - 1)
        let now = Instant(milliseconds: 20_833 * Self.day)
        #expect(clock.day(of: instant, now: now) == "Yesterday")
        let east = ReaderClock(timeZone: TimeZoneTable(constantOffset: 3_600), style: .twentyFourHour)
        #expect(east.day(of: instant, now: now) == "Today")
    }

    @Test(
        "shows how long something plays",
        arguments: [
            (0, "0:00"), (999, "0:00"), (12_000, "0:12"), (60_000, "1:00"), (3_599_999, "59:59"),
            (3_600_000, "1:00:00"), (3_723_000, "1:02:03"), (360_000_000, "100:00:00"),
        ] as [(UInt64, String)])
    func durations(_ milliseconds: UInt64, _ text: String) {
        #expect(EnglishStrings().time(.duration(TimeSpan(milliseconds: milliseconds))) == text)
    }

    @Test(
        "names a timer in one unit",
        arguments: [
            (0, "0 seconds"), (1, "1 second"), (30, "30 seconds"), (90, "90 seconds"), (300, "5 minutes"),
            (3_600, "1 hour"), (28_800, "8 hours"), (86_400, "1 day"), (604_800, "1 week"),
            (2_678_400, "31 days"), (7_776_000, "90 days"),
        ] as [(UInt32, String)])
    func timers(_ seconds: UInt32, _ text: String) {
        #expect(EnglishStrings().time(.length(TimeLength(TimeSpan(seconds: seconds)))) == text)
    }

    @Test("counts a part of a second as one")
    func partOfSecond() {
        let length = TimeLength(TimeSpan(milliseconds: 59_001))
        #expect(length == TimeLength(count: 1, unit: .minute))
        #expect(TimeLength(TimeSpan(milliseconds: .max)).unit == .second)
    }
}

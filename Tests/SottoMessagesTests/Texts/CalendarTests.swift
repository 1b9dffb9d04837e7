import SottoMessages
import TestSupport
import Testing

/// Rule MR-5.
@Suite("The calendar")
struct CalendarTests {
    static let hour: UInt64 = 3_600_000

    @Test("gives the known days their names")
    func knownDays() {
        #expect(CivilDate(dayNumber: 0) == CivilDate(year: 1970, month: 1, day: 1))
        #expect(CivilDate(dayNumber: 0).weekday == .thursday)
        #expect(CivilDate(dayNumber: 11_016) == CivilDate(year: 2000, month: 2, day: 29))
        #expect(CivilDate(dayNumber: -1).weekday == .wednesday)
        #expect(CivilDate(year: 2027, month: 1, day: 15)?.weekday == .friday)
        #expect(CivilDate(dayNumber: .max) == CivilDate(year: 9_999, month: 12, day: 31))
        #expect(CivilDate(dayNumber: .min) == CivilDate(year: 1, month: 1, day: 1))
    }

    @Test(
        "knows no other days",
        arguments: [(2023, 2, 29), (1900, 2, 29), (2024, 4, 31), (2024, 13, 1), (0, 1, 1)])
    func noDays(_ year: Int, _ month: Int, _ day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test("counts every day of 1,000 years once")
    func everyDay() {
        var previous = CivilDate(dayNumber: -255_000)
        for number in -254_999...110_000 {
            let date = CivilDate(dayNumber: number)
            let isNext =
                date.day == previous.day + 1 && date.month == previous.month
                || date.day == 1 && (date.month == previous.month % 12 + 1)
            guard date.dayNumber == number, isNext, previous < date else {
                Issue.record("day \(number)")
                return
            }
            previous = date
        }
    }

    /// Clocks go from +0 to +1 hour at 01:00 UTC on 2027-03-28, and back on 2027-10-31.
    static let summer = TimeZoneTable(
        initialOffset: 0,
        transitions: [
            .init(at: Instant(milliseconds: 1_806_195_600_000), offset: 3_600),
            .init(at: Instant(milliseconds: 1_824_944_400_000), offset: 0),
        ])

    @Test("shows the offset from its moment on")
    func offsets() throws {
        let summer = try #require(Self.summer)
        #expect(summer.offset(at: Instant(milliseconds: 1_806_195_599_999)) == 0)
        #expect(summer.offset(at: Instant(milliseconds: 1_806_195_600_000)) == 3_600)
        #expect(summer.time(at: Instant(milliseconds: 1_806_195_600_000)) == CivilTime(hour: 2, minute: 0))
        #expect(summer.offset(at: Instant(milliseconds: .max)) == 0)
    }

    @Test("has a day of 23 hours and one of 25")
    func shortAndLongDays() throws {
        let summer = try #require(Self.summer)
        let short = summer.startOfNextDay(after: Instant(milliseconds: 1_806_192_000_000 - 1))
        let afterShort = summer.startOfNextDay(after: short)
        #expect(short == Instant(milliseconds: 1_806_192_000_000))
        #expect(afterShort.milliseconds - short.milliseconds == 23 * Self.hour)
        let long = Instant(milliseconds: 1_824_944_400_000 - 2 * Self.hour)
        #expect(summer.date(at: long) == CivilDate(year: 2027, month: 10, day: 31))
        #expect(summer.time(at: long).secondOfDay == 0)
        let afterLong = summer.startOfNextDay(after: long)
        #expect(afterLong.milliseconds - long.milliseconds == 25 * Self.hour)
    }

    @Test("starts a day at the skip where clocks skip midnight")
    func skippedMidnight() throws {
        let skip = Instant(milliseconds: 20_000 * 24 * Self.hour)
        let place = try #require(
            TimeZoneTable(initialOffset: 0, transitions: [.init(at: skip, offset: 3_600)]))
        let evening = Instant(milliseconds: skip.milliseconds - Self.hour)
        #expect(place.startOfNextDay(after: evening) == skip)
        #expect(place.time(at: skip) == CivilTime(hour: 1, minute: 0))
    }

    @Test("leaves out a day that clocks skip")
    func skippedDay() throws {
        let skip = Instant(milliseconds: 20_000 * 24 * Self.hour)
        let place = try #require(
            TimeZoneTable(initialOffset: 0, transitions: [.init(at: skip, offset: 86_400)]))
        let evening = Instant(milliseconds: skip.milliseconds - 1)
        #expect(place.startOfNextDay(after: evening) == skip)
        #expect(place.dayNumber(at: skip) == 20_001)
    }

    @Test("starts a day at the second midnight where clocks go back from the first")
    func midnightTwice() throws {
        let back = Instant(milliseconds: 20_000 * 24 * Self.hour)
        let place = try #require(
            TimeZoneTable(initialOffset: 0, transitions: [.init(at: back, offset: -3_600)]))
        let evening = Instant(milliseconds: back.milliseconds - 2 * Self.hour)
        #expect(place.startOfNextDay(after: evening).milliseconds == back.milliseconds + Self.hour)
    }

    @Test(
        "starts the next day where the date first is later, in any place",
        arguments: [1, 2, 3, 4] as [UInt64])
    func nextDay(_ seed: UInt64) throws {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            var moment: UInt64 = 1_700_000_000_000
            let transitions = (0..<4).map { _ in
                moment += UInt64.random(in: 1...200, using: &generator) * 1_800_000
                return TimeZoneTable.Transition(
                    at: Instant(milliseconds: moment),
                    offset: Int.random(in: -48...48, using: &generator) * 1_800)
            }
            let place = try #require(TimeZoneTable(initialOffset: 0, transitions: transitions))
            let start = 1_700_000_000_000 + UInt64.random(in: 0...300, using: &generator) * 1_800_000
            let today = place.dayNumber(at: Instant(milliseconds: start))
            var expected = start
            while place.dayNumber(at: Instant(milliseconds: expected)) <= today { expected += 200_000 }
            #expect(place.startOfNextDay(after: Instant(milliseconds: start)).milliseconds == expected)
        }
    }

    @Test("refuses a table out of order, too far from UTC, or too long")
    func refusals() {
        func table(_ moments: [UInt64], _ offset: Int) -> TimeZoneTable? {
            TimeZoneTable(
                initialOffset: 0,
                transitions: moments.map { .init(at: Instant(milliseconds: $0), offset: offset) })
        }
        #expect(table([1, 1], 0) == nil)
        #expect(table([2, 1], 0) == nil)
        #expect(table([1], 86_401) == nil)
        #expect(table([1, 2], -86_400) != nil)
        #expect(table(Array(0..<4_097), 0) == nil)
    }

    @Test("shows a date before 1970 west of UTC")
    func west() {
        let west = TimeZoneTable(constantOffset: -18_000)
        #expect(west.date(at: Instant(milliseconds: 0)) == CivilDate(year: 1969, month: 12, day: 31))
        #expect(west.time(at: Instant(milliseconds: 1)) == CivilTime(hour: 19, minute: 0))
    }
}

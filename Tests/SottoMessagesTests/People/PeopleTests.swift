import SottoMessages
import Testing

/// Rules MR-10, MR-11 and MR-14.
@Suite("People")
struct PeopleTests {
    static let day: UInt64 = 86_400_000
    /// 15:00 UTC of some day.
    static let now: UInt64 = 20_833 * day + 54_000_000
    static let hour: UInt64 = 3_600_000
    let clock = ReaderClock(timeZone: .utc, style: .twelveHour)

    static let ladder: [(UInt64, String)] = [
        (0, "last seen today at 3:00 PM"), (15 * hour, "last seen today at 12:00 AM"),
        (15 * hour + 1, "last seen yesterday at 11:59 PM"), (39 * hour, "last seen yesterday at 12:00 AM"),
        (39 * hour + 1, "last seen recently"), (3 * day, "last seen recently"),
        (3 * day + 1, "last seen within a week"), (7 * day, "last seen within a week"),
        (7 * day + 1, "last seen within a month"), (30 * day, "last seen within a month"),
        (30 * day + 1, "last seen a long time ago"), (now, "last seen a long time ago"),
    ]

    @Test("are last seen by the ladder", arguments: ladder)
    func lastSeen(_ age: UInt64, _ text: String) {
        let phrase = clock.lastSeen(
            at: Instant(milliseconds: Self.now - age), isOnline: false, now: Instant(milliseconds: Self.now),
            isExact: true)
        #expect(EnglishStrings().time(.lastSeen(phrase)) == text)
    }

    @Test("who hide the moment are last seen roughly, online too", arguments: [true, false])
    func coarse(_ isOnline: Bool) {
        let now = Instant(milliseconds: Self.now)
        let phrase = clock.lastSeen(at: now, isOnline: isOnline, now: now, isExact: false)
        #expect(phrase == .recently)
        #expect(clock.lastSeen(at: now, isOnline: true, now: now, isExact: true) == .online)
    }

    @Test("seen at a moment to come were seen now")
    func future() {
        let now = Instant(milliseconds: Self.now)
        let later = Instant(milliseconds: Self.now + 40 * Self.day)
        let phrase = clock.lastSeen(at: later, isOnline: false, now: now, isExact: true)
        #expect(EnglishStrings().time(.lastSeen(phrase)) == "last seen today at 3:00 PM")
        #expect(SeenStep(seenAt: later, now: now) == .recently)
    }

    @Test(
        "are in an audience by its base, unless they are an exception",
        arguments: [
            (Audience<String>.Base.everybody, true, true), (.contacts, true, false), (.nobody, false, false),
        ])
    func audience(_ base: Audience<String>.Base, _ contact: Bool, _ stranger: Bool) {
        var audience = Audience<String>(base)
        #expect(audience.includes("Sam", isContact: true) == contact)
        #expect(audience.includes("Sam", isContact: false) == stranger)
        let isShared = audience.alwaysShare(with: "Sam")
        #expect(isShared)
        #expect(audience.includes("Sam", isContact: false))
        let isHidden = audience.neverShare(with: "Sam")
        #expect(isHidden)
        #expect(!audience.includes("Sam", isContact: true))
        #expect(audience.always.isEmpty)
        audience.removeException(for: "Sam")
        #expect(audience.includes("Sam", isContact: true) == contact)
    }

    @Test("are exceptions up to a limit")
    func exceptions() {
        var audience = Audience<Int>(.nobody)
        let all = (0...PeopleLimits.exceptions).map { audience.alwaysShare(with: $0) }
        #expect(all.dropLast().allSatisfy { $0 } && all.last == false)
        let isMoved = audience.neverShare(with: 0)
        #expect(isMoved)
        #expect(audience.always.count + audience.never.count == PeopleLimits.exceptions)
    }

    @Test("get no read receipt from somebody with new settings")
    func newSettings() {
        let settings = PrivacySettings<String>.newUser
        for kind in [ReceiptKind.read, .viewed, .played] {
            #expect(settings.receipt(kind, to: "Sam", isContact: true) == .nothing)
        }
        #expect(settings.receipt(.delivered, to: "Sam", isContact: false) == .withTime)
        #expect(!settings.sharesLastSeen(with: "Sam", isContact: true))
    }

    @Test("get read receipts without the time when it is hidden")
    func hiddenTime() {
        var settings = PrivacySettings<String>.newUser
        settings.receipts = Audience(.contacts)
        #expect(settings.receipt(.read, to: "Sam", isContact: true) == .withTime)
        settings.hidesReadTime = true
        #expect(settings.receipt(.read, to: "Sam", isContact: true) == .withoutTime)
        #expect(settings.receipt(.read, to: "Sam", isContact: false) == .nothing)
    }

    @Test("who are invisible are offline for others")
    func invisible() {
        var book = PresenceBook<String>()
        book.update("Sam", PersonPresence(availability: .invisible))
        #expect(book["Sam"]?.availability == .offline)
        #expect(Availability.allCases.filter { $0.forOthers != $0 } == [.invisible])
        #expect(EnglishStrings().label(Availability.doNotDisturb.label) == "Do not disturb")
    }

    @Test("have a custom status until its end")
    func status() {
        let end = Instant(milliseconds: 1_000)
        let presence = PersonPresence(availability: .idle, status: "🌲 away", statusEndsAt: end)
        #expect(presence.status(at: Instant(milliseconds: 999)) == "🌲 away")
        #expect(presence.status(at: end).isEmpty)
        #expect(
            PersonPresence(availability: .idle, status: "a").status(at: Instant(milliseconds: .max)) == "a")
    }

    @Test("are forgotten in a full book, those without news for longest first")
    func fullBook() {
        var book = PresenceBook<Int>(limit: 8)
        for person in 0..<8 { book.update(person, PersonPresence(availability: .online)) }
        book.update(0, PersonPresence(availability: .idle))
        #expect(book.count == 8)
        book.update(8, PersonPresence(availability: .online))
        #expect(book.count == 7)
        #expect(book[1] == nil && book[2] == nil)
        #expect(book[0]?.availability == .idle && book[3] != nil && book[8] != nil)
        for person in 9..<1_000 { book.update(person, PersonPresence(availability: .online)) }
        #expect(book.count <= 8)
    }
}

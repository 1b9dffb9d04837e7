import SottoMessages
import Testing

/// Rules CV-31 to CV-33.
@Suite("The layout of rows")
struct LayoutTests {
    private func positions(_ chat: RowChat) -> [BurstPosition] { chat.rows().map(\.layout.position) }

    @Test("joins messages of one sender, the last of which has the tail")
    func burst() {
        var chat = RowChat()
        for text in ["a", "b", "c"] { chat.say(text) }
        chat.say("d", by: RowChat.me)
        #expect(positions(chat) == [.first, .middle, .last, .single])
        #expect(chat.rows().map(\.layout.hasTail) == [false, false, true, true])
        #expect(chat.rows().map(\.layout.gap) == [.start, .burst, .burst, .senderChange])
    }

    @Test(
        "ends a burst above 60.000 seconds, of this device's clock alone",
        arguments: [(60_000, true), (60_001, false)])
    func gap(_ gap: UInt64, _ joins: Bool) {
        var chat = RowChat()
        chat.say("a")
        chat.wait(gap)
        chat.say("b") { $0.sentAt = Instant(milliseconds: 5) }
        #expect(positions(chat) == (joins ? [.first, .last] : [.single, .single]))
        #expect(chat.rows().last?.layout.gap == (joins ? .burst : .sameSender))
    }

    @Test("has no limit where the profile has none")
    func noLimit() {
        var chat = RowChat(profile: .iMessage)
        chat.say("a")
        chat.wait(3 * 3_600_000)
        chat.say("b")
        #expect(positions(chat) == [.first, .last])
    }

    @Test("ends a burst where the transport changes, and tells the channel")
    func transport() {
        var chat = RowChat()
        chat.say("a")
        chat.say("b", transport: .fallback)
        chat.say("c", transport: .fallback)
        chat.say("d")
        let rows = chat.rows()
        #expect(positions(chat) == [.single, .first, .last, .single])
        #expect(rows.map(\.isEncrypted) == [true, false, false, true])
        #expect(rows[1].layout.separators == [.transport(.fallback)])
        #expect(rows[2].layout.separators.isEmpty)
        #expect(rows[3].layout.separators == [.transport(.endToEnd)])
        #expect(rows[1].layout.separators.map { $0.text(in: chat.context()) } == ["Text message"])
    }

    @Test("ends a burst at midnight of the reader's calendar")
    func dayChange() {
        // 2027-01-15T23:59:59.999Z and a millisecond later.
        var chat = RowChat()
        chat.now = 1_800_057_599_999
        chat.say("a")
        chat.wait(1)
        chat.say("b")
        #expect(positions(chat) == [.single, .single])
        let later = chat.rows()[1]
        #expect(later.layout.gap == .timeGap)
        #expect(later.layout.separators == [.day(later.receivedAt)])
        #expect(later.layout.separators.map { $0.text(in: chat.context()) } == ["Today"])
        // An hour to the east it is one day.
        let east = chat.rows(chat.context(zone: TimeZoneTable(constantOffset: 3_600)))
        #expect(east.map(\.layout.position) == [.first, .last])
        #expect(east[1].layout.separators.isEmpty)
    }

    @Test("finds midnight on the days on which clocks change")
    func daylightSaving() throws {
        // Clocks go from +1 to +2 hours at 01:00Z on 2027-03-28, and back at 01:00Z on 2027-10-31.
        let zone = try #require(
            TimeZoneTable(
                initialOffset: 3_600,
                transitions: [
                    .init(at: Instant(milliseconds: 1_806_195_600_000), offset: 7_200),
                    .init(at: Instant(milliseconds: 1_824_944_400_000), offset: 3_600),
                ]))
        // The night before it ends at 23:00Z, the short day at 22:00Z; the long day starts at 22:00Z and ends at 23:00Z.
        for midnight: UInt64 in [
            1_806_188_400_000, 1_806_271_200_000, 1_824_933_600_000, 1_825_023_600_000,
        ] {
            var chat = RowChat()
            chat.now = midnight - 1
            chat.say("a")
            chat.wait(1)
            chat.say("b")
            chat.wait(30_000)
            chat.say("c")
            let rows = chat.rows(chat.context(zone: zone))
            #expect(rows.map(\.layout.position) == [.single, .first, .last], "\(midnight)")
            #expect(rows[1].layout.separators == [.day(rows[1].receivedAt)], "\(midnight)")
        }
    }

    @Test("tells the time after an hour of silence", arguments: [(3_599_999, false), (3_600_000, true)])
    func timePill(_ gap: UInt64, _ isTold: Bool) {
        var chat = RowChat()
        chat.say("a")
        chat.wait(gap)
        chat.say("b")
        let row = chat.rows()[1]
        #expect(row.layout.separators == (isTold ? [.time(row.receivedAt)] : []))
        #expect(row.layout.gap == (isTold ? .timeGap : .sameSender))
        if isTold {
            #expect(row.layout.separators.map { $0.text(in: chat.context()) } == ["Today 09:00"])
        }
    }

    @Test("has the banner of encryption once, at the start, and none over text messages")
    func banner() {
        var chat = RowChat()
        chat.say("a")
        chat.wait(86_400_000)
        chat.say("b")
        let banners = chat.rows().map { $0.layout.separators.contains(.encryptionBanner) }
        #expect(banners == [true, false])
        var texting = RowChat()
        texting.say("a", transport: .fallback)
        #expect(
            texting.rows()[0].layout.separators
                == [.day(Instant(milliseconds: RowChat.start)), .transport(.fallback)])
    }

    @Test("divides what is new from the rest, counting neither mine nor notices")
    func unreadDivider() {
        var chat = RowChat()
        chat.say("a")
        chat.tell(.read(through: chat.sequence))
        let mark = chat.conversation.readThrough
        chat.sayMine("b")
        chat.send(.timerChange(TimerChangeContent(seconds: 30, version: 1)))
        chat.say("c")
        chat.say("d")
        let rows = chat.rows(chat.context(unreadAfter: mark))
        #expect(
            rows.map { $0.layout.separators.last == .unread(count: 2) } == [false, false, false, true, false])
        #expect(rows[3].layout.separators.last?.text(in: chat.context()) == "2 unread messages")
        #expect(
            chat.rows(chat.context(unreadAfter: .max)).allSatisfy {
                !$0.layout.separators.contains(.unread(count: 2))
            })
    }

    @Test("shows the author's picture beside the last of a burst in groups")
    func avatar() {
        var chat = RowChat(groupWith: .sotto)
        chat.say("a")
        chat.say("b")
        chat.say("c", by: RowChat.bob)
        chat.say("d", by: RowChat.me)
        #expect(chat.rows().map(\.layout.showsAvatar) == [false, true, true, false])
        var direct = RowChat()
        direct.say("a")
        #expect(direct.rows().map(\.layout.showsAvatar) == [false])
    }

    @Test("is the same for every window of rows", arguments: [1 as UInt64, 2, 3])
    func windows(_ seed: UInt64) {
        var generator = SeededNumbers(seed)
        var chat = RowChat(groupWith: .sotto)
        for index in 0..<120 {
            chat.wait(generator.one(of: [0, 60_000, 60_001, 3_600_000, 50_000_000]))
            let author = generator.one(of: [RowChat.alice, RowChat.bob, RowChat.me])
            chat.say("\(index)", by: author, transport: generator.one(of: [.endToEnd, .endToEnd, .fallback]))
        }
        let context = chat.context(unreadAfter: 30)
        let all = chat.rows(context)
        #expect(all.count == 120)
        for _ in 0..<100 {
            let lower = Int(generator.next(below: 120))
            let upper = lower + Int(generator.next(below: 30))
            let rows = chat.conversation.rows(lower..<upper, in: context)
            #expect(rows == Array(all[lower..<min(upper, 120)]), "seed \(seed)")
        }
    }
}

/// Random choices that a seed repeats.
struct SeededNumbers {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next(below limit: UInt64) -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state % limit
    }

    mutating func one<Value>(of values: [Value]) -> Value { values[Int(next(below: UInt64(values.count)))] }
}

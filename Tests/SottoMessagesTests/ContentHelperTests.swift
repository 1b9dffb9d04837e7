import MessageSamples
import SottoMessages
import Testing

/// Rules CN-5, CN-11, CN-17, CN-18, CN-22, CN-23, CN-27.
@Suite("What content says")
struct ContentHelperTests {
    private let now = ContentSamples.now

    @Test("of a status ends when people chose, by the sender's calendar")
    func statusExpiry() {
        let midnight = Instant(milliseconds: now.milliseconds + 82_800_000)
        #expect(StatusExpiry.hour.moment(from: now, endOfDay: midnight)?.milliseconds == 1_800_003_600_000)
        #expect(
            StatusExpiry.fourHours.moment(from: now, endOfDay: midnight)?.milliseconds == 1_800_014_400_000)
        #expect(StatusExpiry.endOfDay.moment(from: now, endOfDay: midnight) == midnight)
        #expect(StatusExpiry.never.moment(from: now, endOfDay: midnight) == nil)
        let last = Instant(milliseconds: .max)
        #expect(StatusExpiry.hour.moment(from: last, endOfDay: last) == last)
    }

    @Test("of somebody invisible is offline and nothing else for others")
    func invisible() {
        let seen = LastSeen(at: now)
        let invisible = PresenceContent(
            state: .invisible, status: CustomStatus(text: "away"), lastSeen: seen)
        #expect(invisible.forOthers == PresenceContent(state: .offline))
        let idle = PresenceContent(state: .idle, lastSeen: seen)
        #expect(idle.forOthers == idle)
    }

    @Test("of a named extension is read as its type and as no other")
    func bodies() throws {
        let content = try AppExtensionContent(
            app: "org.example", payment: ContentSamples.payment, fallback: "12.50 €")
        #expect(content.payment == ContentSamples.payment)
        #expect(content.sharedActivity == nil)
        #expect(content.invite == nil)
        #expect(content.gameSession == nil)
    }

    @Test("of money has a sum and three letters", arguments: ["", "EU", "EURO", "eur", "E R", "ÄÖÜ"])
    func currency(_ code: String) {
        var payment = ContentSamples.payment
        payment.amount.currency = CurrencyCode(code)
        let error = #expect(throws: ContentError.self) {
            try AppExtensionContent(app: "org.example", payment: payment, fallback: "a")
        }
        let isEmpty = error == .missing(field: "Amount.currency")
        #expect(isEmpty == code.isEmpty)
        #expect(isEmpty || error == .invalid(field: "Amount.currency"))
        payment.amount = Amount(minorUnits: 0, currency: CurrencyCode("EUR"))
        #expect(throws: ContentError.missing(field: "Amount.minor_units")) {
            try AppExtensionContent(app: "org.example", payment: payment, fallback: "a")
        }
    }

    @Test("of a place is exact to a ten-millionth of a degree")
    func degrees() {
        #expect(Latitude(degrees: -33.856_784_4)?.tenMillionths == -338_567_844)
        #expect(Longitude(degrees: 180)?.tenMillionths == 1_800_000_000)
        #expect(Latitude(tenMillionths: 5).degrees == 0.000_000_5)
        for bad in [90.000_000_1, -91, .infinity, .nan] { #expect(Latitude(degrees: bad) == nil) }
        for bad in [180.000_000_1, -181, -.infinity, .nan] { #expect(Longitude(degrees: bad) == nil) }
    }

    @Test(
        "of numbers with a sign is written in the fewest bytes",
        arguments: [0, -1, 1, .min, .max, -338_567_844])
    func signs(_ value: Int32) {
        let place = RelativePosition(tenThousandths: value)
        let expected = value < 0 ? UInt64(-(Int64(value) + 1)) * 2 + 1 : UInt64(value) * 2
        #expect(place.wire == expected)
        #expect(RelativePosition(wire: expected) == place)
        #expect(RelativePosition(wire: 1 << 32) == nil)
    }

    @Test("of seconds is a time span, and 0 is never")
    func spans() {
        #expect(ExpiryTimer(seconds: 30, version: 1).span == TimeSpan(milliseconds: 30_000))
        #expect(ExpiryTimer(seconds: 0, version: 1).span == nil)
        let change = TimerChangeContent(seconds: 60, version: 4)
        #expect(change.span == TimeSpan(seconds: 60))
        #expect(change.timer == ExpiryTimer(seconds: 60, version: 4))
        #expect(TimerChangeContent(seconds: 0, version: 4).span == nil)
        #expect(ContentSamples.media.viewSpan == TimeSpan(seconds: 10))
        let conversation = ConversationRef(user: [1])
        #expect(
            ConversationSettings(conversation: conversation, timerSeconds: 5).timerSpan
                == TimeSpan(seconds: 5))
        #expect(ConversationSettings(conversation: conversation).timerSpan == nil)
    }
}

import MessageSamples
import SottoMessages
import Testing

/// Rules NT-13, NT-14, NT-16 and NT-17.
@Suite("When notifications are heard")
struct HushTests {
    static let times: [(UInt64, Bool)] = [
        (21 * 3_600 + 3_599, false), (22 * 3_600, true), (0, true), (7 * 3_600 - 1, true), (7 * 3_600, false),
    ]

    @Test("isn't from 22:00:00 to 06:59:59, unless they are time sensitive", arguments: times)
    func quietHours(_ second: UInt64, _ isQuiet: Bool) throws {
        var desk = Desk()
        desk.second = second
        let value = try desk.show(Desk.text)
        #expect((value.sound == .none) == isQuiet)
        #expect(value.level == (isQuiet ? .passive : .active))
        #expect(value.hushes == (isQuiet ? [.quietHours] : []))
        #expect(try desk.show(Desk.text, reply: Desk.quote).sound == .message)
    }

    @Test("goes by the clocks of the reader's place")
    func places() throws {
        let desk = Desk()
        let notifier = Notifier(
            preferences: desk.preferences,
            clock: ReaderClock(timeZone: TimeZoneTable(constantOffset: 10 * 3_600), style: .twelveHour),
            now: desk.now)
        #expect(notifier.isQuiet)
        let day = QuietHours(start: CivilTime(secondOfDay: 100), end: CivilTime(secondOfDay: 200))
        #expect(
            [99, 100, 200, 201].map { day.contains(CivilTime(secondOfDay: $0)) } == [
                false, true, true, false,
            ])
    }

    @Test("is once in 300 seconds for what a group says")
    func clusters() throws {
        var desk = Desk()
        #expect(try desk.show(Desk.text, in: Cast.family).sound == .message)
        desk.second += 299
        let held = try desk.show(Desk.text, by: Cast.alice, in: Cast.family)
        #expect(held.sound == .none)
        #expect(held.hushes == [.cluster])
        desk.second += 1
        #expect(try desk.show(Desk.text, in: Cast.family).sound == .message)
        desk.second += 299
        #expect(try desk.show(Desk.text, in: Cast.family).sound == .none)
    }

    @Test("isn't held back for what one person says to the reader")
    func personToPerson() throws {
        var desk = Desk()
        for _ in 0..<3 {
            let value = try desk.show(Desk.text)
            #expect(value.sound == .message)
            #expect(value.replaces == nil)
        }
        _ = try desk.show(Desk.text, in: Cast.family)
        #expect(try desk.show(Desk.mention, in: Cast.family).sound == .message)
    }

    @Test("is once for each group, or for all of them", arguments: [ClusterScope.conversation, .all])
    func scopes(_ scope: ClusterScope) throws {
        var desk = Desk()
        desk.preferences.clusterScope = scope
        _ = try desk.show(Desk.text, in: Cast.family)
        let other = try desk.show(Desk.text, in: .group([8]))
        #expect((other.sound == .none) == (scope == .all))
        #expect(other.replaces == nil)
        desk.second += 300
        #expect(try desk.show(Desk.text, in: .group([8])).sound == .message)
    }

    @Test("doesn't keep later ones from updating the earlier one")
    func updates() throws {
        var desk = Desk()
        let first = try desk.show(Desk.photo, by: Cast.alice, in: Cast.family)
        let second = try desk.show(Desk.photo, by: Cast.sam, in: Cast.family)
        let third = try desk.show(Desk.photo, by: Cast.kim, in: Cast.family)
        #expect(second.replaces == first.id)
        #expect(third.replaces == second.id)
        #expect(third.messageCount == 3)
        #expect(third.line == "Alice and 2 others shared photos in Family Chat")
        #expect(third.body == third.line)
        let text = try desk.show(Desk.text, by: Cast.sam, in: Cast.family)
        #expect(text.line == "Sam in Family Chat: are we still on for tonight?")
        desk.memory.read(Cast.family)
        let next = try desk.show(Desk.photo, by: Cast.sam, in: Cast.family)
        #expect(next.replaces == nil)
        #expect(next.messageCount == 1)
        #expect(next.sound == .none)
    }

    @Test("tells no more of several messages than of one")
    func privateClusters() throws {
        var desk = Desk()
        desk.preferences.preview = .senderOnly
        _ = try desk.show(Desk.photo, by: Cast.alice, in: Cast.family)
        let named = try desk.show(Desk.photo, by: Cast.sam, in: Cast.family)
        #expect(named.line == "Alice and 1 other in Family Chat: 2 new messages")
        desk.preferences.preview = .nothing
        let bare = try desk.show(Desk.photo, by: Cast.sam, in: Cast.family)
        #expect(bare.title == "Sotto")
        #expect(bare.line == "3 new messages")
    }

    @Test("starts anew when a clock is set back")
    func setBack() throws {
        var desk = Desk()
        _ = try desk.show(Desk.text, in: Cast.family)
        desk.second -= 3_600
        #expect(try desk.show(Desk.text, in: Cast.family).sound == .message)
    }

    @Test("is up to the reader's focus")
    func focus() throws {
        var desk = Desk()
        desk.preferences.focus = FocusFilter(people: [Cast.alice], conversations: [.group([8])])
        #expect(try desk.show(Desk.text).hushes == [.focus])
        #expect(try desk.show(Desk.text, by: Cast.alice).sound == .message)
        #expect(try desk.show(Desk.text, in: .group([8])).sound == .message)
        #expect(try desk.show(Desk.mention).sound == .message)
        desk.preferences.focus?.passesTimeSensitive = false
        #expect(try desk.show(Desk.mention).sound == .none)
    }

    @Test("is summed up in the morning, once")
    func morning() throws {
        var desk = Desk()
        desk.second = 23 * 3_600
        for author in [Cast.sam, Cast.alice, Cast.kim, Cast.sam] { _ = try desk.show(Desk.text, by: author) }
        _ = try desk.show(Desk.reaction, by: Cast.stranger)
        #expect(
            desk.notifier.morningSummary(id: ContentSamples.id, names: Cast.names, memory: &desk.memory)
                == nil)
        let hours = QuietHours.standard
        let end = hours.nextEnd(after: desk.now, in: .utc)
        #expect(end.milliseconds == Desk.midnight + 31 * 3_600_000)
        desk.second = 31 * 3_600
        var copy = desk.memory
        let summary = desk.notifier.morningSummary(
            id: ContentSamples.id, names: Cast.names, memory: &desk.memory)
        #expect(summary?.line == "Good morning: 4 new messages from Sam, Alice and 1 other")
        #expect(summary?.sound == NotificationSound.none)
        #expect(
            desk.notifier.morningSummary(id: ContentSamples.id, names: Cast.names, memory: &desk.memory)
                == nil)
        desk.preferences.preview = .nothing
        let bare = desk.notifier.morningSummary(id: ContentSamples.id, names: Cast.names, memory: &copy)
        #expect(bare?.body == "4 new messages in 3 conversations")
    }

    @Test("ends in the morning by the clocks, on days on which they change too")
    func clocksChange() throws {
        let noon = Instant(milliseconds: Desk.midnight + 23 * 3_600_000)
        let change = Instant(milliseconds: Desk.midnight + 26 * 3_600_000)
        let table = try #require(
            TimeZoneTable(initialOffset: 0, transitions: [.init(at: change, offset: 3_600)]))
        let end = QuietHours.standard.nextEnd(after: noon, in: table)
        #expect(table.time(at: end) == CivilTime(hour: 7, minute: 0))
    }

    @Test("is the call of any push, ended at once where it doesn't ring")
    func calls() throws {
        var desk = Desk()
        let offer = desk.event(
            .call(CallContent(call: ContentSamples.otherID, event: .offer, isVideo: true, payload: [1])))
        func call(_ event: MessageEvent?, until: Instant? = nil) -> IncomingCall {
            desk.notifier.incomingCall(event, ringsUntil: until, id: ContentSamples.id, in: desk.situation)
        }
        let rings = call(offer, until: Instant(milliseconds: desk.now.milliseconds + 1))
        #expect(rings.ending == nil)
        #expect(rings.call == ContentSamples.otherID)
        #expect(rings.name == "Sam")
        #expect(rings.handle == Cast.sam)
        #expect(rings.isVideo)
        #expect(call(nil).ending == .unreadable)
        #expect(call(nil).name == "Sotto")
        #expect(call(nil).call == ContentSamples.id)
        #expect(call(offer, until: desk.now).ending == .expired)
        #expect(call(desk.event(Desk.text)).ending == .notRinging)
        desk.second = 23 * 3_600
        #expect(call(offer).ending == nil)
        desk.situation.isBlocked = true
        #expect(call(offer).ending == .blocked)
        #expect(call(offer).handle == nil)
        desk.situation.isBlocked = false
        desk.preferences.availability = .doNotDisturb
        #expect(call(offer).ending == .doNotDisturb)
    }
}

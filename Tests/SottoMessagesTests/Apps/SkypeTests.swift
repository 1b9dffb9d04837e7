import SottoMessages
import Testing

/// Rules CN-18, CL-1 and NT-10.
@Suite("What Skype is known for")
struct SkypeTests {
    @Test("a status is told to everyone, with what its owner says of the day")
    func status() throws {
        let content = PresenceContent(
            state: .online, status: CustomStatus(emoji: Emoji("🌊"), text: "by the sea"))
        guard case .presence(let told) = try ContentKind.presence(content).overTheWire() else {
            Issue.record("no presence")
            return
        }
        #expect(told.forOthers == content)
        let presence = PersonPresence(availability: .online, status: told.status?.text ?? "")
        for friend in [Cast.sam, Cast.alice] {
            let context = SummaryContext(
                names: Cast.names, now: Instant(milliseconds: 0), presence: { _ in presence })
            let summary = Conversation(id: .direct(friend), me: Cast.me).summary(context)
            #expect(summary.presence?.status(at: context.now) == "by the sea")
        }
    }

    @Test("who isn't to be disturbed hears and sees nothing")
    func doNotDisturb() throws {
        var desk = Desk()
        #expect(try desk.show(Desk.text).sound == .message)
        desk.preferences.availability = .doNotDisturb
        #expect(desk.decide(Desk.text).reason == .doNotDisturb)
        #expect(desk.decide(Desk.mention, in: Cast.family).reason == .doNotDisturb)
        desk.preferences.availability = .idle
        #expect(try desk.show(Desk.text).sound == .message)
    }
}

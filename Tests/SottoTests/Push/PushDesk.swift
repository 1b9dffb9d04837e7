import Sotto
import SottoServer
import Testing

/// Alice sends, a server pushes, and the extension on Bob's phone opens.
struct PushDesk {
    let network = TestNetwork()
    let alice: Device
    let bob: Device
    var memory = NotificationMemory()
    var preferences = NotificationPreferences(quietHours: nil)
    var isBlocked = false

    init() throws {
        alice = try network.sealedDevice("alice")
        bob = try network.sealedDevice("bob")
        try network.start(alice, with: bob)
    }

    static let me = person("bob")
    static func person(_ name: String) -> PersonID { PersonID(name) ?? .nobody }

    var notifier: Notifier {
        Notifier(
            preferences: preferences, clock: ReaderClock(timeZone: .utc, style: .twentyFourHour),
            now: Instant(milliseconds: network.clock.now))
    }

    func situation(_ event: MessageEvent) -> NotificationSituation {
        let names = PeopleNames(me: Self.me) { $0 == Self.person("alice") ? "Alice" : nil }
        var situation = NotificationSituation(names: names)
        situation.isBlocked = isBlocked
        return situation
    }

    mutating func open(_ push: PushInput) -> PushResult {
        bob.open(push, notifier: notifier, memory: &memory, situation: situation)
    }

    func openCall(_ push: PushInput) -> CallPushResult {
        bob.openCall(push, notifier: notifier, situation: situation)
    }

    /// Seals content for Bob's user.
    func send(_ kind: ContentKind, change: (inout Content) -> Void = { _ in }) throws -> PushOutgoing {
        var content = alice.compose(kind)
        change(&content)
        return try alice.sendForPush(content, to: .user("bob"))
    }

    /// What a server pushes to Bob's phone.
    func push(_ outgoing: PushOutgoing, call: Bool = false) throws -> APNsPush {
        let push = try #require(outgoing.pushes.first)
        let content = try push.content(fetchID: [1, 2, 3], serverTime: network.clock.now)
        let id = try PushCollapseID([UInt8](repeating: 1, count: 16))
        let encoder = try call ? APNsPushEncoder.call() : APNsPushEncoder.alert()
        return try encoder.encode(content, now: network.clock.now, collapseID: id)
    }

    func input(_ outgoing: PushOutgoing, call: Bool = false) throws -> PushInput {
        .json(try push(outgoing, call: call).payload.bytes)
    }

    static func text(_ byteCount: Int) -> ContentKind {
        .text(TextContent(body: String(repeating: "a", count: byteCount)))
    }

    /// The text that is shown when nothing may be told.
    static let neutral = "New message"
}

extension NotificationDecision {
    /// Every word that is shown.
    var words: String {
        guard let value else { return "" }
        return [value.title, value.subtitle, value.body, value.line, value.thread].joined(separator: "\n")
    }
}

import DeviceSupport
import Foundation
import Sotto
import SottoSQLite
import Testing

/// Rules PD-5, PD-8, PD-9, PD-10.
@Suite("A push and a store in a file")
struct PushStoreTests {
    let network = TestNetwork()
    let folder: Folder
    let path: String
    let alice: Device
    let push: PushInput
    let notifier: Notifier

    init() throws {
        folder = try Folder()
        path = folder.path(of: "bob")
        alice = try network.sealedDevice("alice")
        // Its process ends.
        do {
            let bob = try Device.create(
                in: try SQLiteStorage.create(at: path), key: TestKey.make(),
                as: Address(user: "bob", device: 1), trusting: .onFirstUse,
                certificates: network.authority.trust, clock: network.clock.clock)
            try network.server.publish(bob)
            try network.start(alice, with: bob)
        }
        let outgoing = try alice.sendForPush(alice.compose(.text("a sentence")), to: .user("bob"))
        let content = try outgoing.pushes[0].content(fetchID: [1], serverTime: nil)
        push = .binary(try RawPushEncoder().encode(content).payload.bytes)
        notifier = Notifier(
            preferences: NotificationPreferences(quietHours: nil),
            clock: ReaderClock(timeZone: .utc, style: .twentyFourHour),
            now: Instant(milliseconds: network.clock.now))
    }

    private func open(at path: String? = nil, key: UInt8 = 7) -> PushResult {
        var memory = NotificationMemory()
        return Device.open(
            push, inStoreAt: path ?? self.path, key: TestKey.make(key), certificates: network.authority.trust,
            clock: network.clock.clock, notifier: notifier, memory: &memory, situation: Self.situation)
    }

    private func openCall(at path: String) -> CallPushResult {
        Device.openCall(
            push, inStoreAt: path, key: TestKey.make(), certificates: network.authority.trust,
            clock: network.clock.clock, notifier: notifier, situation: Self.situation)
    }

    private static func situation(_ event: MessageEvent) -> NotificationSituation {
        NotificationSituation(names: PeopleNames(me: PushDesk.me) { _ in "Alice" })
    }

    private func check(_ result: PushResult, _ error: StorageError) {
        #expect(result.decision.value?.body == PushDesk.neutral)
        #expect(result.failure == .session(.storage(error)))
        #expect(result.received == nil)
    }

    @Test("is opened in a store that is opened for it, and is in the app's inbox afterwards")
    func opened() throws {
        let result = open()
        #expect(result.decision.value?.line == "Alice: a sentence")
        let bob = try network.reopen(try SQLiteStorage.open(at: path))
        #expect(try bob.inbox().map(\.id) == [try #require(result.received)])
    }

    @Test("shows the neutral text when the store is missing, foreign, damaged, or under another key")
    func unreadable() throws {
        check(open(at: folder.path(of: "none")), .noStore)
        check(open(key: 8), .wrongKey)
        try Data(repeating: 0x41, count: 9_000).write(to: URL(fileURLWithPath: folder.path(of: "text")))
        check(open(at: folder.path(of: "text")), .foreignFile)
        let call = openCall(at: folder.path(of: "none"))
        #expect(call.call.ending == .unreadable)
        #expect(call.failure == .session(.storage(.noStore)))
        // The store is as it was.
        #expect(open().decision.value?.line == "Alice: a sentence")
    }

    @Test("shows the neutral text while somebody has the store to itself, and opens afterwards")
    func locked() throws {
        do {
            let exclusive = try SQLiteStorage.open(at: path, exclusively: true)
            withExtendedLifetime(exclusive) { check(open(), .busy) }
        }
        #expect(open().decision.value?.line == "Alice: a sentence")
    }

    @Test("shows the neutral text when the storage fails while it is opened, and opens afterwards")
    func fails() throws {
        let plan = FaultPlan()
        let bob = try network.reopen(FaultyStorage(try SQLiteStorage.open(at: path), plan))
        var memory = NotificationMemory()
        for write in 1...100 {
            plan.arm(FaultPlan.Fault(.fail, write: write, isAfter: false))
            let result = bob.open(push, notifier: notifier, memory: &memory, situation: Self.situation)
            if case .nothing = plan.strike {
                #expect(write > 3)
                #expect(result.decision.value?.line == "Alice: a sentence")
                return
            }
            #expect(result.decision.value?.body == PushDesk.neutral)
            guard case .session(.storage) = result.failure else {
                Issue.record("\(String(describing: result.failure))")
                return
            }
        }
        Issue.record("never opened")
    }

    @Test("shows the neutral text when there is no key yet, and reports a call")
    func noKey() {
        let result = PushResult.fallback(of: push, because: .keyUnavailable, notifier: notifier)
        #expect(result.decision.value?.body == PushDesk.neutral)
        #expect(result.failure?.recovery == .tryAgain)
        let call = CallPushResult.fallback(of: push, because: .keyUnavailable, notifier: notifier)
        #expect(call.call.ending == .unreadable)
        #expect(call.failure == .keyUnavailable)
    }
}

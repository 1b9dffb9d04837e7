import DeviceSupport
import Sotto
import Testing

/// Leased sending over a store that fails.
///
/// Rule DS-14.
@Suite("A lease that the store couldn't take")
struct LeaseFaultTests {
    let plan = FaultPlan()
    let server = TestServer()
    let alice: Device
    let bob: Device

    init() throws {
        (alice, bob) = try server.aliceAndBob(plan)
    }

    @Test("leaves no bytes that another message's place is in", arguments: 1...6)
    func failed(write: Int) throws {
        let first = Draft([1], to: .user("bob"))
        let second = Draft([2], to: .user("bob"))
        plan.arm(FaultPlan.Fault(.fail, write: write, isAfter: false))
        let failed = (try? alice.sendLeased([first])) == nil
        plan.arm(nil)
        let drafts = failed ? [second, first] : [second]
        for draft in drafts {
            let sent = try alice.sendLeased([draft])[0].get()
            let received = try bob.receive(sent.envelopes[0].bytes, from: alice.address)
            #expect(received.content == .message(draft.id, draft.content))
        }
        let again = try alice.send([3], to: .user("bob"))
        #expect(
            try bob.receive(again.envelopes[0].bytes, from: alice.address).content == .message(again.id, [3]))
    }
}

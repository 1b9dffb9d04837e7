import DeviceSupport
import Sotto
import SottoCrypto
import Testing

/// Many messages in one call, and those that wait, over a store or an app that isn't ready.
///
/// Rules DS-12, DS-17.
@Suite("Messages that wait for something")
struct BatchFaultTests {
    let plan = FaultPlan()
    let server = TestServer()
    let alice: Device
    let bob: Device

    init() throws {
        (alice, bob) = try server.aliceAndBob(plan)
    }

    @Test("all have the store's error when it fails, and are sealed when it works again", arguments: 1...8)
    func batch(write: Int) throws {
        let drafts = (0..<3).map { Draft([$0], to: .user("bob")) }
        plan.arm(FaultPlan.Fault(.fail, write: write, isAfter: false))
        let failed = alice.send(drafts)
        #expect(failed == drafts.map { _ in .failure(.storage(FaultPlan.error)) })
        #expect(plan.writes == write)
        plan.arm(nil)
        for (draft, result) in zip(drafts, alice.send(drafts)) {
            let received = try bob.receive(try result.get().envelopes[0].bytes, from: alice.address)
            #expect(received.content == .message(draft.id, draft.content))
        }
    }

    @Test("a first message under another key waits until that is decided, however often it is asked for")
    func waiting() throws {
        let other = try Device.inMemory(as: bob.address, trusting: .onFirstUse)
        try other.start(withBundle: try server.bundle(of: alice.address), of: alice.address)
        let hello = try other.send([7], to: .user("alice"))
        #expect(throws: SessionError.self) { try alice.receive(hello.envelopes[0].bytes, from: bob.address) }
        for _ in 0..<2 {
            let results = try alice.receiveWaiting(of: "bob")
            #expect(results.count == 1)
            #expect(throws: SessionError.self) { try results.first?.get() }
        }
        try alice.accept(other.identityKey, for: "bob")
        #expect(try alice.receiveWaiting(of: "bob").map { try $0.get().content } == [.message(hello.id, [7])])
        #expect(try alice.receiveWaiting(of: "bob").isEmpty)
    }

    @Test("a first message under another key goes when the known one is kept")
    func dismissed() throws {
        let other = try Device.inMemory(as: bob.address, trusting: .onFirstUse)
        try other.start(withBundle: try server.bundle(of: alice.address), of: alice.address)
        let hello = try other.send([7], to: .user("alice"))
        #expect(throws: SessionError.self) { try alice.receive(hello.envelopes[0].bytes, from: bob.address) }
        try alice.accept(bob.identityKey, for: "bob")
        #expect(try alice.receiveWaiting(of: "bob").count == 1)
        #expect(try alice.receiveWaiting(of: "bob").isEmpty)
    }
}

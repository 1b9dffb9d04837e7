import TestSupport
import Testing

@testable import Sotto
@testable import SottoSessions

/// First messages that come again long after the session that they began is gone.
///
/// Rules DS-10, DS-21.
@Suite("A first message whose session is gone")
struct OldFirstMessages {
    let two: TwoDevices
    var alice: Device { two.alice }
    var bob: Device { two.bob }

    init() throws { two = try TwoDevices() }

    /// A first message that Bob opened and took over, of a session that he forgot.
    func opened(oneTime: Bool) throws -> (bytes: [UInt8], id: ReceivedID) {
        try two.start(alice, bob, oneTime: oneTime)
        let bytes = try alice.seal([1], to: bob.address)
        let id = try bob.receive(bytes, from: alice.address).id
        try bob.acknowledge(id)
        try bob.forget(alice.address)
        return (bytes, id)
    }

    @Test("is a duplicate that asks for nothing, also when its id was forgotten", arguments: [true, false])
    func idForgotten(oneTime: Bool) throws {
        let first = try opened(oneTime: oneTime)
        two.clock.advance(by: Int64(30 * day + 1))
        try bob.maintain()
        let refusal = bob.refusal(of: first.bytes, from: alice.address)
        #expect(refusal == .peer(.duplicate(first.id)))
        #expect(refusal?.recovery == .ignore)
    }

    @Test("stays a duplicate when its signed prekey is deleted, for 90 days", arguments: [true, false])
    func prekeysGone(oneTime: Bool) throws {
        let first = try opened(oneTime: oneTime)
        for _ in 0..<9 {
            two.clock.advance(by: Int64(10 * day))
            try two.server.publish(bob)
            try bob.maintain()
            #expect(bob.refusal(of: first.bytes, from: alice.address) == .peer(.duplicate(first.id)))
        }
        two.clock.advance(by: 1)
        try bob.maintain()
        #expect(bob.refusal(of: first.bytes, from: alice.address)?.cause == .signedPrekeyUnknown)
    }

    @Test("is a duplicate after a restore, which deletes all prekeys")
    func restored() throws {
        let first = try opened(oneTime: true)
        try bob.restored()
        #expect(bob.refusal(of: first.bytes, from: alice.address) == .peer(.duplicate(first.id)))
    }

    @Test(
        "doesn't keep a later one of that session, which never came, from being asked for",
        arguments: [true, false])
    func neverCame(oneTime: Bool) throws {
        _ = try opened(oneTime: oneTime)
        let second = try alice.seal([2], to: bob.address)
        two.clock.advance(by: Int64(30 * day))
        try bob.maintain()
        let refusal = bob.refusal(of: second, from: alice.address)
        #expect(refusal?.cause == .messageKeyDropped)
        #expect(refusal?.recovery == .askForResend)
    }

    @Test("doesn't hide one of another sender that holds the same bundle: it is asked for")
    func sameBundle() throws {
        let bundle = try two.server.bundle(of: bob.address)
        let carol = try two.device("carol")
        for device in [alice, carol] { try device.start(withBundle: bundle, of: bob.address) }
        let first = try alice.seal([1], to: bob.address)
        let id = try bob.receive(first, from: alice.address).id
        try bob.forget(alice.address)
        let refusal = bob.refusal(of: try carol.seal([2], to: bob.address), from: carol.address)
        #expect(refusal?.cause == .oneTimePrekeyUnknown)
        #expect(refusal?.recovery == .askForResend)
        #expect(bob.refusal(of: first, from: alice.address) == .peer(.duplicate(id)))
    }

    @Test("says nothing about an identity that was replaced since")
    func identity() throws {
        let first = try opened(oneTime: true)
        let anew = try two.device("alice")
        try bob.acceptUnseen(anew.identityKey, for: "alice")
        #expect(bob.refusal(of: first.bytes, from: alice.address) == .peer(.duplicate(first.id)))
        #expect(try bob.identity(of: "alice")?.change == nil)
    }

    @Test("isn't remembered when it doesn't open: its genuine form does")
    func changed() throws {
        try two.start(alice, bob)
        let first = try alice.seal([1], to: bob.address)
        var broken = first
        broken[broken.count - 1] ^= 1
        #expect(bob.refusal(of: broken, from: alice.address)?.cause == .notAuthentic)
        #expect(try bob.open(first, from: alice.address) == [1])
    }
}

import Sotto
@testable import SottoSessions
import TestSupport
import Testing

/// A damaged record about one receiver of a message.
///
/// Rules ST-4, DS-7, DS-13, DS-17.
@Suite("A damaged record about a receiver")
struct DamagedReceiverTests {
    let network = TestNetwork()
    let storage = InMemoryStorage()
    let alice: Device
    let linked: Device
    let bob: [Device]
    let carol: Device

    init() throws {
        alice = try network.device("alice", in: storage)
        linked = try network.device("alice", 2, linkedTo: alice)
        let first = try network.device("bob")
        bob = [first, try network.device("bob", 2, linkedTo: first)]
        carol = try network.device("carol")
        for device in bob + [carol, linked] { try network.start(alice, with: device) }
        try network.talk("hello", from: alice, to: "bob")
        for device in bob { try network.start(device, with: alice) }
        try network.talk("hi", from: bob[0], to: "alice")
    }

    func damage(kind: UInt8, key: [UInt8]) throws {
        let sealed = try SealedStore.open(in: storage, key: TestNetwork.key())
        let name = try sealed.sealer.name(kind: kind, key: key)
        try storage.transaction(.writing) { rows in
            var value = try #require(try rows.value(of: name))
            value[value.count - 1] ^= 1
            try rows.put(value, as: name, in: RecordGroup([UInt8](repeating: 1, count: 16)))
        }
    }

    let corrupt = SessionError.storage(.recordCorrupt)

    @Test("that is one device of a user leaves the other devices their copies, and is one failure")
    func device() throws {
        try damage(kind: 3, key: bob[0].address.encoded)
        let sent = try alice.send([1], to: .user("bob"))
        #expect(sent.envelopes.map(\.address) == [bob[1].address, linked.address])
        #expect(sent.failures == [DeliveryFailure(address: bob[0].address, error: corrupt)])
        try alice.forget(bob[0].address)
        try network.start(alice, with: bob[0])
        let again = try alice.send([1], id: sent.id, to: .user("bob"))
        #expect(again.failures.isEmpty)
        #expect(Set(again.envelopes).isSuperset(of: sent.envelopes))
        #expect(try network.deliver(again, from: alice).count == 3)
    }

    @Test("that is the only device of a user is the error of the call, which changes nothing")
    func onlyDevice() throws {
        try damage(kind: 3, key: carol.address.encoded)
        #expect(throws: corrupt) { try alice.send([1], to: .device(carol.address)) }
        #expect(try alice.outbox().isEmpty)
        #expect(try network.talk("on", from: alice, to: "bob").count == 3)
    }

    @Test("that is a user's is one error among the results of one call")
    func user() throws {
        try damage(kind: 2, key: carol.address.user.bytes)
        let results = alice.send(["bob", "carol", "bob"].map { Draft([1], to: .user($0)) })
        #expect(throws: corrupt) { try results[1].get() }
        for index in [0, 2] { #expect(try network.deliver(results[index].get(), from: alice).count == 3) }
    }

    @Test("that is a user's ends when the user's key is accepted anew and a session started")
    func rekeyed() throws {
        try damage(kind: 2, key: carol.address.user.bytes)
        let bundle = try network.server.bundle(of: carol.address)
        #expect(throws: corrupt) { try alice.start(withBundle: bundle, of: carol.address) }
        try alice.acceptUnseen(carol.identityKey, for: "carol")
        #expect(try alice.identity(of: "carol")?.isVerified == false)
        try alice.start(withBundle: bundle, of: carol.address)
        #expect(try network.talk("again", from: alice, to: "carol").map(\.text) == ["again", "again"])
        #expect(try network.talk("yes", from: carol, to: "alice").map(\.text) == ["yes"])
    }

    @Test("that is a user's isn't replaced by any call that nobody decided: no key is trusted anew")
    func notByItself() throws {
        try damage(kind: 2, key: carol.address.user.bytes)
        let report = DeviceReport(user: "carol", missing: [1, 2], extra: [3], stale: [1])
        #expect(throws: corrupt) { try alice.apply(report) }
        try alice.forget(carol.address)
        #expect(throws: corrupt) { try alice.identity(of: "carol") }
        let first = try network.server.bundle(of: alice.address)
        try carol.start(withBundle: first, of: alice.address)
        let sent = try carol.send([1], to: .user("alice"))
        #expect(alice.refusal(of: sent.envelopes[0].bytes, from: carol.address) == corrupt)
        try alice.acceptUnseen(carol.identityKey, for: "carol")
        #expect(try alice.receive(sent.envelopes[0].bytes, from: carol.address).sender == carol.address)
    }

    @Test("that is the own user's costs others nothing, and ends with the server's list of own devices")
    func ownUser() throws {
        try damage(kind: 2, key: alice.address.user.bytes)
        let sent = try alice.send([1], to: .user("bob"))
        #expect(sent.envelopes.map(\.address) == bob.map(\.address))
        #expect(sent.failures == [DeliveryFailure(address: alice.address, error: corrupt)])
        #expect(throws: corrupt) { try alice.send([1], to: .user("alice")) }
        #expect(try alice.apply(DeviceReport(user: "alice", missing: [1, 2])) == [])
        let again = try alice.send([1], id: sent.id, to: .user("bob"))
        #expect(again.envelopes.map(\.address) == (bob + [linked]).map(\.address))
        #expect(again.failures.isEmpty)
    }
}

import SottoCrypto
import TestSupport
import Testing

@testable import Sotto
@testable import SottoSessions

/// One damaged row among others.
///
/// Rules ST-4, DS-7, DS-9, DS-12, DS-18, DS-19.
@Suite("One damaged row")
struct DamagedRowTests {
    let network = TestNetwork()
    let storage = InMemoryStorage()
    let alice: Device
    let bob: Device

    init() throws {
        alice = try network.device("alice", in: storage)
        bob = try network.device("bob")
        try network.meet(alice, bob)
        try alice.acknowledge(try alice.inbox().map(\.id))
    }

    /// Flips a bit of a record, which keeps its group and its place.
    func damage(kind: UInt8, key: [UInt8]) throws {
        let sealed = try SealedStore.open(in: storage, key: TestNetwork.key())
        let name = try sealed.sealer.name(kind: kind, key: key)
        try storage.transaction(.writing) { rows in
            var value = try #require(try rows.value(of: name))
            value[value.count - 1] ^= 1
            try rows.put(value, as: name, in: RecordGroup([UInt8](repeating: 1, count: 16)))
        }
    }

    /// The number of the session in use with Bob, as it stands in names of records.
    func number() throws -> [UInt8] {
        let peer = bob.address
        let number = try #require(alice.withState { state, _ in state.peers[peer]?.active?.number })
        return (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    @Test("of the inbox hides no other message, and is said once the others are acknowledged")
    func inbox() throws {
        let received = try (0..<4).flatMap { try network.talk("\($0)", from: bob, to: "alice") }
        for index in [0, 2] { try damage(kind: 6, key: received[index].id.bytes) }
        #expect(try alice.inbox().map(\.text) == ["1", "3"])
        #expect(try alice.inbox(limit: 1).map(\.text) == ["1"])
        try alice.acknowledge([received[1].id, received[3].id])
        #expect(throws: SessionError.storage(.recordCorrupt)) { try alice.inbox() }
    }

    @Test("of the outbox holds back no other message, and is said once the others are sent")
    func outbox() throws {
        let sent = try (0..<3).map { try alice.send([$0], to: .user("bob")) }
        try damage(kind: 7, key: sent[0].id.bytes)
        #expect(try alice.outbox().map(\.id) == [sent[1].id, sent[2].id])
        #expect(try alice.outbox(limit: 1).map(\.id) == [sent[1].id])
        for outgoing in sent.dropFirst() { try alice.markSent(outgoing.id) }
        #expect(throws: SessionError.storage(.recordCorrupt)) { try alice.outbox() }
    }

    @Test("about a device doesn't stand in the way of a restore, after which none of its sessions is used")
    func restored() throws {
        let carol = try network.device("carol")
        try network.start(alice, with: carol)
        let waiting = try alice.send([1], to: .user("bob"))
        let session = try number()
        try network.start(alice, with: bob)
        try network.talk("new", from: alice, to: "bob")
        try damage(kind: 7, key: waiting.id.bytes)
        try damage(kind: 4, key: bob.address.encoded + session)
        try alice.restored()
        #expect(try alice.outbox().isEmpty)
        for other in [bob, carol] {
            #expect(throws: SessionError.usage(.noSession(other.address))) {
                try alice.send([1], to: .user(other.address.user))
            }
            try network.start(alice, with: other)
            _ = try network.talk("again", from: alice, to: other.address.user)
        }
    }

    @Test("or one of a clock that was far ahead doesn't end the daily work")
    func maintain() throws {
        let damaged = try alice.send([1], to: .user("bob"))
        try network.deliver(damaged, from: alice)
        try damage(kind: 7, key: damaged.id.bytes)
        let carol = try network.device("carol")
        try network.start(alice, with: carol)
        try damage(kind: 2, key: carol.address.user.bytes)
        network.clock.advance(by: 400 * 86_400_000)
        try network.deliver(try alice.send([2], to: .user("bob")), from: alice)
        network.clock.advance(by: 0 &- 400 * 86_400_000)
        let last = try alice.send([3], to: .user("bob"))
        try network.deliver(last, from: alice)
        network.clock.advance(by: 15 * 86_400_000)
        try alice.maintain()
        #expect(try alice.send([4], id: last.id, to: .user("bob")).envelopes.count == 1)
    }

    @Test("that waits for a decision about a user keeps no other from being opened")
    func waiting() throws {
        let other = try Device.inMemory(as: bob.address, trusting: .onFirstUse, clock: network.clock.clock)
        try other.start(withBundle: try network.server.bundle(of: alice.address), of: alice.address)
        let sent = try (0..<2).map { try other.send([$0], to: .user("alice")).envelopes[0].bytes }
        for bytes in sent { #expect(alice.refusal(of: bytes, from: bob.address) != nil) }
        let first = sent[0]
        let digest = SHA256.hash(first.span)
        try damage(kind: 15, key: bob.address.user.bytes + digest.bytes)
        try alice.accept(other.identityKey, for: "bob")
        #expect(try alice.receiveWaiting(of: "bob").map { try $0.get().text } == ["\u{1}"])
        #expect(throws: SessionError.storage(.recordCorrupt)) { try alice.receiveWaiting(of: "bob") }
    }

    @Test("of a session from before its device was forgotten isn't taken for one of now")
    func forgotten() throws {
        let sealed = try SealedStore.open(in: storage, key: TestNetwork.key())
        let session = try number()
        let name = try sealed.sealer.name(kind: 4, key: bob.address.encoded + session)
        /// A second session, so that the first one gets a row of its own.
        func replace() throws -> [UInt8] {
            try network.start(alice, with: bob)
            return try #require(try storage.transaction(.reading) { try $0.value(of: name) })
        }
        let old = try replace()
        try alice.forget(bob.address)
        // The same number again, which happens by chance only.
        let peer = bob.address
        try alice.write { try $0.peer(peer).nextSessionNumber = session.reduce(0) { $0 << 8 | UInt32($1) } }
        try network.meet(alice, bob)
        let new = try replace()
        // The same name, and the same generation.
        #expect(old[..<9] == new[..<9])
        try storage.transaction(.writing) {
            try $0.put(old, as: name, in: RecordGroup([UInt8](repeating: 1, count: 16)))
        }
        let reopened = try network.reopen(storage)
        #expect(throws: SessionError.storage(.recordOutdated)) {
            try reopened.diagnostics(for: bob.address)
        }
    }

    @Test("that is left keeps a store from looking new", arguments: [6, 7] as [UInt8])
    func left(kind: UInt8) throws {
        let sent = try alice.send([1], to: .user("bob"))
        let received = try network.deliver(sent, from: alice)[0]
        let kept = try network.talk("2", from: bob, to: "alice")[0]
        #expect(received.id != kept.id)
        let sealed = try SealedStore.open(in: storage, key: TestNetwork.key())
        let name = try sealed.sealer.name(kind: kind, key: kind == 6 ? kept.id.bytes : sent.id.bytes)
        let group = try sealed.sealer.group(kind: kind == 6 ? 6 : 8, key: [])
        let other = InMemoryStorage()
        let header = StoreHeader.name
        let rows = try storage.transaction(.reading) { rows in
            (try #require(try rows.value(of: header)), try #require(try rows.value(of: name)))
        }
        try other.transaction(.writing) {
            try $0.put(rows.0, as: header, in: StoreHeader.group())
            try $0.put(rows.1, as: name, in: group)
        }
        #expect(throws: SessionError.storage(.storeExists)) { try network.device("alice", in: other) }
    }
}

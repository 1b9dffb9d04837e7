import Sotto
import StorageSupport
import SottoSessions
import TestSupport
import Testing

/// Leased messages that are asked for again, sent in another way, or left behind by a restore.
///
/// Rules DS-12, DS-14, DS-17, DS-19.
@Suite("Leased messages keep the rules of the others")
struct LeaseTrustTests {
    let network = TestNetwork()
    let storage = InMemoryStorage()
    let alice: Device
    let bob: Device
    let draft = Draft([1], to: .user("bob"))

    init() throws {
        alice = try network.device("alice", in: storage)
        bob = try network.device("bob")
        try network.meet(alice, bob)
        // The first one reserves places; it is written at once.
        _ = try alice.sendLeased([Draft([0], to: .user("bob"))])[0].get()
    }

    /// Another key for Bob's address, at the server.
    func impostor() throws -> Device {
        let impostor = try Device.inMemory(
            as: bob.address, trusting: .onFirstUse, clock: network.clock.clock)
        try network.server.publish(impostor)
        return impostor
    }

    @Test("give nothing for a verified user whose key changed, and other bytes once it is accepted")
    func changedIdentity() throws {
        let first = try alice.sendLeased([draft])[0].get()
        try alice.markVerified("bob", identityKey: bob.identityKey)
        let other = try impostor()
        let bundle = try network.server.bundle(of: bob.address)
        #expect(throws: SessionError.self) { try alice.start(withBundle: bundle, of: bob.address) }
        let change = IdentityChange(user: "bob", known: bob.identityKey, received: other.identityKey)
        #expect(try alice.sendLeased([draft]) == [.failure(.peer(.identityChanged(change)))])
        try alice.accept(other.identityKey, for: "bob")
        try alice.start(withBundle: bundle, of: bob.address)
        let second = try alice.sendLeased([draft])[0].get()
        #expect(second.envelopes != first.envelopes)
        #expect(try alice.sendLeased([draft])[0].get() == second)
        try alice.flush()
        #expect(try alice.outbox().first { $0.id == draft.id }?.envelopes == second.envelopes)
        let received = try other.receive(second.envelopes[0].bytes, from: alice.address)
        #expect(received.content == .message(draft.id, [1]))
    }

    @Test("have their ids for themselves: another sending with one gives the same bytes or is refused")
    func sameID() throws {
        let first = try alice.sendLeased([draft])[0].get()
        #expect(throws: SessionError.usage(.messageIDReused(draft.id))) {
            try alice.send([2], id: draft.id, to: .user("bob"))
        }
        #expect(
            alice.send([Draft([2], id: draft.id, to: .user("bob")), draft])
                == [.failure(.usage(.messageIDReused(draft.id))), .success(first)])
        #expect(try alice.send([1], id: draft.id, to: .user("bob")) == first)
        try alice.flush()
        #expect(try alice.outbox().filter { $0.id == draft.id } == [first])
    }

    @Test("aren't sent again to a device that has them")
    func delivered() throws {
        _ = try alice.sendLeased([draft])[0].get()
        try alice.noteDelivered(draft.id, to: bob.address)
        try alice.flush()
        #expect(try alice.outbox().allSatisfy { $0.id != draft.id })
    }

    @Test("leave the outbox with a restore")
    func restored() throws {
        _ = try alice.sendLeased([draft])[0].get()
        try alice.restored()
        #expect(throws: SessionError.self) { try alice.sendLeased([draft])[0].get() }
        try alice.flush()
        #expect(try alice.outbox().isEmpty)
    }

    @Test("leave the store when the server has them device by device, without a commit in between")
    func sentOneByOne() throws {
        let other = try network.device("bob", 2, linkedTo: bob)
        try network.start(alice, with: other)
        // Reserving places writes it at once.
        _ = try alice.sendLeased([draft])[0].get()
        for device in [bob, other] { try alice.markSent(draft.id, to: device.address) }
        try alice.flush()
        #expect(try network.reopen(storage).outbox().allSatisfy { $0.id != draft.id })
    }

    @Test("harm nobody else's when a record of their receiver is damaged")
    func damaged() throws {
        let carol = try network.device("carol")
        try network.start(alice, with: carol)
        let peer = try SealedStore.open(in: storage, key: TestNetwork.key()).sealer
            .name(kind: 3, key: bob.address.encoded)
        try storage.transaction(.writing) { rows in
            guard var value = try rows.value(of: peer) else { return }
            value[value.count - 1] ^= 1
            try rows.put(value, as: peer, in: RecordGroup([UInt8](repeating: 1, count: 16)))
        }
        let reopened = try network.reopen(storage)
        let drafts = [draft, Draft([2], to: .user("carol")), Draft([3], to: .user("bob"))]
        let results = try reopened.sendLeased(drafts)
        #expect(results[0] == .failure(.storage(.recordCorrupt)))
        #expect(results[2] == .failure(.storage(.recordCorrupt)))
        let received = try carol.receive(try results[1].get().envelopes[0].bytes, from: alice.address)
        #expect(received.content == .message(drafts[1].id, [2]))
    }

    @Test("hold up no others when one is too long for the store")
    func tooLong() throws {
        let limited = LimitedStorage()
        let dora = try network.device("dora", in: limited)
        try network.start(dora, with: bob)
        _ = try dora.sendLeased([Draft([0], to: .user("bob"))])[0].get()
        let long = Draft([UInt8](repeating: 1, count: 30_000), to: .user("bob"))
        let drafts = [long, draft, Draft([2], to: .user("bob"))]
        for result in try dora.sendLeased(drafts) {
            _ = try bob.receive(try result.get().envelopes[0].bytes, from: dora.address)
        }
        try dora.flush()
        #expect(try network.reopen(limited).outbox().map(\.id).suffix(2) == drafts.suffix(2).map(\.id))
    }
}

/// A store that takes no long values.
private final class LimitedStorage: SessionStorage {
    private let base = InMemoryStorage()
    var isExclusive: Bool { true }

    func transaction<R>(
        _ kind: StorageTransactionKind, _ body: (any StorageTransaction) throws -> R
    ) throws -> R {
        try base.transaction(kind) { try body(Transaction(base: $0)) }
    }

    private struct Transaction: ForwardingTransaction {
        let base: any StorageTransaction

        func put(_ value: [UInt8], as name: RecordName, in group: RecordGroup) throws(StorageError) {
            guard value.count < 20_000 else { throw .valueLength(value.count) }
            try base.put(value, as: name, in: group)
        }
    }
}

import Sotto
import Synchronization
import TestSupport
import Testing

/// Rule DS-14.
@Suite("Leased sending")
struct LeasedSendingTests {
    let clock = TestClock()
    let server = TestServer()
    let storage = FailingStorage()
    let alice: Device
    let bob: Device

    init() throws {
        alice = try Device.create(
            in: storage, key: BatchesOfSkippedTests.key(), as: Address(user: "alice", device: 1),
            trusting: .onFirstUse, clock: clock.clock)
        bob = try Device.inMemory(
            as: Address(user: "bob", device: 1), trusting: .onFirstUse, clock: clock.clock)
        try server.publish(bob)
        try alice.start(withBundle: try server.bundle(of: bob.address), of: bob.address)
    }

    func drafts(_ count: Int) -> [Draft] { (0..<count).map { _ in Draft([1], to: .user("bob")) } }

    func deliver(_ results: [Result<Outgoing, SessionError>]) throws {
        for result in results {
            let outgoing = try result.get()
            let received = try bob.receive(outgoing.envelopes[0].bytes, from: alice.address)
            #expect(received.content == .message(outgoing.id, [1]))
        }
    }

    @Test("commits once for many messages, which all open and are all in the outbox")
    func commits() throws {
        let before = storage.commits
        try deliver(try alice.sendLeased(drafts(200)))
        #expect(storage.commits == before + 1)
        for count in [1, 55, 1, 300, 7] { try deliver(try alice.sendLeased(drafts(count))) }
        try alice.flush()
        #expect(try alice.outbox().count == 564)
    }

    @Test("gives the same bytes again until the server has them")
    func again() throws {
        let draft = Draft([1], to: .user("bob"))
        let first = try alice.sendLeased([draft])[0].get()
        #expect(try alice.sendLeased([draft])[0].get() == first)
        try alice.markSent(draft.id)
        try alice.flush()
        #expect(try alice.outbox().isEmpty)
    }

    @Test("goes on after the store failed, with no place used twice", arguments: [1, 200, 400])
    func failure(count: Int) throws {
        try deliver(try alice.sendLeased(drafts(count)))
        storage.fail()
        #expect(throws: SessionError.storage(.storeFull)) { try alice.sendLeased(drafts(300)) }
        var delivered: Set<MessageID> = []
        for _ in 0..<3 {
            let results = try alice.sendLeased(drafts(300))
            try deliver(results)
            delivered.formUnion(try results.map { try $0.get().id })
        }
        try alice.flush()
        #expect(delivered.isSubset(of: try alice.outbox(limit: .max).map(\.id)))
    }

    @Test("passes over reserved places after the process ended")
    func ended() throws {
        try deliver(try alice.sendLeased(drafts(10)))
        let again = try Device.open(
            in: storage, key: BatchesOfSkippedTests.key(), clock: clock.clock)
        try deliver(try again.sendLeased(drafts(10)))
    }
}

/// A store in memory that counts its commits and fails one when asked.
final class FailingStorage: SessionStorage {
    private let memory = InMemoryStorage()
    private let state = Mutex((commits: 0, fails: false))

    var isExclusive: Bool { true }
    var commits: Int { state.withLock { $0.commits } }

    func fail() { state.withLock { $0.fails = true } }

    func transaction<R>(
        _ kind: StorageTransactionKind, _ body: (any StorageTransaction) throws -> R
    ) throws -> R {
        try memory.transaction(kind) { rows in
            let result = try body(rows)
            guard kind == .writing else { return result }
            try state.withLock { state throws(StorageError) in
                defer { state.fails = false }
                if state.fails { throw StorageError.storeFull }
                state.commits += 1
            }
            return result
        }
    }
}

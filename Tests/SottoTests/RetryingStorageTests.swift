import Sotto
import Synchronization
import TestSupport
import Testing

/// Rule ST-1.
@Suite("A store that tries a transaction again")
struct RetryingStorageTests {
    @Test("gets an error, and no place is used twice", arguments: [false, true])
    func twice(isLeased: Bool) throws {
        let network = TestNetwork()
        let storage = RetryingStorage()
        let alice = try network.device("alice", in: storage)
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        try network.talk("hello", from: alice, to: "bob")
        let before = try alice.diagnostics(for: bob.address)
        storage.retriesNext.withLock { $0 = true }
        let draft = Draft([1], to: .user("bob"))
        #expect(throws: SessionError.storage(.adapterFailed(.ranTwice))) {
            if isLeased { _ = try alice.sendLeased([draft]) } else { _ = try alice.send([draft])[0].get() }
        }
        #expect(try alice.diagnostics(for: bob.address) == before)
        for number in 2..<5 {
            #expect(try network.talk("\(number)", from: alice, to: "bob").map(\.text) == ["\(number)"])
        }
    }
}

/// A store that takes a transaction back after its body, and runs the body in another one.
private final class RetryingStorage: SessionStorage {
    private let base = InMemoryStorage()
    let retriesNext = Mutex(false)
    var isExclusive: Bool { true }

    func transaction<R>(
        _ kind: StorageTransactionKind, _ body: (any StorageTransaction) throws -> R
    ) throws -> R {
        let retries = retriesNext.withLock { retries in
            defer { retries = false }
            return retries
        }
        if retries {
            do {
                try base.transaction(kind) {
                    _ = try body($0)
                    throw Conflict()
                }
            } catch is Conflict {}
        }
        return try base.transaction(kind, body)
    }

    private struct Conflict: Error {}
}

import Sotto
import Synchronization
import TestSupport
import Testing

/// Rule ST-1.
@Suite("An error of a store that the program brought")
struct ForeignErrorTests {
    enum Numbered: Int32, Error { case disk = 28 }

    struct Wordy: Error, CustomStringConvertible {
        let description = "the secret name of a contact"
    }

    private struct Private: Error {}

    func failure(_ error: any Error) throws -> SessionError? {
        let storage = ThrowingStorage()
        let alice = try TestNetwork().device("alice", in: storage)
        storage.fail(with: error)
        return #expect(throws: SessionError.self) { try alice.outbox() }
    }

    @Test("is known by its type, and by its number where that is its raw value")
    func numbered() throws {
        let error = try failure(Numbered.disk)
        #expect(
            error
                == .storage(.adapterFailed(.threw(type: "SottoTests.ForeignErrorTests.Numbered", code: 28))))
        #expect(
            error.map { "\($0)" }
                == "storage: the store that the program brought threw SottoTests.ForeignErrorTests.Numbered with the number 28"
        )
    }

    @Test("keeps nothing of what it says")
    func wordy() throws {
        let error = try failure(Wordy())
        #expect(
            error == .storage(.adapterFailed(.threw(type: "SottoTests.ForeignErrorTests.Wordy", code: nil))))
        #expect(error.map { "\($0)".contains("secret") } == false)
    }

    @Test("has the same name in each run when its type is private")
    func privateType() throws {
        #expect(
            try failure(Private())
                == .storage(.adapterFailed(.threw(type: "SottoTests.ForeignErrorTests.Private", code: nil))))
    }

    @Test("is itself when it is a store's own kind")
    func storageError() throws {
        #expect(try failure(StorageError.storeFull) == .storage(.storeFull))
    }
}

/// A store that throws what it is told to.
private final class ThrowingStorage: SessionStorage {
    private let base = InMemoryStorage()
    private let error = Mutex<(any Error)?>(nil)

    func fail(with error: any Error) { self.error.withLock { $0 = error } }

    func transaction<R>(
        _ kind: StorageTransactionKind, _ body: (any StorageTransaction) throws -> R
    ) throws -> R {
        if let error = error.withLock({ $0 }) { throw error }
        return try base.transaction(kind, body)
    }
}

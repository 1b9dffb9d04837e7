import Sotto
import Synchronization
import TestSupport
import Testing

/// The daily work in steps, so that others can write between them.
///
/// Rule DS-18.
@Suite("The daily work")
struct MaintenanceStepsTests {
    let network = TestNetwork()
    let storage = StepStorage(InMemoryStorage())
    let alice: Device
    let bob: Device

    init() throws {
        alice = try network.device("alice", in: storage)
        bob = try network.device("bob")
        try network.start(alice, with: bob)
        try network.talk("hello", from: alice, to: "bob")
        try network.talk("hi", from: bob, to: "alice")
    }

    /// What one transaction reads and writes at most, so that others needn't wait for longer.
    let most = 600

    @Test("removes what is old in transactions of bounded size, and all of it")
    func messages() throws {
        for _ in 0..<400 {
            try network.talk("a", from: alice, to: "bob")
            try alice.acknowledge(network.talk("b", from: bob, to: "alice").map(\.id))
        }
        network.clock.advance(by: Int64(30 * day + 1))
        let before = storage.rowCount
        storage.reset()
        try alice.maintain()
        #expect(storage.largest <= most)
        #expect(storage.removed >= 400 + 400 + 400)
        let left = before - storage.removed
        storage.reset()
        try alice.maintain()
        #expect(storage.removed == 0)
        #expect(left < 300)
    }

    @Test("forgets a stale device with many records in transactions of bounded size")
    func staleDevice() throws {
        for _ in 0..<600 { try alice.markSent(try alice.send([1], to: .user("bob")).id) }
        _ = try alice.apply(DeviceReport(user: "bob", extra: [1]))
        network.clock.advance(by: Int64(13 * day))
        network.clock.advance(by: Int64(17 * day + 1))
        storage.reset()
        try alice.maintain()
        #expect(storage.largest <= most)
        #expect(try alice.diagnostics(for: bob.address) == nil)
        #expect(try alice.identity(of: "bob")?.devices == [])
        try network.start(alice, with: bob)
        #expect(try network.talk("again", from: alice, to: "bob").map(\.text) == ["again"])
    }

    @Test("says each lost message once, whatever the number of its steps")
    func lost() throws {
        var expected: [Address: Int] = [:]
        for number in 0..<6 {
            let other = try network.device(UserID("user\(number)"))
            try network.start(other, with: alice)
            let sent = try (0..<200).map { _ in try other.send([1], to: .user("alice")) }
            _ = try alice.receive(sent[199].envelopes[0].bytes, from: other.address)
            expected[other.address] = 199
        }
        network.clock.advance(by: Int64(30 * day + 1))
        storage.reset()
        let lost = try alice.maintain()
        #expect(lost.mapValues { $0.reduce(0) { $0 + $1.indices.count } } == expected)
        #expect(storage.largest <= most)
        #expect(try alice.maintain().isEmpty)
    }

    @Test("lets go of the first messages of a deleted signed prekey in steps, and opens none of them again")
    func firstMessages() throws {
        var last: [UInt8] = []
        for number in 0..<22 {
            let other = try network.device(UserID("user\(number)"))
            for _ in 0..<14 {
                try network.start(other, with: alice, withOneTimePrekey: false)
                last = try other.send([1], to: .user("alice")).envelopes[0].bytes
                try alice.acknowledge(alice.receive(last, from: other.address).id)
            }
        }
        network.clock.advance(by: Int64(7 * day))
        try network.server.publish(alice)
        network.clock.advance(by: Int64(30 * day + 1))
        storage.reset()
        try alice.maintain()
        #expect(storage.largest <= most)
        #expect(try alice.diagnostics().signedPrekeyCount == 1)
        try alice.forget(Address(user: "user21", device: 1))
        #expect(alice.refusal(of: last, from: nil)?.duplicate != nil)
    }
}

/// Counts what one transaction reads and writes at most.
final class StepStorage<Base: SessionStorage>: SessionStorage {
    private struct Counts {
        var now = 0
        var largest = 0
        var removed = 0
        var names: Set<RecordName> = []
    }

    private let base: Base
    private let counts = Mutex(Counts())

    init(_ base: Base) { self.base = base }

    var largest: Int { counts.withLock { $0.largest } }
    var removed: Int { counts.withLock { $0.removed } }
    var rowCount: Int { counts.withLock { $0.names.count } }

    func reset() {
        counts.withLock {
            $0.largest = 0
            $0.removed = 0
        }
    }

    func transaction<R>(
        _ kind: StorageTransactionKind, _ body: (any StorageTransaction) throws -> R
    ) throws -> R {
        counts.withLock { $0.now = 0 }
        defer { counts.withLock { $0.largest = max($0.largest, $0.now) } }
        return try base.transaction(kind) { try body(Transaction(of: self, $0)) }
    }

    private final class Transaction: StorageTransaction {
        private let owner: StepStorage
        private let base: any StorageTransaction

        init(of owner: StepStorage, _ base: any StorageTransaction) {
            self.owner = owner
            self.base = base
        }

        func value(of name: RecordName) throws(StorageError) -> [UInt8]? {
            owner.counts.withLock { $0.now += 1 }
            return try base.value(of: name)
        }

        func rows(
            in group: RecordGroup, after sequence: UInt64, limit: Int
        ) throws(StorageError) -> [StorageRow] {
            let rows = try base.rows(in: group, after: sequence, limit: limit)
            owner.counts.withLock { $0.now += rows.count }
            return rows
        }

        func put(_ value: [UInt8], as name: RecordName, in group: RecordGroup) throws(StorageError) {
            owner.counts.withLock {
                $0.now += 1
                $0.names.insert(name)
            }
            try base.put(value, as: name, in: group)
        }

        func remove(_ name: RecordName) throws(StorageError) {
            owner.counts.withLock {
                $0.now += 1
                if $0.names.remove(name) != nil { $0.removed += 1 }
            }
            try base.remove(name)
        }

        func changeNumber() throws(StorageError) -> UInt64 { try base.changeNumber() }
    }
}

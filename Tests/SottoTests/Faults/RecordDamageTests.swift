import DeviceSupport
import Sotto
import TestSupport
import Testing

/// Every row of a device's store damaged, swapped, or put back as it was before.
///
/// Rules ST-3, ST-4, DS-2, DS-7.
@Suite("A device whose records were tampered with")
struct RecordDamageTests {
    let clock = TestClock()
    let store = WatchedStorage(InMemoryStorage())
    let bob: Device
    let carol: Device
    /// The group of each peer's records.
    let groups: [Address: RecordGroup]
    /// What bob sent and nobody delivered, in two sessions.
    let late: [[Outgoing]]

    init() throws {
        bob = try Device.inMemory(
            as: Address(user: "bob", device: 1), trusting: .onFirstUse, clock: clock.clock)
        carol = try Device.inMemory(
            as: Address(user: "carol", device: 1), trusting: .onFirstUse, clock: clock.clock)
        let alice = try Device.create(
            in: store, key: TestKey.make(), as: Address(user: "alice", device: 1), trusting: .onFirstUse,
            clock: clock.clock)
        _ = try alice.prekeyUpload()
        var groups: [Address: RecordGroup] = [:]
        var late: [[Outgoing]] = []
        for peer in [bob, carol] {
            // Two sessions, and skipped keys in both.
            for _ in 0..<2 {
                let upload = try #require(try peer.prekeyUpload())
                try alice.start(withBundle: upload.bundle(oneTimePrekey: nil).bytes, of: peer.address)
                try Self.talk(alice, peer)
                let sent = try (0..<70).map { try peer.send([$0], to: .user("alice")) }
                for index in [40, 20, 69] {
                    _ = try alice.receive(sent[index].envelopes[0].bytes, from: peer.address)
                }
                if peer.address == bob.address { late.append(sent) }
            }
            let sealed = try SealedStore.open(in: store, key: TestKey.make())
            groups[peer.address] = try sealed.sealer.group(kind: 3, key: peer.address.encoded)
        }
        // The session that isn't in use any more is written twice, too.
        _ = try alice.receive(late[0][19].envelopes[0].bytes, from: bob.address)
        self.groups = groups
        self.late = late
    }

    static func talk(_ alice: Device, _ peer: Device) throws {
        let sent = try alice.send([1], to: .user(peer.address.user))
        #expect(
            try peer.receive(sent.envelopes[0].bytes, from: alice.address).content == .message(sent.id, [1]))
        let answer = try peer.send([2], to: .user(alice.address.user))
        #expect(
            try alice.receive(answer.envelopes[0].bytes, from: peer.address).content
                == .message(answer.id, [2]))
    }

    /// Everything that reads records about a peer.
    private func use(_ alice: Device, _ peer: Device) -> [SessionError] {
        var errors: [SessionError] = []
        func attempt(_ body: () throws -> Void) {
            do { try body() } catch {
                if let error = error as? SessionError { errors.append(error) } else { Issue.record(error) }
            }
        }
        attempt { _ = try alice.diagnostics(for: peer.address) }
        attempt { _ = try alice.send([3], to: .user(peer.address.user)) }
        attempt { _ = try alice.identity(of: peer.address.user) }
        return errors
    }

    private func open() throws -> Device {
        try Device.open(in: store, key: TestKey.make(), clock: clock.clock)
    }

    private func isDamage(_ error: any Error) -> Bool {
        switch error {
        case SessionError.storage(.recordCorrupt), SessionError.storage(.recordOutdated),
            SessionError.storage(.headerCorrupt), SessionError.storage(.wrongKey),
            SessionError.storage(.noIdentity):
            true
        default: false
        }
    }

    /// Puts a value in place of a row's for as long as it is looked at.
    private func tamper(_ name: RecordName, _ row: WatchedStorage.Row, _ value: [UInt8], _ what: String)
        throws
    {
        let good = try #require(try store.value(name))
        let before = try store.rows().mapValues { $0.values.last ?? [] }
        try store.set(value, name, row.group)
        do {
            let alice = try open()
            #expect(alice.address.user == "alice")
            for (peer, other) in [(bob, carol), (carol, bob)] where groups[peer.address] == row.group {
                for error in use(alice, peer) { #expect(isDamage(error), "\(what): \(error)") }
                #expect(use(alice, other) == [], "\(what) concerns another peer")
            }
            for error in use(alice, bob) + use(alice, carol) { #expect(isDamage(error), "\(what): \(error)") }
            do { _ = try alice.inbox() } catch { #expect(isDamage(error), "\(what): \(error)") }
            do { try alice.maintain() } catch { #expect(isDamage(error), "\(what): \(error)") }
        } catch {
            #expect(isDamage(error), "\(what): \(error)")
            #expect(throws: SessionError.self, "\(what) makes the store look new") {
                try Device.create(
                    in: store, key: TestKey.make(), as: Address(user: "alice", device: 1),
                    trusting: .onFirstUse)
            }
        }
        // What was written meanwhile is taken back, as from a copy of the file.
        for (name, row) in try store.rows() {
            if let value = before[name] { try store.set(value, name, row.group) }
        }
        try store.set(good, name, row.group)
    }

    @Test("says so when only the record that lists the others is put back")
    func listPutBack() throws {
        let sealed = try SealedStore.open(in: store, key: TestKey.make())
        let name = try sealed.sealer.name(kind: 3, key: bob.address.encoded)
        let row = try #require(try store.rows()[name])
        try store.set(try #require(row.values.dropLast().last), name, row.group)
        let alice = try open()
        #expect(throws: SessionError.storage(.recordOutdated)) { try alice.diagnostics(for: bob.address) }
        #expect(use(alice, carol) == [])
    }

    @Test("says so, and nobody else is concerned", arguments: [1] as [UInt64])
    func damaged(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rows = try store.rows()
        var kinds = 0
        for (name, row) in rows
        where groups.values.contains(row.group) || FaultTests.seeds > 1 || random.oneIn(6) {
            let value = try #require(row.values.last)
            kinds += 1
            for _ in 0..<2 {
                var flipped = value
                let place = Int.random(in: 0..<value.count, using: &random)
                flipped[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                try tamper(name, row, flipped, "a flipped bit")
            }
            let cut = Int.random(in: 1..<value.count, using: &random)
            try tamper(name, row, Array(value.prefix(cut)), "cut to \(cut)")
            if let other = rows.filter({ $0.key != name }).randomElement(using: &random)?.value.values.last {
                try tamper(name, row, other, "the value of another row")
            }
        }
        print("seed \(seed): tampered with \(kinds) of \(rows.count) rows")
        let alice = try open()
        for peer in [bob, carol] { try Self.talk(alice, peer) }
    }

    @Test("notices a session and skipped keys that were put back, and the peer can be begun with anew")
    func putBack() throws {
        let group = try #require(groups[bob.address])
        let peerName = try SealedStore.open(in: store, key: TestKey.make()).sealer.name(
            kind: 3, key: bob.address.encoded)
        var noticed = 0
        var older = 0
        for name in try store.rows().filter({ $0.value.group == group && $0.key != peerName }).keys {
            let row = try #require(try store.rows()[name])
            guard row.values.count > 1, let newest = row.values.last else { continue }
            try store.set(row.values[row.values.count - 2], name, row.group)
            let alice = try open()
            var errors: [SessionError] = []
            do { _ = try alice.diagnostics(for: bob.address) } catch { errors.append(error) }
            for outgoing in late.flatMap({ [$0[older], $0[41 + older]] }) {
                do { _ = try alice.receive(outgoing.envelopes[0].bytes, from: bob.address) } catch {
                    errors.append(error)
                }
            }
            if !errors.isEmpty { noticed += 1 }
            for error in errors { #expect(error == .storage(.recordOutdated)) }
            #expect(use(alice, carol) == [])
            try store.set(newest, name, row.group)
            older += 1
        }
        print("noticed \(noticed) of \(older) records that were put back")
        #expect(older > 3)
        #expect(noticed == older)
        let alice = try open()
        try alice.forget(bob.address)
        let upload = try #require(try bob.prekeyUpload())
        try alice.start(withBundle: upload.bundle(oneTimePrekey: nil).bytes, of: bob.address)
        for peer in [bob, carol] { try Self.talk(alice, peer) }
    }

    @Test("can be begun with anew where a peer's record is damaged", arguments: [1, 9, 33, 60])
    func forgotten(offset: Int) throws {
        let name = try SealedStore.open(in: store, key: TestKey.make()).sealer.name(
            kind: 3, key: bob.address.encoded)
        let group = try #require(groups[bob.address])
        var value = try #require(try store.value(name))
        value[offset] ^= 4
        try store.set(value, name, group)
        let alice = try open()
        #expect(throws: SessionError.storage(.recordCorrupt)) { try alice.send([1], to: .user("bob")) }
        try Self.talk(alice, carol)
        try alice.forget(bob.address)
        let upload = try #require(try bob.prekeyUpload())
        try alice.start(withBundle: upload.bundle(oneTimePrekey: nil).bytes, of: bob.address)
        for peer in [bob, carol] { try Self.talk(alice, peer) }
    }
}

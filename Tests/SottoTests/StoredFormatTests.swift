import Foundation
import Sotto
import TestSupport
import TestVectors
import Testing

/// Stores of each format version, written once and kept.
///
/// Rules ST-6, ST-9, DS-1 to DS-12.
@Suite("A store of format 1")
final class StoredFormatTests {
    let folder: URL
    let facts: StoreFacts
    let clock = TestClock()

    init() throws {
        let kept = try VectorFiles.stores(format: 1)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sotto-\(UUID().uuidString)")
        try FileManager.default.copyItem(at: kept, to: folder)
        facts = try JSONDecoder().decode(
            StoreFacts.self, from: try Data(contentsOf: folder.appendingPathComponent("stores.json")))
        clock.advance(by: Int64(facts.now) - Int64(clock.now))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func alice() throws -> Device {
        var bytes = try Hex.decode(facts.key)
        let key = SecretBytes(consuming: &bytes)
        return try Device.open(
            in: try SQLiteStorage.open(at: path("alice.sqlite")), key: .key(key),
            certificates: try trust(), clock: clock.clock)
    }

    func bob() throws -> Device {
        try Device.open(
            in: try SQLiteStorage.open(at: path("bob.sqlite")),
            key: .passphrase(facts.passphrase), certificates: try trust(), clock: clock.clock)
    }

    func trust() throws -> CertificateTrust {
        try CertificateTrust(roots: [TrustRoot(try Hex.decode(facts.group.root))])
    }

    @Test("has what was written then")
    func contents() throws {
        for (device, side) in [(try alice(), facts.alice), (try bob(), facts.bob)] {
            #expect(device.address.user.description == side.user)
            #expect(Hex.encode(device.identityKey.encoded.span) == side.identityKey)
            #expect(try device.registrationID().value == side.registrationID)
            #expect(try device.inbox().map(\.text) == side.inbox)
            #expect(try device.outbox().map(\.id.description) == side.outbox)
            let users = try device.users().users
            #expect(Set(users.map(\.description)) == Set(side.users.keys))
            for user in users {
                let identity = try device.identity(of: user)
                #expect(identity?.devices ?? [] == side.users[user.description])
                #expect(identity?.isVerified == side.verified.contains(user.description))
            }
        }
    }

    @Test("opens what was on its way then: a skipped message, the next one, and no copy")
    func messages() throws {
        let alice = try alice()
        let bob = try Address(user: facts.skipped.from, device: facts.skipped.device)
        for mail in [facts.skipped, facts.next] {
            #expect(try alice.receive(try Hex.decode(mail.bytes), from: bob).text == mail.text)
        }
        let error = alice.refusal(of: try Hex.decode(facts.duplicate.bytes), from: bob)
        guard case .peer(.duplicate(let id)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(facts.alice.received.contains(id.description))
    }

    @Test("has its group: the rosters, a skipped message, the next one, one not handed over, a certificate")
    func group() throws {
        let alice = try alice()
        let group = try GroupID(try Hex.decode(facts.group.id))
        let known = try #require(try alice.group(group))
        #expect(known.roster.revision == facts.group.revision)
        #expect(known.roster.members.map(\.description) == facts.group.members)
        #expect(try alice.groupOutbox().map(\.id.description) == facts.group.outbox)
        #expect(try alice.senderCertificate()?.address == alice.address)
        for mail in [facts.group.skipped, facts.group.next] {
            let received = try alice.receive(try Hex.decode(mail.bytes), from: nil)
            #expect(received.groupText == mail.text)
            #expect(received.sender == (try Address(user: mail.from, device: mail.device)))
        }
        #expect(try alice.send([1], toGroup: group).distributions.isEmpty)
    }

    @Test("goes on: both sides talk, a pending upload is repeated, a waiting message opens")
    func goesOn() throws {
        let (alice, bob) = (try alice(), try bob())
        let sent = try alice.send(Array("still there?".utf8), to: .device(bob.address))
        #expect(try bob.receive(sent.envelopes[0].bytes, from: alice.address).text == "still there?")
        let reply = try bob.send(Array("yes".utf8), to: .device(alice.address))
        #expect(try alice.receive(reply.envelopes[0].bytes, from: bob.address).text == "yes")
        let upload = try #require(try alice.prekeyUpload())
        #expect(upload.isSignatureValid)
        #expect(try alice.prekeyUpload()?.bytes == upload.bytes)
        let change = try #require(try alice.identity(of: "carol")?.change)
        try alice.accept(change.received, for: "carol")
        #expect(try alice.receiveWaiting(of: "carol").map { try? $0.get().text } == ["new phone"])
        try alice.maintain()
        try alice.restored()
        #expect(try alice.prekeyUpload()?.replacesAll == true)
    }

    @Test("tells a wrong key from damage")
    func wrongKey() throws {
        let wrong = [UInt8](repeating: 1, count: 32)
        for name in ["alice.sqlite", "bob.sqlite"] {
            let storage = try SQLiteStorage.open(at: path(name))
            #expect(throws: SessionError.storage(.wrongKey)) {
                try Device.open(in: storage, key: .key(SecretBytes(copying: wrong.span)))
            }
        }
    }
}

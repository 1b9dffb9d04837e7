import Sotto
import SottoHandshake
import TestSupport
import Testing

/// A clock that was years ahead for a while, and is right again.
///
/// Rules DR-7, HS-15, DS-13, DS-15, DS-18, DS-22.
@Suite("A clock that was far ahead")
struct FutureClockTests {
    let network = TestNetwork()
    let alice: Device
    let bob: Device

    init() throws {
        alice = try network.device("alice")
        bob = try network.device("bob")
        try network.start(alice, with: bob)
        try network.talk("hello", from: alice, to: "bob")
        try network.talk("hi", from: bob, to: "alice")
        try alice.acknowledge(try alice.inbox().map(\.id))
        try bob.acknowledge(try bob.inbox().map(\.id))
    }

    /// Does something four years ahead.
    func ahead<R>(_ body: () throws -> R) rethrows -> R {
        network.clock.advance(by: Int64(1_461 * day))
        defer { network.clock.advance(by: -Int64(1_461 * day)) }
        return try body()
    }

    /// The daily work, today and when `days` and a moment have passed.
    func live(_ days: UInt64, _ device: Device) throws {
        try device.maintain()
        network.clock.advance(by: Int64(days * day + 1))
        try device.maintain()
    }

    @Test("keeps the ids of received messages for 30 days, and for 60 at most")
    func received() throws {
        let bytes = try ahead {
            let bytes = try alice.send([1], to: .user("bob")).envelopes[0].bytes
            try bob.acknowledge(bob.receive(bytes, from: alice.address).id)
            return bytes
        }
        try live(30, bob)
        #expect(bob.refusal(of: bytes, from: alice.address)?.duplicate != nil)
        try live(30, bob)
        #expect(bob.refusal(of: bytes, from: alice.address)?.cause == .messageKeyDropped)
    }

    @Test("keeps sent messages for 14 days, and for 28 at most")
    func sent() throws {
        let sent = try ahead { try alice.send([1], to: .user("bob")) }
        try alice.markSent(sent.id)
        try live(14, alice)
        #expect(throws: SessionError.usage(.alreadySent(sent.id))) {
            try alice.send([1], id: sent.id, to: .user("bob"))
        }
        try live(14, alice)
        #expect(try alice.send([1], id: sent.id, to: .user("bob")).envelopes.count == 1)
    }

    @Test("makes a signed prekey that is replaced at once")
    func rotation() throws {
        try ahead { try network.server.publish(alice) }
        let upload = try #require(try alice.prekeyUpload())
        #expect(upload.createdAt == network.clock.now)
        try alice.confirm(upload)
        #expect(try alice.prekeyUpload() == nil)
        network.clock.advance(by: Int64(7 * day))
        #expect(try alice.prekeyUpload() != nil)
    }

    @Test("by no more than a day keeps the signed prekey that it made")
    func dayAhead() throws {
        network.clock.advance(by: Int64(7 * day))
        try network.server.publish(alice)
        network.clock.advance(by: -Int64(day))
        #expect(try alice.prekeyUpload() == nil)
        network.clock.advance(by: -1)
        #expect(try alice.prekeyUpload() != nil)
    }

    @Test("keeps replaced signed prekeys for 30 days more, not for years")
    func replacedPrekeys() throws {
        try ahead { try network.server.publish(alice) }
        try network.server.publish(alice)
        try alice.maintain()
        #expect(try alice.diagnostics().signedPrekeyCount == 3)
        try live(30, alice)
        #expect(try alice.diagnostics().signedPrekeyCount == 1)
    }

    @Test("keeps one-time prekeys for 90 days more, not for years")
    func oneTimePrekeys() throws {
        try ahead { try network.server.publish(alice, remaining: 0) }
        let before = try alice.diagnostics().oneTimePrekeyCount
        try live(90, alice)
        #expect(try alice.diagnostics().oneTimePrekeyCount == 0)
        #expect(before > 100)
    }

    @Test("starts a session that isn't used for long without an answer")
    func unanswered() throws {
        let carol = try network.device("carol")
        try ahead {
            try network.server.publish(carol)
            try network.start(alice, with: carol)
        }
        #expect(throws: SessionError.usage(.noSession(carol.address))) {
            try alice.send([1], to: .user("carol"))
        }
        try network.server.publish(carol)
        try network.start(alice, with: carol)
        #expect(try network.talk("hello", from: alice, to: "carol").count == 1)
    }

    func broken(_ text: String) throws -> UndecryptableMessage {
        let sent = try alice.send(Array(text.utf8), to: .user("bob"))
        var bytes = sent.envelopes[0].bytes
        bytes[bytes.count - 1] ^= 1
        return try #require(bob.undecryptable(bytes, from: alice.address))
    }

    func ask(_ message: UndecryptableMessage) throws {
        _ = try bob.requestResend(of: message, withBundle: try network.server.bundle(of: alice.address))
    }

    @Test("doesn't use up what may be asked for in an hour")
    func repair() throws {
        try ahead {
            try network.server.publish(alice)
            for number in 0..<5 { try ask(try broken("\(number)")) }
            #expect(try !broken("more").isRequestDue)
        }
        try network.server.publish(alice)
        for number in 0..<5 { try ask(try broken("\(number)")) }
        #expect(try !broken("more").isRequestDue)
    }

    @Test("marks devices stale that are forgotten 30 days later, not after years")
    func staleDevice() throws {
        try ahead { _ = try alice.apply(DeviceReport(user: "bob", extra: [1])) }
        try alice.maintain()
        network.clock.advance(by: Int64(30 * day))
        try alice.maintain()
        #expect(try alice.diagnostics(for: bob.address) != nil)
        network.clock.advance(by: 1)
        try alice.maintain()
        #expect(try alice.diagnostics(for: bob.address) == nil)
    }

    @Test("keeps skipped keys for 30 days more, not for years")
    func skippedKeys() throws {
        let late = try ahead {
            let sent = try (0..<3 as Range<UInt8>).map { try alice.send([$0], to: .user("bob")) }
            _ = try bob.receive(sent[2].envelopes[0].bytes, from: alice.address)
            return sent.map { $0.envelopes[0].bytes }
        }
        #expect(try bob.maintain().isEmpty)
        network.clock.advance(by: Int64(30 * day))
        #expect(try bob.maintain().isEmpty)
        #expect(try bob.receive(late[0], from: alice.address).sender == alice.address)
        network.clock.advance(by: 1)
        #expect(try bob.maintain()[alice.address]?.reduce(0) { $0 + $1.indices.count } == 1)
        #expect(bob.refusal(of: late[1], from: alice.address)?.cause == .messageKeyDropped)
    }
}

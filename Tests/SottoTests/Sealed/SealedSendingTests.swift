import Sotto
import SottoServer
import Testing

/// Envelopes that hide their sender, sent and received by devices.
///
/// Rules DS-23, DS-24, SS-20.
@Suite("A device with a sender certificate")
struct SealedSendingTests {
    let network = TestNetwork()

    @Test("seals what it sends, and says so")
    func seals() throws {
        let alice = try network.sealedDevice("alice")
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        let outgoing = try alice.send(Array("hello".utf8), to: .user("bob"))
        #expect(outgoing.envelopes.map(\.sealing) == [.sealed])
        let received = try bob.receive(outgoing.envelopes[0].bytes, from: nil)
        #expect(received.text == "hello")
        #expect(received.sender == alice.address)
        #expect(received.envelope?.hint == .resendable)
        #expect(received.envelope?.groupID == [])
    }

    @Test("sends its first message, its answers and its requests in envelopes alike")
    func allKinds() throws {
        let alice = try network.sealedDevice("alice")
        let bob = try network.sealedDevice("bob")
        try network.start(alice, with: bob)
        for (sender, receiver) in [(alice, bob), (bob, alice), (alice, bob)] {
            let outgoing = try sender.send(Array("x".utf8), to: .user(receiver.address.user))
            #expect(outgoing.envelopes.allSatisfy { $0.sealing == .sealed })
            _ = try receiver.receive(outgoing.envelopes[0].bytes, from: nil)
        }
        let beat = try alice.heartbeat(to: bob.address)
        #expect(beat.envelopes.map(\.sealing) == [.sealed])
        #expect(try bob.receive(beat.envelopes[0].bytes, from: nil).content == .heartbeat)
    }

    @Test("gives the same envelope when it is asked for the same message again")
    func idempotent() throws {
        let alice = try network.sealedDevice("alice")
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        let id = MessageID.random()
        let first = try alice.send([1], id: id, to: .user("bob"))
        #expect(try alice.send([1], id: id, to: .user("bob")) == first)
        #expect(try alice.outbox() == [first])
    }

    @Test("says why it doesn't seal: without a certificate, and when it is over")
    func unsealed() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        #expect(
            try alice.send([1], to: .user("bob")).envelopes.map(\.sealing) == [.unsealed(.noCertificate)])
        try network.certify(alice, days: 1)
        #expect(try alice.send([2], to: .user("bob")).envelopes.map(\.sealing) == [.sealed])
        network.clock.advance(by: 1 * 86_400_000)
        #expect(
            try alice.send([3], to: .user("bob")).envelopes.map(\.sealing)
                == [.unsealed(.certificateExpired)])
        try network.certify(alice)
        try alice.removeSenderCertificate()
        #expect(
            try alice.send([4], to: .user("bob")).envelopes.map(\.sealing) == [.unsealed(.noCertificate)])
    }

    @Test("takes no certificate of another address or identity, or of another root")
    func foreign() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        func refusal(_ bytes: [UInt8]) -> SessionError? {
            do throws(SessionError) {
                try alice.setSenderCertificate(bytes)
                return nil
            } catch {
                return error
            }
        }
        let now = network.clock.now
        let ofBob = try network.authority.certificate(of: bob.address, bob.identityKey, at: now)
        #expect(refusal(ofBob) == .usage(.certificateRefused(.notOurs)))
        let ofBobsKey = try network.authority.certificate(of: alice.address, bob.identityKey, at: now)
        #expect(refusal(ofBobsKey) == .usage(.certificateRefused(.notOurs)))
        let other = try TestAuthority().certificate(of: alice.address, alice.identityKey, at: now)
        guard case .usage(.certificateRefused(.untrusted)) = refusal(other) else {
            Issue.record("a certificate of an unknown root was taken")
            return
        }
        #expect(refusal([1, 2, 3]) == .usage(.certificateRefused(.invalid)))
        #expect(try alice.senderCertificate() == nil)
    }

    @Test(
        "puts what waited for the server into another envelope when its certificate is over; the message is the same"
    )
    func renewed() throws {
        let alice = try network.device("alice")
        try network.certify(alice, days: 1)
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        let id = MessageID.random()
        let first = try alice.send(Array("waited".utf8), id: id, to: .user("bob"))
        network.clock.advance(by: 86_400_000 - 600_001)
        #expect(try alice.outbox() == [first])
        network.clock.advance(by: 1)
        // Without another certificate it goes as it is.
        #expect(try alice.outbox().map { $0.envelopes.map(\.sealing) } == [[.unsealed(.certificateExpired)]])
        let other = try alice.send(Array("another".utf8), to: .user("bob"))
        #expect(other.envelopes.map(\.sealing) == [.unsealed(.certificateExpired)])
        network.clock.advance(by: 2 * 86_400_000)
        let plain = try alice.send(Array("waited".utf8), id: id, to: .user("bob")).envelopes[0]
        #expect(plain.sealing == .unsealed(.certificateExpired))
        #expect(try bob.receive(plain.bytes, from: alice.address).text == "waited")
        #expect(bob.refusal(of: first.envelopes[0].bytes, from: nil) == .peer(.certificateRefused(.expired)))
    }

    @Test("renews envelopes under the next certificate, and each message opens once")
    func renewedUnderTheNext() throws {
        let alice = try network.device("alice")
        try network.certify(alice, days: 1)
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        let id = MessageID.random()
        let first = try alice.send(Array("waited".utf8), id: id, to: .user("bob"))
        let beat = try alice.heartbeat(to: bob.address)
        let sentAt = network.clock.now
        network.clock.advance(by: 3 * 86_400_000)
        try network.certify(alice, days: 1)
        let waiting = try alice.outbox()
        #expect(waiting.map(\.id) == [id, beat.id])
        #expect(waiting.allSatisfy { $0.envelopes.map(\.sealing) == [.sealed] })
        #expect(try alice.send(Array("waited".utf8), id: id, to: .user("bob")) == waiting[0])
        #expect(try alice.outbox() == waiting)
        let received = try bob.receive(waiting[0].envelopes[0].bytes, from: nil)
        #expect(received.text == "waited")
        #expect(received.envelope?.hint == .resendable)
        #expect(try bob.receive(waiting[1].envelopes[0].bytes, from: nil).content == .heartbeat)
        #expect(
            bob.refusal(of: first.envelopes[0].bytes, from: nil, serverTime: sentAt)?.duplicate
                == received.id)
    }

    @Test("doesn't use one of a server key that was revoked since, which others would refuse")
    func revoked() throws {
        let alice = try network.sealedDevice("alice")
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        let trust = alice.certificateTrust
        let id = try #require(try alice.senderCertificate()).serverCertificateID
        alice.certificateTrust = try CertificateTrust(
            roots: trust.roots, serverCertificates: Array(trust.serverCertificates.values), revoked: [id])
        #expect(
            try alice.send([1], to: .user("bob")).envelopes.map(\.sealing)
                == [.unsealed(.certificateExpired)])
        alice.certificateTrust = trust
        #expect(try alice.send([2], to: .user("bob")).envelopes.map(\.sealing) == [.sealed])
    }

    @Test("keeps it in its store")
    func kept() throws {
        let storage = InMemoryStorage()
        let alice = try network.device("alice", in: storage)
        try network.certify(alice)
        let bob = try network.device("bob")
        let again = try network.reopen(storage)
        try network.start(again, with: bob)
        #expect(try again.send([1], to: .user("bob")).envelopes.map(\.sealing) == [.sealed])
        #expect(try again.senderCertificate() == alice.senderCertificate())
    }

    @Test("seals copies for the own other devices too")
    func ownDevices() throws {
        let alice = try network.sealedDevice("alice")
        let tablet = try network.sealedDevice("alice", 2, linkedTo: alice)
        let bob = try network.device("bob")
        try network.start(alice, with: tablet)
        try network.start(alice, with: bob)
        let outgoing = try alice.send(Array("copy".utf8), to: .user("bob"))
        #expect(outgoing.envelopes.map(\.sealing) == [.sealed, .sealed])
        let copy = try #require(outgoing.envelopes.first { $0.address == tablet.address })
        let received = try tablet.receive(copy.bytes, from: nil)
        #expect(received.text == "copy")
        #expect(received.sender == alice.address)
    }
}

import Sotto
import SottoHandshake
@testable import SottoSessions
import TestSupport
import Testing

/// Rules DS-10, DS-15, DS-16.
@Suite("Repair")
struct RepairTests {
    let network = TestNetwork()
    let alice: Device
    let bob: Device

    init() throws {
        alice = try network.device("alice")
        bob = try network.device("bob")
        try network.meet(alice, bob)
    }

    /// A message of Alice's that Bob can't open.
    func broken(_ text: String) throws -> (sent: Outgoing, message: UndecryptableMessage) {
        let sent = try alice.send(Array(text.utf8), to: .user("bob"))
        var bytes = sent.envelopes[0].bytes
        bytes[bytes.count - 1] ^= 1
        try alice.markSent(sent.id)
        return (sent, try #require(bob.undecryptable(bytes, from: alice.address)))
    }

    func ask(for message: UndecryptableMessage) throws -> Received {
        let request = try bob.requestResend(
            of: message, withBundle: try network.server.bundle(of: alice.address))
        return try network.deliver(request, from: bob)[0]
    }

    @Test("brings a message again, with its id, in a session that isn't the one of the request")
    func whole() throws {
        let (sent, message) = try broken("lost")
        #expect(message.isRequestDue)
        #expect(message.fault == .notAuthentic)
        let request = try ask(for: message)
        let wanted = ResendRequest(id: sent.id, address: bob.address)
        #expect(request.content == .resendRequest(wanted))
        let sessionOfRequest = try #require(try alice.diagnostics(for: bob.address)?.active).transcript
        let again = try alice.resend(wanted, withBundle: try network.server.bundle(of: bob.address))
        let received = try network.deliver(again, from: alice)
        #expect(received.map(\.text) == ["lost"])
        #expect(received[0].content == .message(sent.id, Array("lost".utf8)))
        #expect(try alice.diagnostics(for: bob.address)?.active?.transcript != sessionOfRequest)
        try network.talk("after", from: bob, to: "alice")
        try network.talk("all", from: alice, to: "bob")
        #expect(
            try alice.diagnostics(for: bob.address)?.active?.transcript
                == bob.diagnostics(for: alice.address)?.active?.transcript)
    }

    @Test("leaves the session in use as it is until the peer answers in the new one")
    func notYet() throws {
        let before = try bob.diagnostics(for: alice.address)
        let (_, message) = try broken("lost")
        let request = try bob.requestResend(
            of: message, withBundle: try network.server.bundle(of: alice.address))
        let after = try #require(try bob.diagnostics(for: alice.address))
        #expect(after.active?.transcript == before?.active?.transcript)
        #expect(after.waitsForRepair)
        try network.deliver(request, from: bob)
        try network.talk("answer", from: alice, to: "bob")
        let answered = try #require(try bob.diagnostics(for: alice.address))
        #expect(answered.active?.transcript != before?.active?.transcript)
        #expect(!answered.waitsForRepair)
    }

    @Test("asks once an hour for a message, and five times at most")
    func limits() throws {
        let (_, first) = try broken("1")
        _ = try ask(for: first)
        #expect(throws: SessionError.usage(.repairLimit(alice.address))) { try ask(for: first) }
        for number in 2...5 { _ = try ask(for: try broken("\(number)").message) }
        let sixth = try broken("6").message
        #expect(!sixth.isRequestDue)
        #expect(throws: SessionError.usage(.repairLimit(alice.address))) { try ask(for: sixth) }
        network.clock.advance(by: 3_600_000)
        _ = try ask(for: sixth)
    }

    @Test("asks again for a message that comes again an hour later, three times in all")
    func requestLost() throws {
        let sent = try alice.send(Array("lost".utf8), to: .user("bob"))
        var bytes = sent.envelopes[0].bytes
        bytes[bytes.count - 1] ^= 1
        try alice.markSent(sent.id)
        var request: Outgoing?
        for _ in 0..<3 {
            let message = try #require(bob.undecryptable(bytes, from: alice.address))
            #expect(message.isRequestDue)
            let bundle = try network.server.bundle(of: alice.address)
            request = try bob.requestResend(of: message, withBundle: bundle)
            network.clock.advance(by: 3_599_999)
            #expect(bob.undecryptable(bytes, from: alice.address)?.isRequestDue == false)
            #expect(throws: SessionError.usage(.repairLimit(alice.address))) {
                try bob.requestResend(of: message, withBundle: bundle)
            }
            network.clock.advance(by: 1)
        }
        #expect(bob.undecryptable(bytes, from: alice.address)?.isRequestDue == false)
        network.clock.advance(by: 86_400_000)
        #expect(bob.undecryptable(bytes, from: alice.address)?.isRequestDue == false)
        let last = try network.deliver(try #require(request), from: bob)
        #expect(last.map(\.content) == [.resendRequest(ResendRequest(id: sent.id, address: bob.address))])
    }

    @Test("counts what it asks for again among the five of an hour")
    func requestsLost() throws {
        let messages = try (1...5).map { try broken("\($0)").message }
        for message in messages { _ = try ask(for: message) }
        network.clock.advance(by: 3_600_000)
        for message in messages.prefix(4) { _ = try ask(for: message) }
        _ = try ask(for: try broken("6").message)
        #expect(throws: SessionError.usage(.repairLimit(alice.address))) { try ask(for: messages[4]) }
    }

    @Test("is answered once for each message")
    func once() throws {
        let (_, message) = try broken("lost")
        _ = try ask(for: message)
        let carol = try network.device("bob", 2, linkedTo: bob)
        try network.start(carol, with: alice)
        // Another device of the user names the same place: it isn't its own.
        let forged = UndecryptableMessage(
            sender: alice.address, ratchetKey: message.ratchetKey, index: message.index,
            fault: .notAuthentic, isRequestDue: true)
        let request = try carol.requestResend(
            of: forged, withBundle: try network.server.bundle(of: alice.address))
        #expect(try network.deliver(request, from: carol)[0].content == .spentResendRequest)
    }

    @Test("is answered once for a message, also when a device that forgot its request asks again")
    func secondRequest() throws {
        let (_, message) = try broken("lost")
        #expect(try ask(for: message).content != .spentResendRequest)
        try bob.forget(alice.address)
        #expect(try ask(for: message).content == .spentResendRequest)
    }

    @Test("isn't answered for what was delivered, or never sent")
    func nothingToSend() throws {
        let (sent, message) = try broken("lost")
        try alice.noteDelivered(sent.id, to: bob.address)
        #expect(try ask(for: message).content == .spentResendRequest)
        let unknown = UndecryptableMessage(
            sender: alice.address, ratchetKey: message.ratchetKey, index: 999, fault: .notAuthentic,
            isRequestDue: true)
        #expect(try ask(for: unknown).content == .spentResendRequest)
    }

    @Test("needs a bundle of the same installation")
    func otherInstallation() throws {
        let (_, message) = try broken("lost")
        let request = try ask(for: message)
        guard case .resendRequest(let wanted) = request.content else {
            Issue.record("no request")
            return
        }
        #expect(throws: SessionError.usage(.bundleRequired(bob.address))) { try alice.resend(wanted) }
        let stranger = try Device.inMemory(
            as: bob.address, trusting: .onFirstUse, identity: try bob.identity(),
            clock: network.clock.clock)
        try network.server.publish(stranger)
        #expect(throws: SessionError.peer(.otherRegistration)) {
            try alice.resend(wanted, withBundle: try network.server.bundle(of: bob.address))
        }
    }

    @Test("never sends to another identity key than at first")
    func otherIdentity() throws {
        let (_, message) = try broken("lost")
        guard case .resendRequest(let wanted) = try ask(for: message).content else {
            Issue.record("no request")
            return
        }
        let impostor = try Device.inMemory(
            as: bob.address, trusting: .onFirstUse, clock: network.clock.clock)
        try network.server.publish(impostor)
        let bundle = try network.server.bundle(of: bob.address)
        #expect(throws: SessionError.self) { try alice.resend(wanted, withBundle: bundle) }
        try alice.accept(impostor.identityKey, for: "bob")
        #expect(throws: SessionError.usage(.otherIdentityKey("bob"))) {
            try alice.resend(wanted, withBundle: bundle)
        }
    }

    /// A message that came broken and was asked for, and the answer, not yet delivered.
    func answered() throws -> (sent: Outgoing, again: Outgoing) {
        let (sent, message) = try broken("lost")
        guard case .resendRequest(let wanted) = try ask(for: message).content else { throw NoRequest() }
        return (sent, try alice.resend(wanted, withBundle: try network.server.bundle(of: bob.address)))
    }

    struct NoRequest: Error {}

    @Test("gives a message once when its first form comes after it was sent again")
    func firstFormLate() throws {
        let (sent, again) = try answered()
        #expect(try network.deliver(again, from: alice).map(\.text) == ["lost"])
        let late = bob.refusal(of: sent.envelopes[0].bytes, from: alice.address)
        guard case .peer(.duplicate) = late else {
            Issue.record("\(String(describing: late))")
            return
        }
        #expect(bob.refusal(of: sent.envelopes[0].bytes, from: alice.address) == late)
        #expect(try bob.inbox().filter { $0.text == "lost" }.count == 1)
    }

    @Test("gives a message once when its first form came before it was sent again")
    func firstFormEarly() throws {
        let (sent, again) = try answered()
        let first = try bob.receive(sent.envelopes[0].bytes, from: alice.address)
        #expect(
            bob.refusal(of: again.envelopes[0].bytes, from: alice.address) == .peer(.duplicate(first.id)))
        #expect(try network.talk("on", from: alice, to: "bob").map(\.text) == ["on"])
    }

    @Test("can't be used by somebody else to hide a message")
    func hiding() throws {
        // Alice has sent something again, so that notes about her messages are looked for.
        try network.deliver(try answered().again, from: alice)
        let forger = try TestDevice("mallory")
        let bundle = try PrekeyBundle(try network.server.bundle(of: bob.address))
        let session = TestSession(
            try Session.initiate(
                with: try bundle.verified(for: bob.address, at: network.clock.now),
                identity: forger.identity, device: forger.device))
        // Mallory says that a message of hers was first sent with the id of one that Alice is going to send.
        let next = try alice.send(Array("next".utf8), to: .user("bob"))
        let transcript = try #require(try alice.diagnostics(for: bob.address)?.active).transcript
        let id = ReceivedID(try ReceivedBytes(next.envelopes[0].bytes), transcript)
        let fingerprint = next.envelopes[0].bytes.suffix(8)
        let body = [5] + id.bytes + fingerprint + [1] + [UInt8](repeating: 3, count: 16)
        _ = try bob.receive(try session.seal(body), from: forger.device.address)
        #expect(try bob.receive(next.envelopes[0].bytes, from: alice.address).text == "next")
        #expect(try bob.inbox().contains { $0.text == "next" })
    }

    @Test("stops once it worked: two days later nothing more is asked")
    func settles() throws {
        let (_, message) = try broken("lost")
        guard case .resendRequest(let wanted) = try ask(for: message).content else {
            Issue.record("no request")
            return
        }
        let again = try alice.resend(wanted, withBundle: try network.server.bundle(of: bob.address))
        try network.deliver(again, from: alice)
        for _ in 0..<48 {
            network.clock.advance(by: 3_600_000)
            try network.talk("a", from: alice, to: "bob")
            try network.talk("b", from: bob, to: "alice")
        }
        #expect(try alice.outbox().isEmpty)
        #expect(try bob.outbox().isEmpty)
        #expect(try (bob.diagnostics(for: alice.address)?.sessions.count ?? 0) <= 6)
    }

    @Test("tells a copy of a received message from another one in its place")
    func placeUsedTwice() throws {
        let sent = try alice.send([1], to: .user("bob"))
        let received = try network.deliver(sent, from: alice)[0]
        #expect(
            bob.refusal(of: sent.envelopes[0].bytes, from: alice.address)
                == .peer(.duplicate(received.id)))
        var other = sent.envelopes[0].bytes
        other[other.count - 1] ^= 1
        #expect(bob.undecryptable(other, from: alice.address)?.fault == .placeUsedTwice)
    }

    @Test("changes nothing for forged messages, whatever they claim")
    func forged() throws {
        let sent = try alice.send([1], to: .user("bob"))
        let genuine = sent.envelopes[0].bytes
        var random = SeededGenerator(seed: 3)
        let before = try bob.diagnostics(for: alice.address)
        for _ in 0..<500 {
            var bytes = genuine
            bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(
                in: 1...255, using: &random)
            #expect(bob.refusal(of: bytes, from: alice.address) != nil)
        }
        #expect(try bob.diagnostics(for: alice.address) == before)
        #expect(try bob.receive(genuine, from: alice.address).content == .message(sent.id, [1]))
    }
}

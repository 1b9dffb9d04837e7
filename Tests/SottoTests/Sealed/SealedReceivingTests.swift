import Sotto
import SottoSealedSender
import SottoServer
import Testing

/// What a device refuses of envelopes, and what it says then.
///
/// Rules DS-23, DS-24, SS-17 to SS-20.
@Suite("An envelope")
struct SealedReceivingTests {
    let network = TestNetwork()

    /// Mallory's envelope around bytes.
    private func envelope(
        around message: [UInt8], of sender: Device, for receiver: Device, hint: ContentHint = .resendable
    ) throws -> [UInt8] {
        let certificate = try SenderCertificate(
            try network.authority.certificate(
                of: sender.address, sender.identityKey, at: network.clock.now))
        return try SealedSender.seal(
            message, hint: hint, groupID: [], certificate: certificate, identity: try sender.identity(),
            to: SealedRecipient(
                address: receiver.address, registrationID: try receiver.registrationID(),
                identityKey: receiver.identityKey))
    }

    @Test("of one person around a message of another one's session is refused, and says nothing of the other")
    func wrapped() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        let mallory = try network.device("mallory")
        try network.meet(alice, bob)
        try network.meet(mallory, bob)
        let message = try alice.send(Array("secret".utf8), to: .user("bob")).envelopes[0].bytes
        let refusal = bob.refusal(of: try envelope(around: message, of: mallory, for: bob), from: nil)
        guard case .peer(.undecryptable(let fault)) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(fault.sender == mallory.address)
        #expect(fault.fault == .noSession)
        #expect(try bob.receive(message, from: alice.address).text == "secret")
    }

    @Test("of one person around a first message of another one is refused")
    func wrappedFirst() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        let mallory = try network.device("mallory")
        try network.start(alice, with: bob)
        let message = try alice.send(Array("first".utf8), to: .user("bob")).envelopes[0].bytes
        let refusal = bob.refusal(of: try envelope(around: message, of: mallory, for: bob), from: nil)
        guard case .peer(.inEnvelope(let context, .senderMismatch)) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(context.sender == mallory.address)
        #expect(try bob.identity(of: "alice") == nil)
        #expect(try bob.receive(message, from: alice.address).text == "first")
    }

    @Test("with another identity key than its inner session has is refused")
    func otherKey() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        try network.meet(alice, bob)
        // Somebody else under the same address, as a server that lies could say.
        let other = try Device.inMemory(
            as: alice.address, trusting: .onFirstUse, clock: network.clock.clock)
        let message = try alice.send(Array("secret".utf8), to: .user("bob")).envelopes[0].bytes
        let refusal = bob.refusal(of: try envelope(around: message, of: other, for: bob), from: nil)
        guard case .peer(.inEnvelope(_, .senderMismatch)) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(try bob.receive(message, from: alice.address).text == "secret")
    }

    @Test("that isn't for this device, or was changed, is refused in one way and names nobody")
    func uniform() throws {
        let alice = try network.sealedDevice("alice")
        let bob = try network.device("bob")
        let carol = try network.device("carol")
        try network.start(alice, with: bob)
        let bytes = try alice.send([1], to: .user("bob")).envelopes[0].bytes
        #expect(carol.refusal(of: bytes, from: nil) == .peer(.envelopeRefused))
        for index in [40, 70, 90, bytes.count - 1] {
            var changed = bytes
            changed[index] ^= 1
            #expect(bob.refusal(of: changed, from: nil) == .peer(.envelopeRefused))
        }
        #expect(bob.refusal(of: bytes, from: carol.address) == .peer(.senderMismatch))
        _ = try bob.receive(bytes, from: alice.address)
    }

    @Test("of a root that isn't in the list is refused with the root's number")
    func wrongRoot() throws {
        let alice = try network.sealedDevice("alice")
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        let bytes = try alice.send([1], to: .user("bob")).envelopes[0].bytes
        let root = try #require(network.authority.trust.roots.first)
        bob.certificateTrust = TestAuthority().trust
        #expect(
            bob.refusal(of: bytes, from: nil)
                == .peer(.certificateRefused(.untrusted(rootID: root.id.value))))
        bob.certificateTrust = network.authority.trust
        #expect(try bob.receive(bytes, from: nil).sender == alice.address)
    }

    @Test("is judged by when the server got it, up to 30 days back")
    func receiptTime() throws {
        let alice = try network.device("alice")
        try network.certify(alice, days: 1)
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        let first = try alice.send([1], to: .user("bob")).envelopes[0].bytes
        let second = try alice.send([2], to: .user("bob")).envelopes[0].bytes
        let sentAt = network.clock.now
        network.clock.advance(by: 20 * 86_400_000)
        #expect(bob.refusal(of: first, from: nil) == .peer(.certificateRefused(.expired)))
        #expect(try bob.receive(first, from: nil, serverTime: sentAt).sender == alice.address)
        network.clock.advance(by: 20 * 86_400_000)
        guard
            case .peer(.certificateRefused(.expired)) = bob.refusal(
                of: second, from: nil, serverTime: sentAt)
        else {
            Issue.record("a certificate that was over opened")
            return
        }
    }

    @Test("of this device itself is refused")
    func own() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        try network.meet(alice, bob)
        let message = try alice.send([1], to: .user("bob")).envelopes[0].bytes
        let forged = try envelope(around: message, of: bob, for: alice)
        #expect(bob.refusal(of: forged, from: nil) == .peer(.envelopeRefused))
    }

    @Test("whose message can't be opened says who sent it, and whether it can be asked for")
    func undecryptable() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        try network.meet(alice, bob)
        var message = try alice.send([1], to: .user("bob")).envelopes[0].bytes
        message[message.count - 1] ^= 1
        for (hint, isDue) in [(ContentHint.resendable, true), (.default, false), (.implicit, false)] {
            let bytes = try envelope(around: message, of: alice, for: bob, hint: hint)
            let fault = try #require(bob.undecryptable(bytes, from: nil))
            #expect(fault.sender == alice.address)
            #expect(fault.envelope?.hint == hint)
            #expect(fault.isRequestDue == isDue)
        }
    }

    @Test("that was on its way when its receiver was restored still opens")
    func restored() throws {
        let alice = try network.sealedDevice("alice")
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        _ = try bob.receive(try alice.send([1], to: .user("bob")).envelopes[0].bytes, from: nil)
        try network.talk("answer", from: bob, to: "alice")
        _ = try bob.receive(try alice.send([2], to: .user("bob")).envelopes[0].bytes, from: nil)
        let onItsWay = try alice.send(Array("on its way".utf8), to: .user("bob")).envelopes[0].bytes
        for _ in 0..<4 { try bob.restored() }
        #expect(try bob.receive(onItsWay, from: nil).text == "on its way")
        let later = try alice.send([3], to: .user("bob")).envelopes[0].bytes
        try bob.restored()
        #expect(bob.refusal(of: later, from: nil) == .peer(.envelopeRefused))
    }

    @Test("that comes twice is a duplicate")
    func twice() throws {
        let alice = try network.sealedDevice("alice")
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        let bytes = try alice.send([1], to: .user("bob")).envelopes[0].bytes
        let received = try bob.receive(bytes, from: nil)
        #expect(bob.refusal(of: bytes, from: nil)?.duplicate == received.id)
        #expect(try bob.inbox().map(\.envelope) == [received.envelope])
    }

    @Test("with a first message under another identity lets it wait, and it opens as sealed once accepted")
    func waiting() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        try network.meet(alice, bob)
        let phone = try network.sealedDevice("alice")
        try network.start(phone, with: bob)
        let bytes = try phone.send(Array("new phone".utf8), to: .user("bob")).envelopes[0].bytes
        guard case .peer(.identityChanged(let change)) = bob.refusal(of: bytes, from: nil) else {
            Issue.record("the change went unnoticed")
            return
        }
        #expect(change.received == phone.identityKey)
        try bob.accept(phone.identityKey, for: "alice")
        let opened = try bob.receiveWaiting(of: "alice").map { try $0.get() }
        #expect(opened.map(\.text) == ["new phone"])
        #expect(opened.map { $0.envelope?.hint } == [.resendable])
    }
}

extension Device {
    func refusal(of bytes: [UInt8], from hint: Address?, serverTime: UInt64) -> SessionError? {
        do throws(SessionError) {
            _ = try receive(bytes, from: hint, serverTime: serverTime)
            return nil
        } catch {
            return error
        }
    }
}

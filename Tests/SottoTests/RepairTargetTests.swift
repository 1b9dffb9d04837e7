import Sotto
import TestSupport
import Testing

/// Rules DS-15 to DS-17.
@Suite("Repair goes to nobody else")
struct RepairTargetTests {
    let network = TestNetwork()
    let alice: Device
    let bob: Device

    init() throws {
        alice = try network.device("alice")
        bob = try network.device("bob")
        try network.meet(alice, bob)
    }

    @Test("not to another installation, in a session with it that was started here without asking")
    func otherInstallation() throws {
        let sent = try alice.send(Array("secret".utf8), to: .user("bob"))
        try alice.markSent(sent.id)
        // The same address and the same identity, installed anew: the server gives it what the old one was sent.
        let stranger = try Device.inMemory(
            as: bob.address, trusting: .onFirstUse, identity: try bob.identity(),
            clock: network.clock.clock)
        try network.server.publish(stranger)
        let message = try #require(stranger.undecryptable(sent.envelopes[0].bytes, from: alice.address))
        let request = try stranger.requestResend(
            of: message, withBundle: try network.server.bundle(of: alice.address))
        let received = try alice.receive(request.envelopes[0].bytes, from: bob.address)
        guard case .resendRequest(let wanted) = received.content else {
            #expect(received.content == .spentResendRequest)
            return
        }
        try alice.start(withBundle: try network.server.bundle(of: bob.address), of: bob.address)
        #expect(throws: SessionError.peer(.otherRegistration)) { try alice.resend(wanted) }
    }

    @Test("nothing is asked of a verified user whose key changed, in a session that waits or in a new one")
    func changedIdentity() throws {
        let texts = try (0..<2).map { number in
            var bytes = try bob.send([UInt8(number)], to: .user("alice")).envelopes[0].bytes
            bytes[bytes.count - 1] ^= 1
            return try #require(alice.undecryptable(bytes, from: bob.address))
        }
        let genuine = try network.server.bundle(of: bob.address)
        _ = try alice.requestResend(of: texts[0], withBundle: genuine)
        try alice.markVerified("bob", identityKey: bob.identityKey)
        let impostor = try Device.inMemory(
            as: bob.address, trusting: .onFirstUse, clock: network.clock.clock)
        try network.server.publish(impostor)
        let change = IdentityChange(user: "bob", known: bob.identityKey, received: impostor.identityKey)
        #expect(throws: SessionError.peer(.identityChanged(change))) {
            try alice.start(withBundle: try network.server.bundle(of: bob.address), of: bob.address)
        }
        let before = try alice.outbox().count
        #expect(throws: SessionError.peer(.identityChanged(change))) { try alice.requestResend(of: texts[1]) }
        #expect(throws: SessionError.peer(.identityChanged(change))) {
            try alice.requestResend(of: texts[1], withBundle: genuine)
        }
        #expect(try alice.outbox().count == before)
        try alice.accept(bob.identityKey, for: "bob")
        _ = try alice.requestResend(of: texts[1])
    }

    @Test("nothing is asked of a user who isn't verified, where only verified ones are trusted")
    func notVerified() throws {
        let careful = try network.device("carol", trusting: .verifiedOnly)
        try network.start(bob, with: careful)
        var bytes = try bob.send([1], to: .user("carol")).envelopes[0].bytes
        bytes[bytes.count - 1] ^= 1
        let message = try #require(careful.undecryptable(bytes, from: bob.address))
        let bundle = try network.server.bundle(of: bob.address)
        #expect(throws: SessionError.usage(.notVerified("bob"))) {
            try careful.requestResend(of: message, withBundle: bundle)
        }
        #expect(try careful.outbox().isEmpty)
    }
}

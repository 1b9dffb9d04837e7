import Sotto
import TestSupport
import Testing

/// Rules SM-9, SM-13, DS-3, DS-17.
@Suite("Trust")
struct TrustTests {
    let network = TestNetwork()

    /// Somebody else under the same address, with an identity of their own.
    func impostor(of device: Device) throws -> Device {
        let impostor = try Device.inMemory(
            as: device.address, trusting: .onFirstUse, clock: network.clock.clock)
        try network.server.publish(impostor)
        return impostor
    }

    func change(_ error: SessionError?) -> IdentityChange? {
        guard case .peer(.identityChanged(let change)) = error else { return nil }
        return change
    }

    @Test("takes a first key under the policy of first use, and says since when it is known")
    func firstUse() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        let facts = try #require(try alice.identity(of: "bob"))
        #expect(facts.identityKey == bob.identityKey)
        #expect(facts.knownSince == network.clock.now)
        #expect(!facts.isVerified)
        #expect(try alice.identity(of: "carol") == nil)
    }

    @Test("refuses a bundle with another key, names both, and goes on under the old one")
    func otherBundle() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        let mallory = try impostor(of: bob)
        let bundle = try network.server.bundle(of: bob.address)
        let expected = IdentityChangeParts(
            user: "bob", known: bob.identityKey, received: mallory.identityKey)
        let error = #expect(throws: SessionError.self) {
            try alice.start(withBundle: bundle, of: bob.address)
        }
        #expect(change(error).map(IdentityChangeParts.init) == expected)
        #expect(error?.recovery == .decideTrust)
        #expect(try alice.identity(of: "bob")?.change?.received == mallory.identityKey)
        let sent = try alice.send([1], to: .user("bob"))
        #expect(mallory.refusal(of: sent.envelopes[0].bytes, from: alice.address) != nil)
        #expect(
            try bob.receive(sent.envelopes[0].bytes, from: alice.address).content == .message(sent.id, [1]))
    }

    @Test("seals nothing for a verified user whose key changed, until it is accepted")
    func verifiedChanged() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        try alice.markVerified("bob", identityKey: bob.identityKey)
        #expect(try alice.identity(of: "bob")?.isVerified == true)
        let waiting = try alice.send([1], to: .user("bob"))
        let mallory = try impostor(of: bob)
        let bundle = try network.server.bundle(of: bob.address)
        #expect(throws: SessionError.self) { try alice.start(withBundle: bundle, of: bob.address) }
        #expect(change(#expect(throws: SessionError.self) { try alice.send([2], to: .user("bob")) }) != nil)
        #expect(try alice.outbox().map(\.envelopes) == [[]])
        try alice.accept(mallory.identityKey, for: "bob")
        #expect(try alice.identity(of: "bob")?.isVerified == false)
        // What was sealed for the old key isn't handed out any more.
        #expect(try alice.outbox().map(\.envelopes) == [[]])
        try alice.start(withBundle: try network.server.bundle(of: bob.address), of: bob.address)
        let again = try alice.send([1], id: waiting.id, to: .user("bob"))
        #expect(again.envelopes != waiting.envelopes)
        #expect(try mallory.receive(again.envelopes[0].bytes, from: alice.address).sender == alice.address)
        #expect(throws: SessionError.self) { try bob.receive(again.envelopes[0].bytes, from: alice.address) }
    }

    @Test("goes on with the known key when a change is dismissed")
    func dismissed() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        try alice.markVerified("bob", identityKey: bob.identityKey)
        _ = try impostor(of: bob)
        let bundle = try network.server.bundle(of: bob.address)
        #expect(throws: SessionError.self) { try alice.start(withBundle: bundle, of: bob.address) }
        try alice.accept(bob.identityKey, for: "bob")
        #expect(try alice.identity(of: "bob")?.isVerified == true)
        #expect(try network.talk("on", from: alice, to: "bob").map(\.text) == ["on"])
    }

    @Test("accepts no key that didn't come for the user, and says which one waits")
    func unseen() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        let carol = try network.device("carol")
        try network.start(alice, with: bob)
        let before = try alice.identity(of: "bob")
        #expect(throws: SessionError.usage(.unseenIdentityKey("bob", pending: nil))) {
            try alice.accept(carol.identityKey, for: "bob")
        }
        #expect(try alice.identity(of: "bob") == before)
        let mallory = try impostor(of: bob)
        let bundle = try network.server.bundle(of: bob.address)
        #expect(throws: SessionError.self) { try alice.start(withBundle: bundle, of: bob.address) }
        let error = #expect(throws: SessionError.self) { try alice.accept(carol.identityKey, for: "bob") }
        #expect(error == .usage(.unseenIdentityKey("bob", pending: mallory.identityKey)))
        #expect(error?.recovery == .decideTrust)
        #expect(try alice.identity(of: "bob")?.identityKey == bob.identityKey)
        #expect(throws: SessionError.usage(.unknownUser("dave"))) {
            try alice.accept(carol.identityKey, for: "dave")
        }
    }

    @Test("takes a key that was read from a screen before anybody sent it, and holds the server to it")
    func readFromScreen() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        try alice.acceptUnseen(bob.identityKey, for: "bob")
        #expect(try alice.identity(of: "bob")?.isVerified == false)
        let mallory = try impostor(of: bob)
        let bundle = try network.server.bundle(of: bob.address)
        let error = #expect(throws: SessionError.self) {
            try alice.start(withBundle: bundle, of: bob.address)
        }
        #expect(change(error)?.known == bob.identityKey)
        #expect(change(error)?.received == mallory.identityKey)
    }

    @Test("keeps a first message under another key until the key is accepted, then opens it")
    func waiting() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        try network.talk("hello", from: alice, to: "bob")
        let newAlice = try impostor(of: alice)
        try newAlice.start(withBundle: try network.server.bundle(of: bob.address), of: bob.address)
        let sent = try newAlice.send(Array("new phone".utf8), to: .user("bob"))
        let bytes = sent.envelopes[0].bytes
        #expect(change(bob.refusal(of: bytes, from: alice.address))?.received == newAlice.identityKey)
        #expect(try bob.inbox().count == 1)
        #expect(try bob.receiveWaiting(of: "alice").map { try? $0.get().text } == [nil])
        _ = bob.refusal(of: bytes, from: alice.address)
        try bob.accept(newAlice.identityKey, for: "alice")
        #expect(try bob.receiveWaiting(of: "alice").map { try? $0.get().text } == ["new phone"])
        #expect(try bob.receiveWaiting(of: "alice").isEmpty)
        let reply = try bob.send([1], to: .user("alice"))
        #expect(try newAlice.receive(reply.envelopes[0].bytes, from: bob.address).sender == bob.address)
    }

    @Test("isn't changed by a first message that nobody attributes to the user")
    func withoutHint() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        try network.talk("hello", from: alice, to: "bob")
        try bob.markVerified("alice", identityKey: alice.identityKey)
        let mallory = try impostor(of: alice)
        try mallory.start(withBundle: try network.server.bundle(of: bob.address), of: bob.address)
        let sent = try mallory.send([1], to: .user("bob"))
        #expect(change(bob.refusal(of: sent.envelopes[0].bytes, from: nil)) != nil)
        #expect(try bob.identity(of: "alice")?.change == nil)
        #expect(try network.talk("still", from: bob, to: "alice").map(\.text) == ["still"])
    }

    @Test("retires the sessions of the old key: they open what is on its way and nothing else")
    func retired() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        try network.meet(alice, bob)
        let late = try alice.send(Array("late".utf8), to: .user("bob"))
        try network.talk("first of the chain", from: alice, to: "bob")
        let mallory = try impostor(of: alice)
        try bob.acceptUnseen(mallory.identityKey, for: "alice")
        #expect(throws: SessionError.usage(.noSession(alice.address))) {
            try bob.send([1], to: .user("alice"))
        }
        #expect(try bob.receive(late.envelopes[0].bytes, from: alice.address).text == "late")
        #expect(try bob.diagnostics(for: alice.address)?.active == nil)
    }

    @Test("sends to verified users only, where the policy says so")
    func verifiedOnly() throws {
        let alice = try network.device("alice", trusting: .verifiedOnly)
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        #expect(throws: SessionError.usage(.notVerified("bob"))) { try alice.send([1], to: .user("bob")) }
        #expect(throws: SessionError.usage(.notVerified("bob"))) { try alice.heartbeat(to: bob.address) }
        #expect(throws: SessionError.usage(.otherIdentityKey("bob"))) {
            try alice.markVerified("bob", identityKey: alice.identityKey)
        }
        try alice.markVerified("bob", identityKey: bob.identityKey)
        #expect(try network.talk("now", from: alice, to: "bob").map(\.text) == ["now"])
        try alice.clearVerified("bob")
        #expect(throws: SessionError.usage(.notVerified("bob"))) { try alice.send([2], to: .user("bob")) }
    }

    @Test("doesn't concern the own user")
    func ownUser() throws {
        let alice = try network.device("alice")
        #expect(throws: SessionError.usage(.ownUser)) { try alice.accept(alice.identityKey, for: "alice") }
        #expect(throws: SessionError.usage(.ownUser)) {
            try alice.acceptUnseen(alice.identityKey, for: "alice")
        }
        #expect(throws: SessionError.usage(.ownUser)) {
            try alice.markVerified("alice", identityKey: alice.identityKey)
        }
        let stranger = try Device.inMemory(
            as: Address(user: "alice", device: 2), trusting: .onFirstUse, clock: network.clock.clock)
        try network.server.publish(stranger)
        #expect(throws: SessionError.peer(.senderMismatch)) {
            try alice.start(withBundle: try network.server.bundle(of: stranger.address), of: stranger.address)
        }
        let forger = try TestDevice("alice", device: 2)
        let bundle = try PrekeyBundle(try network.server.bundle(of: alice.address))
        let session = TestSession(
            try Session.initiate(
                with: try bundle.verified(for: alice.address, at: network.clock.now),
                identity: forger.identity, device: forger.device))
        let sent = try session.seal([1])
        #expect(alice.refusal(of: sent, from: stranger.address) == .peer(.senderMismatch))
    }
}

/// The parts of a change, for comparing.
struct IdentityChangeParts: Equatable {
    let user: UserID
    let known: IdentityPublicKey
    let received: IdentityPublicKey

    init(user: UserID, known: IdentityPublicKey, received: IdentityPublicKey) {
        self.user = user
        self.known = known
        self.received = received
    }

    init(_ change: IdentityChange) {
        self.init(user: change.user, known: change.known, received: change.received)
    }
}

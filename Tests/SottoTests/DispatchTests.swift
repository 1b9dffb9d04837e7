import Sotto
import TestSupport
import Testing

/// Who a message is from, and whose keys those are.
///
/// Rules SM-8, SM-9, HS-12.
@Suite("A device")
struct DispatchTests {
    let two: TwoDevices
    var alice: Device { two.alice }
    var bob: Device { two.bob }

    init() throws { two = try TwoDevices() }

    @Test("refuses a first message under another sender's name")
    func wrongHint() throws {
        try two.start(alice, bob)
        let message = try alice.seal([1], to: bob.address)
        let carol = try Address(user: "carol", device: 1)
        #expect(bob.refusal(of: message, from: carol) == .peer(.senderMismatch))
        #expect(try bob.receive(message, from: nil).sender == alice.address)
    }

    @Test("needs a hint for a session message, and opens it only with the right one")
    func hintOfSessionMessage() throws {
        try two.start(alice, bob)
        try bob.open(try alice.seal([1], to: bob.address), from: nil)
        let reply = try bob.seal([2], to: alice.address)
        #expect(alice.refusal(of: reply, from: nil) == .usage(.hintRequired))
        let carol = try Address(user: "carol", device: 1)
        #expect(alice.refusal(of: reply, from: carol)?.cause == .noSession)
        #expect(try alice.open(reply, from: bob.address) == [2])
    }

    /// Rule DS-15.
    @Test("says of a message that it can't open where it stands, who it says it is from, and what to do")
    func undecryptable() throws {
        try two.start(alice, bob)
        try two.send(alice, bob, "one")
        var second = try alice.seal([2], to: bob.address)
        let header = try ReceivedBytes(second).ratchetHeader
        second[second.count - 1] ^= 1
        let error = try #require(bob.refusal(of: second, from: alice.address))
        guard case .peer(.undecryptable(let message)) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(message.sender == alice.address)
        #expect(message.ratchetKey == header.ratchetKey.key.bytes)
        #expect(message.index == header.index)
        #expect(message.fault == .notAuthentic)
        #expect(message.isRequestDue)
        #expect(error.recovery == .askForResend)
    }

    @Test("refuses a bundle and a first message under another identity key until it is accepted")
    func identityChange() throws {
        try two.start(alice, bob)
        try bob.open(try alice.seal([1], to: bob.address), from: nil)
        let newAlice = try two.device("alice")
        let change = IdentityChange(
            user: alice.address.user, known: alice.identityKey, received: newAlice.identityKey)

        #expect(throws: SessionError.peer(.identityChanged(change))) { try two.start(bob, newAlice) }
        try two.start(newAlice, bob)
        let message = try newAlice.seal([2], to: bob.address)
        #expect(bob.refusal(of: message, from: nil) == .peer(.identityChanged(change)))
        #expect(SessionError.peer(.identityChanged(change)).recovery == .decideTrust)

        try bob.accept(newAlice.identityKey, for: alice.address.user)
        #expect(try bob.open(message, from: nil) == [2])
        #expect(try newAlice.open(try bob.seal([3], to: alice.address), from: bob.address) == [3])
    }

    @Test("reports no identity change for a message that isn't authentic in its session")
    func forgedIdentityChange() throws {
        try two.start(alice, bob)
        try bob.open(try alice.seal([1], to: bob.address), from: nil)
        var second = try alice.seal([2], to: bob.address)
        second.replaceSubrange(40..<73, with: try two.device("mallory").identityKey.encoded)
        #expect(bob.refusal(of: second, from: alice.address)?.cause == .notAuthentic)
        #expect(try bob.identity(of: alice.address.user)?.change == nil)
    }

    @Test("takes one identity key for all devices of a user")
    func oneIdentityForAllDevices() throws {
        try two.start(alice, bob)
        let impostor = try two.device("bob", number: 2)
        let change = IdentityChange(
            user: bob.address.user, known: bob.identityKey, received: impostor.identityKey)
        #expect(throws: SessionError.peer(.identityChanged(change))) { try two.start(alice, impostor) }
    }

    @Test("links a second device by handing over the identity key pair")
    func linkedDevice() throws {
        let (one, second) = try two.linkedDevices("carol")
        for device in [one, second] {
            try two.start(alice, device)
            #expect(try device.open(try alice.seal([1], to: device.address), from: nil) == [1])
        }
        try two.start(one, second)
        #expect(try second.open(try one.seal([2], to: second.address), from: nil) == [2])
    }

    /// Rule DS-17.
    @Test("never takes another key for its own user")
    func ownIdentity() throws {
        let impostor = try two.device("bob", number: 2)
        #expect(throws: SessionError.usage(.ownUser)) {
            try bob.accept(impostor.identityKey, for: bob.address.user)
        }
        #expect(throws: SessionError.peer(.senderMismatch)) { try two.start(bob, impostor) }
        let mallory = try TestDevice("bob", device: 2)
        let bundle = try PrekeyBundle(two.server.bundle(of: bob.address))
        var session = try Session.initiate(
            with: try bundle.verified(for: bob.address, at: testInstant), identity: mallory.identity,
            device: mallory.device)
        let message = try session.seal([1])
        #expect(bob.refusal(of: message, from: mallory.device.address) == .peer(.senderMismatch))
        #expect(try bob.identity(of: bob.address.user)?.change == nil)
    }

    @Test("keeps its sessions when the key that it knows is accepted again")
    func acceptedAgain() throws {
        try two.start(alice, bob)
        let session = try alice.active(with: bob)
        try alice.accept(bob.identityKey, for: bob.address.user)
        #expect(try alice.active(with: bob) == session)
        #expect(try bob.open(try alice.seal([1], to: bob.address), from: nil) == [1])
    }

    @Test("refuses a first message that bears its own address")
    func ownAddress() throws {
        let mallory = try TestDevice("bob")
        let bundle = try PrekeyBundle(two.server.bundle(of: bob.address))
        var session = try Session.initiate(
            with: try bundle.verified(for: bob.address, at: testInstant), identity: mallory.identity,
            device: mallory.device)
        #expect(bob.refusal(of: try session.seal([1]), from: nil) == .peer(.senderMismatch))
    }

    @Test("starts no session with itself")
    func itself() throws {
        #expect(throws: SessionError.usage(.ownAddress)) { try two.start(alice, alice) }
    }

    @Test("can't send to a device that nothing was started with")
    func noSession() throws {
        #expect(throws: SessionError.usage(.unknownUser(bob.address.user))) {
            try alice.seal([], to: bob.address)
        }
        try two.start(alice, bob)
        let other = try Address(user: "bob", device: 2)
        #expect(throws: SessionError.usage(.noSession(other))) { try alice.seal([], to: other) }
    }

    @Test("exports the same secret as its peer, another one for each purpose and session")
    func exports() throws {
        try two.start(alice, bob)
        try bob.open(try alice.seal([1], to: bob.address), from: nil)
        let calls = try alice.exportSecret(for: [1], with: bob.address)
        #expect(calls.count == 32)
        #expect(try calls.isEqual(to: bob.exportSecret(for: [1], with: alice.address)))
        #expect(try !calls.isEqual(to: bob.exportSecret(for: [2], with: alice.address)))
        for purpose in [[], [UInt8](repeating: 0, count: 256)] as [[UInt8]] {
            #expect(throws: SessionError.usage(.purposeLength(purpose.count))) {
                _ = try alice.exportSecret(for: purpose, with: bob.address).count
            }
        }
        try two.start(alice, bob)
        #expect(try !calls.isEqual(to: alice.exportSecret(for: [1], with: bob.address)))
        let carol = try Address(user: "carol", device: 1)
        #expect(throws: SessionError.usage(.noSession(carol))) {
            _ = try alice.exportSecret(for: [1], with: carol).count
        }
    }

    @Test("is used from many threads at once")
    func manyThreads() async throws {
        try two.start(alice, bob)
        let (alice, bob) = (alice, bob)
        try two.send(alice, bob, "hello")
        try two.send(bob, alice, "hello")
        let opened = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for number in 0..<200 as Range<UInt8> {
                group.addTask {
                    let bytes = try alice.seal([number], to: bob.address)
                    return try bob.open(bytes, from: alice.address)
                }
            }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(opened.count == 200)
    }
}

import SottoSessions
import TestSupport
import Testing

/// Who a message is from, and whose keys those are.
///
/// Rules SM-8, SM-9, HS-12.
@Suite("A device")
struct DispatchTests {
    let alice: InMemorySessionStore
    let bob: InMemorySessionStore

    init() throws {
        alice = try InMemorySessionStore(address: Address(user: "alice", device: 1))
        bob = try InMemorySessionStore(address: Address(user: "bob", device: 1))
    }

    func refusal(_ body: () throws(SessionError) -> Void) -> SessionError? {
        do throws(SessionError) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    func start() throws {
        try alice.start(withBundle: bob.makeBundle(at: testInstant).bytes, of: bob.address, at: testInstant)
    }

    @Test("refuses a first message under another sender's name")
    func wrongHint() throws {
        try start()
        let message = try alice.seal([1], to: bob.address)
        let carol = try Address(user: "carol", device: 1)
        #expect(
            refusal { () throws(SessionError) in _ = try bob.open(message, from: carol, at: testInstant) }
                == .peer(.senderMismatch))
        #expect(try bob.open(message, from: nil, at: testInstant).sender == alice.address)
    }

    @Test("needs a hint for a session message, and opens it only with the right one")
    func hintOfSessionMessage() throws {
        try start()
        _ = try bob.open(try alice.seal([1], to: bob.address), from: nil, at: testInstant)
        let reply = try bob.seal([2], to: alice.address)
        #expect(
            refusal { () throws(SessionError) in _ = try alice.open(reply, from: nil, at: testInstant) }
                == .usage(.hintRequired))
        let carol = try Address(user: "carol", device: 1)
        #expect(
            refusal { () throws(SessionError) in _ = try alice.open(reply, from: carol, at: testInstant) }
                == .peer(.noSession))
        #expect(try alice.open(reply, from: bob.address, at: testInstant).content == [2])
    }

    @Test("refuses a bundle and a first message under another identity key until it is accepted")
    func identityChange() throws {
        try start()
        _ = try bob.open(try alice.seal([1], to: bob.address), from: nil, at: testInstant)
        let newAlice = try InMemorySessionStore(address: alice.address)
        let change = IdentityChange(
            user: alice.address.user, known: alice.identityKey, received: newAlice.identityKey)

        let bundle = newAlice.makeBundle(at: testInstant).bytes
        #expect(
            refusal { () throws(SessionError) in
                try bob.start(withBundle: bundle, of: alice.address, at: testInstant)
            } == .peer(.identityChanged(change)))
        try newAlice.start(
            withBundle: bob.makeBundle(at: testInstant).bytes, of: bob.address, at: testInstant)
        let message = try newAlice.seal([2], to: bob.address)
        #expect(
            refusal { () throws(SessionError) in _ = try bob.open(message, from: nil, at: testInstant) }
                == .peer(.identityChanged(change)))
        #expect(SessionError.peer(.identityChanged(change)).recovery == .decideTrust)

        bob.accept(newAlice.identityKey, for: alice.address.user)
        #expect(try bob.open(message, from: nil, at: testInstant).content == [2])
        _ = try newAlice.open(
            try bob.seal([3], to: alice.address), from: bob.address, at: testInstant)
    }

    @Test("reports no identity change for a message that isn't authentic in its session")
    func forgedIdentityChange() throws {
        try start()
        let first = try alice.seal([1], to: bob.address)
        _ = try bob.open(first, from: nil, at: testInstant)
        var second = try alice.seal([2], to: bob.address)
        let mallory = try InMemorySessionStore(address: Address(user: "mallory", device: 1))
        second.replaceSubrange(40..<73, with: mallory.identityKey.encoded)
        #expect(
            refusal { () throws(SessionError) in _ = try bob.open(second, from: nil, at: testInstant) }
                == .peer(.notAuthentic))
    }

    @Test("takes one identity key for all devices of a user")
    func oneIdentityForAllDevices() throws {
        try start()
        let impostor = try InMemorySessionStore(address: Address(user: "bob", device: 2))
        #expect(
            refusal { () throws(SessionError) in
                try alice.start(
                    withBundle: impostor.makeBundle(at: testInstant).bytes, of: impostor.address,
                    at: testInstant)
            } != nil)
    }

    @Test("links a second device by handing over the identity key pair")
    func linkedDevice() throws {
        let identity = try IdentityKeyPair()
        let linked = try IdentityKeyPair(identity.exposePrivateKey())
        let one = InMemorySessionStore(identity: identity, address: try Address(user: "bob", device: 1))
        let two = InMemorySessionStore(identity: linked, address: try Address(user: "bob", device: 2))
        for device in [one, two] {
            try alice.start(
                withBundle: device.makeBundle(at: testInstant).bytes, of: device.address, at: testInstant)
            let message = try alice.seal([1], to: device.address)
            #expect(try device.open(message, from: nil, at: testInstant).content == [1])
        }
        try one.start(withBundle: two.makeBundle(at: testInstant).bytes, of: two.address, at: testInstant)
        #expect(try two.open(try one.seal([2], to: two.address), from: nil, at: testInstant).content == [2])
    }

    @Test("starts no session with itself")
    func itself() throws {
        let bundle = alice.makeBundle(at: testInstant).bytes
        #expect(
            refusal { () throws(SessionError) in
                try alice.start(withBundle: bundle, of: alice.address, at: testInstant)
            } == .usage(.ownAddress))
    }

    @Test("can't send to a device that nothing was started with")
    func noSession() throws {
        #expect(
            refusal { () throws(SessionError) in _ = try alice.seal([], to: bob.address) }
                == .usage(.noSession(bob.address)))
    }

    @Test("exports the same secret as its peer, another one for each purpose and session")
    func exports() throws {
        try start()
        _ = try bob.open(try alice.seal([1], to: bob.address), from: nil, at: testInstant)
        let calls = try alice.exportSecret(for: [1], with: bob.address)
        #expect(calls.count == 32)
        #expect(try calls.isEqual(to: bob.exportSecret(for: [1], with: alice.address)))
        #expect(try !calls.isEqual(to: bob.exportSecret(for: [2], with: alice.address)))
        for purpose in [[], [UInt8](repeating: 0, count: 256)] as [[UInt8]] {
            #expect(
                refusal { () throws(SessionError) in
                    _ = try alice.exportSecret(for: purpose, with: bob.address)
                } == .usage(.purposeLength(purpose.count)))
        }
        try start()
        #expect(try !calls.isEqual(to: alice.exportSecret(for: [1], with: bob.address)))
    }

    @Test("is used from many threads at once")
    func manyThreads() async throws {
        try start()
        let (alice, bob) = (alice, bob)
        _ = try bob.open(try alice.seal([0], to: bob.address), from: nil, at: testInstant)
        _ = try alice.open(try bob.seal([0], to: alice.address), from: bob.address, at: testInstant)
        let opened = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for number in 0..<200 as Range<UInt8> {
                group.addTask {
                    let bytes = try alice.seal([number], to: bob.address)
                    return try bob.open(bytes, from: alice.address, at: testInstant).content
                }
            }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(opened.count == 200)
    }
}

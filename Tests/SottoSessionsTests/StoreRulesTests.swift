import SottoCrypto
import SottoHandshake
import SottoIdentity
import SottoSessions
import TestSupport
import Testing

/// What a store does with its own name, its own devices, its prekeys' numbers and a key that is accepted.
///
/// Rules HS-8, HS-10, SM-8, SM-9, DR-6.
@Suite("A device's store")
struct StoreRulesTests {
    let alice: InMemorySessionStore
    let bob: InMemorySessionStore

    init() throws {
        alice = try InMemorySessionStore(address: Address(user: "alice", device: 1))
        bob = try InMemorySessionStore(address: Address(user: "bob", device: 1))
    }

    func start(
        _ from: InMemorySessionStore, _ to: InMemorySessionStore, oneTime: Bool = true
    ) throws {
        try from.start(
            withBundle: to.makeBundle(at: testInstant, withOneTimePrekey: oneTime).bytes, of: to.address,
            at: testInstant)
    }

    func refusal(_ bytes: [UInt8], by store: InMemorySessionStore, from hint: Address?) -> SessionError? {
        do throws(SessionError) {
            _ = try store.open(bytes, from: hint, at: testInstant)
            return nil
        } catch { return error }
    }

    /// The message with index 200,000 in place of 0: its gap is refused before its tag is looked at.
    func farAhead(_ message: [UInt8]) -> [UInt8] {
        Array(message[..<6]) + [0xC0, 0x9A, 0x0C] + message[7...]
    }

    @Test("refuses a first message that bears its own address")
    func ownAddress() throws {
        let mallory = try TestDevice("bob")
        let verified = try bob.makeBundle(at: testInstant).verified(for: bob.address, at: testInstant)
        var session = try Session.initiate(
            with: verified, identity: mallory.identity, device: mallory.device)
        let message = try session.seal([1])
        #expect(refusal(message, by: bob, from: nil) == .peer(.senderMismatch))
    }

    @Test("allows the larger gap between devices of one user, and only there", arguments: [true, false])
    func gapLimit(ownDevices: Bool) throws {
        let identity = try IdentityKeyPair()
        let linked = try IdentityKeyPair(identity.exposePrivateKey())
        let one = InMemorySessionStore(identity: identity, address: try Address(user: "carol", device: 1))
        let two = InMemorySessionStore(identity: linked, address: try Address(user: "carol", device: 2))
        let (from, to) = ownDevices ? (one, two) : (alice, bob)
        let limit: UInt32 = ownDevices ? 100_000 : 25_000
        try start(from, to)
        let first = try from.seal([1], to: to.address)
        let expected = SessionError.peer(.gapTooLarge(gap: 200_000, limit: limit))
        #expect(refusal(farAhead(first), by: to, from: nil) == expected, "first message")
        _ = try to.open(first, from: nil, at: testInstant)
        _ = try from.open(try to.seal([2], to: from.address), from: to.address, at: testInstant)
        let next = try from.seal([3], to: to.address)
        let refused = refusal(farAhead(next), by: to, from: from.address)
        #expect(refused == .peer(.gapTooLarge(gap: 200_000, limit: limit)), "session message")
    }

    @Test("asks for rotation by first messages without a one-time prekey; those with one don't count")
    func rotation() throws {
        func contact(oneTime: Bool) throws -> FirstContact? {
            try start(alice, bob, oneTime: oneTime)
            let message = try alice.seal([1], to: bob.address)
            return try bob.open(message, from: nil, at: testInstant).firstContact
        }
        for _ in 0..<17 { #expect(try contact(oneTime: true)?.isRotationDue == false) }
        for count in 1...16 { #expect(try contact(oneTime: false)?.isRotationDue == (count == 16)) }
        #expect(try contact(oneTime: true)?.isRotationDue == true)
    }

    @Test("never takes another key for its own user")
    func ownIdentity() throws {
        let impostor = try InMemorySessionStore(address: Address(user: "bob", device: 2))
        bob.accept(impostor.identityKey, for: bob.address.user)
        #expect(throws: SessionError.self) { try start(bob, impostor) }
    }

    @Test("keeps its sessions when the key that it knows is accepted again")
    func acceptedAgain() throws {
        try start(alice, bob)
        alice.accept(bob.identityKey, for: bob.address.user)
        _ = try bob.open(try alice.seal([1], to: bob.address), from: nil, at: testInstant)
    }

    /// Rule HS-18.
    @Test("gives no prekey that it has deleted, and no number twice: they ascend")
    func prekeyNumbers() throws {
        var last = PrekeyID(0)
        for _ in 0..<4 {
            let bundle = bob.makeBundle(at: testInstant)
            #expect(bundle.signedPrekeyID > last)
            let oneTime = try #require(bundle.oneTimePrekey)
            #expect(oneTime.id > bundle.signedPrekeyID)
            last = oneTime.id
            bob.deleteSignedPrekey(bundle.signedPrekeyID)
        }
    }

    @Test("answers a first message only with the prekeys that it names")
    func namedPrekeys() throws {
        let bobsDevice = try TestDevice("bob")
        let session = try TestDevice("alice").start(with: bobsDevice)
        let part = try PrekeyMessage(try session.seal("first")).handshake
        let other = SignedPrekey(
            id: PrekeyID(7), identity: bobsDevice.identity, device: bobsDevice.device, createdAt: testInstant)
        do throws(SessionError) {
            _ = try Session.respond(
                to: part, identity: bobsDevice.identity, signedPrekey: other,
                oneTimePrekey: bobsDevice.oneTimePrekey)
            Issue.record("answered with another signed prekey")
        } catch { #expect(error == .usage(.otherPrekeys)) }
        do throws(SessionError) {
            _ = try Session.respond(
                to: part, identity: bobsDevice.identity, signedPrekey: bobsDevice.signedPrekey,
                oneTimePrekey: nil)
            Issue.record("answered without the one-time prekey")
        } catch { #expect(error == .usage(.otherPrekeys)) }
    }

    @Test("has the limits of the handshake that the rules name")
    func values() {
        #expect(HandshakeLimits.maximumSignedPrekeyAge == 3_196_800_000)
        #expect(HandshakeLimits.maximumSignedPrekeyLead == 604_800_000)
        #expect(HandshakeLimits.maximumFirstMessagesOfIdentity == 16)
        #expect(HandshakeLimits.maximumFirstMessages == 4_096)
        #expect(HandshakeLimits.firstMessagesBeforeRotation == 3_000)
        #expect(HandshakeLimits.maximumUploadedPrekeys == 1_000)
        #expect(HandshakeLimits.maximumKEMByteCount == 2_048)
        #expect(HandshakeLimits.maximumProofByteCount == 4_096)
        #expect(SessionLimits.maximumOtherSessions == 5)
        #expect(SessionLimits.messagesBesideUnanswered == 5)
        #expect(SessionLimits.maximumContentByteCount == 65_535)
    }
}

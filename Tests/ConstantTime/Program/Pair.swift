import SottoCrypto
import SottoHandshake
import SottoIdentity
import SottoSessions

/// Two sessions with secret keys.
final class Pair {
    static let now: UInt64 = 1_800_000_000_000

    var alice: Session
    var bob: Session

    private init(alice: consuming Session, bob: consuming Session) {
        self.alice = alice
        self.bob = bob
    }

    /// A handshake with all four agreements, each with secret scalars but those of the identities.
    static func make() throws -> Pair {
        let alice = try IdentityKeyPair()
        let bob = try IdentityKeyPair()
        let aliceDevice = DeviceDescription(
            address: try Address(user: "alice", device: 1), registrationID: .random())
        let bobDevice = DeviceDescription(
            address: try Address(user: "bob", device: 1), registrationID: .random())
        let signed = SignedPrekey(
            id: PrekeyID(1), privateKey: secretKeyPair(), identity: bob, device: bobDevice, createdAt: now)
        let oneTime: OneTimePrekey? = OneTimePrekey(id: PrekeyID(2), privateKey: secretKeyPair())
        let published: OneTimePrekeyBytes?
        switch oneTime {
        case .some(let prekey): published = OneTimePrekeyBytes(id: prekey.id, publicKey: prekey.publicKey)
        case .none: published = nil
        }
        let bundle = PrekeyBundle(
            identityKey: bob.publicKey, signedPrekey: signed, oneTimePrekey: published)
        var initiator = try Session.initiate(
            with: bundle.verified(for: bobDevice.address, at: now), identity: alice, device: aliceDevice,
            ephemeralKey: secretKeyPair(), ratchetKey: secretKeyPair())
        let first = try seal(&initiator, 0)
        var responder = try Session.respond(
            to: PrekeyMessage(first).handshake, identity: bob, signedPrekey: signed, oneTimePrekey: oneTime)
        _ = try responder.open(first, at: now)
        return Pair(alice: initiator, bob: responder)
    }

    enum Direction {
        case aliceToBob
        case bobToAlice
    }

    /// Seals; what goes over the wire is public from then on.
    func seal(_ direction: Direction, _ count: Int) throws -> [UInt8] {
        switch direction {
        case .aliceToBob: try Self.seal(&alice, count)
        case .bobToAlice: try Self.seal(&bob, count)
        }
    }

    private static func seal(_ session: inout Session, _ count: Int) throws -> [UInt8] {
        let content = [UInt8](repeating: 9, count: count)
        let message = try session.seal(content, freshKey: { secretKeyPair() })
        expectSecret(message, atLeast: 100, "a message on its way")
        Marks.makePublic(message)
        return message
    }

    func send(_ direction: Direction, _ count: Int) throws {
        let message = try seal(direction, count)
        let opened: OpenedContent
        switch direction {
        case .aliceToBob: opened = try bob.open(message, at: Self.now)
        case .bobToAlice: opened = try alice.open(message, at: Self.now)
        }
        if opened.content != [UInt8](repeating: 9, count: count) { fatalError("opened to something else") }
    }

    /// Both have heard each other, and every key is secret, each by itself.
    static func talking() throws -> Pair {
        let pair = try make()
        try pair.send(.bobToAlice, 1)
        try pair.send(.aliceToBob, 1)
        pair.alice = try pair.alice.withSecretKeys()
        pair.bob = try pair.bob.withSecretKeys()
        return pair
    }
}

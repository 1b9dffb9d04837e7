import SottoCrypto
import SottoSessions

/// Two sessions that talk to each other.
struct Conversation: ~Copyable {
    var alice: Session
    var bob: Session

    /// The time of everything that happens, in milliseconds.
    static let instant: UInt64 = 1_750_000_000_000

    /// A conversation in which Alice has had an answer.
    ///
    /// - Parameter inChain: Whether Bob has opened a message of Alice's newest chain. Otherwise each of
    ///   the messages that follow by turns begins a chain.
    static func start(inChain: Bool) throws -> StoredConversation {
        let parties = try Parties()
        let initiated = try parties.initiate([])
        var conversation = Conversation(
            alice: initiated.session, bob: try parties.respond(to: initiated.message))
        _ = try conversation.alice.open(try conversation.bob.seal([]), at: instant)
        if inChain { _ = try conversation.bob.open(try conversation.alice.seal([]), at: instant) }
        return StoredConversation(conversation)
    }
}

/// A conversation as it was at one time, to go on from more than once.
final class StoredConversation {
    private let alice: SessionArchive
    private let bob: SessionArchive

    init(_ conversation: borrowing Conversation) {
        alice = conversation.alice.archive()
        bob = conversation.bob.archive()
    }

    func resumed() throws -> Conversation {
        Conversation(alice: try Self.session(alice), bob: try Self.session(bob))
    }

    /// The length of Alice's next message.
    func wireByteCount(_ content: [UInt8]) throws -> Int {
        var conversation = try resumed()
        return try conversation.alice.seal(content).count
    }

    private static func session(_ archive: borrowing SessionArchive) throws -> Session {
        try Session.restored(
            from: SessionArchive(
                session: SecretBytes(copying: archive.session.exposeBytes().span),
                skipped: SecretBytes(copying: archive.skipped.exposeBytes().span)))
    }
}

/// Two users with 16 bytes of name each, and Bob's bundle.
final class Parties {
    private let alice: IdentityKeyPair
    private let aliceDevice: DeviceDescription
    private let bob: IdentityKeyPair
    private let bobAddress: Address
    private let signedPrekey: SignedPrekey
    private let oneTimePrekey: OneTimePrekey
    private let bundle: [UInt8]

    init() throws {
        alice = try IdentityKeyPair()
        aliceDevice = DeviceDescription(
            address: try Address(user: "alice-of-sixteen", device: 1), registrationID: .random())
        bobAddress = try Address(user: "bob-has-sixteen!", device: 1)
        let bobDevice = DeviceDescription(address: bobAddress, registrationID: .random())
        bob = try IdentityKeyPair()
        signedPrekey = SignedPrekey(
            id: PrekeyID(1), identity: bob, device: bobDevice, createdAt: Conversation.instant)
        let prekey = OneTimePrekey(id: PrekeyID(2))
        bundle =
            PrekeyBundle(
                identityKey: bob.publicKey, signedPrekey: signedPrekey,
                oneTimePrekey: OneTimePrekeyBytes(id: prekey.id, publicKey: prekey.publicKey)
            ).bytes
        oneTimePrekey = prekey
    }

    /// Alice's side: reads and checks the bundle, agrees, seals the first message.
    func initiate(_ content: [UInt8]) throws -> Initiated {
        let verified = try PrekeyBundle(bundle).verified(for: bobAddress, at: Conversation.instant)
        var session = try Session.initiate(with: verified, identity: alice, device: aliceDevice)
        let message = try session.seal(content)
        return Initiated(session: session, message: message)
    }

    /// Bob's side: reads the first message, agrees, opens it.
    func respond(to message: [UInt8]) throws -> Session {
        let handshake = try PrekeyMessage(message).handshake
        var session = try Session.respond(
            to: handshake, identity: bob, signedPrekey: signedPrekey, oneTimePrekey: oneTimePrekey)
        _ = try session.open(message, at: Conversation.instant)
        return session
    }
}

/// A session that was started, and its first message.
struct Initiated: ~Copyable {
    var session: Session
    let message: [UInt8]
}

public import SottoHandshake
public import SottoIdentity
public import SottoSessions

/// The instant at which tests take place unless they say otherwise, in milliseconds.
public let testInstant: UInt64 = 1_800_000_000_000

/// A day in milliseconds.
public let day: UInt64 = 86_400_000

/// An identity with an address and prekeys, for tests below the store.
public final class TestDevice {
    /// What it says of itself.
    public let device: DeviceDescription
    /// Its identity.
    public let identity: IdentityKeyPair
    /// Its signed prekey.
    public let signedPrekey: SignedPrekey
    /// Its one-time prekey.
    public let oneTimePrekey: OneTimePrekey?

    /// Makes a device with fresh keys.
    public init(_ user: String, device number: UInt32 = 1, oneTime: Bool = true) throws {
        device = DeviceDescription(
            address: try Address(user: user, device: number), registrationID: .random())
        identity = try IdentityKeyPair()
        signedPrekey = SignedPrekey(
            id: PrekeyID(1), identity: identity, device: device, createdAt: testInstant)
        oneTimePrekey = oneTime ? OneTimePrekey(id: PrekeyID(2)) : nil
    }

    /// Its bundle.
    public var bundle: PrekeyBundle {
        let oneTime: OneTimePrekeyBytes? =
            switch oneTimePrekey {
            case .some(let prekey): OneTimePrekeyBytes(id: prekey.id, publicKey: prekey.publicKey)
            case .none: nil
            }
        return PrekeyBundle(
            identityKey: identity.publicKey, signedPrekey: signedPrekey, oneTimePrekey: oneTime)
    }

    /// A session with `peer`, started here.
    public func start(with peer: TestDevice) throws -> TestSession {
        TestSession(
            try Session.initiate(
                with: try peer.bundle.verified(for: peer.device.address, at: testInstant),
                identity: identity, device: device))
    }

    /// The same with another copy of the signed prekey.
    public func answer(
        _ message: [UInt8], signedPrekey: borrowing SignedPrekey
    ) throws -> TestSession {
        TestSession(
            try Session.respond(
                to: try PrekeyMessage(message).handshake, identity: identity, signedPrekey: signedPrekey,
                oneTimePrekey: oneTimePrekey))
    }

    /// The session that a first message proposes; it has opened nothing.
    public func answer(_ message: [UInt8]) throws -> TestSession {
        TestSession(
            try Session.respond(
                to: try PrekeyMessage(message).handshake, identity: identity, signedPrekey: signedPrekey,
                oneTimePrekey: oneTimePrekey))
    }
}

/// A session that tests can pass around, and that says what its stored bytes are.
public final class TestSession {
    /// The session.
    public var session: Session

    /// Holds a session.
    public init(_ session: consuming Session) { self.session = session }

    /// Seals.
    public func seal(_ content: [UInt8]) throws -> [UInt8] { try session.seal(content) }

    /// Seals text.
    public func seal(_ text: String) throws -> [UInt8] { try session.seal(Array(text.utf8)) }

    /// Opens.
    @discardableResult
    public func open(_ bytes: [UInt8], at instant: UInt64 = testInstant) throws(SessionError) -> [UInt8] {
        try session.open(bytes, at: instant).content
    }

    /// What would be stored, both parts.
    public var stored: [UInt8] {
        let archive = session.archive()
        return archive.session.exposeBytes() + [0xFF] + archive.skipped.exposeBytes()
    }

    /// Whether the session is stored as `before` says; a failed comparison of long arrays would print for minutes.
    public func isStored(as before: [UInt8]) -> Bool { stored == before }

    /// Whether the session was started here and not answered.
    public var isUnanswered: Bool { session.isUnanswered }

    /// Stores the session and goes on with what was stored.
    public func reload() throws { session = try Session.restored(from: session.archive()) }

    /// The error that opening gives, or nothing.
    public func refusal(of bytes: [UInt8], at instant: UInt64 = testInstant) -> SessionError? {
        do throws(SessionError) {
            try open(bytes, at: instant)
            return nil
        } catch {
            return error
        }
    }
}

/// Two sides of one session that has talked once in each direction.
public struct SessionPair {
    /// The initiator.
    public let alice: TestSession
    /// The responder.
    public let bob: TestSession

    /// Makes two devices and lets them agree.
    public init(answered: Bool = true) throws {
        let bobsDevice = try TestDevice("bob")
        alice = try TestDevice("alice").start(with: bobsDevice)
        let first = try alice.seal("first")
        bob = try bobsDevice.answer(first)
        try bob.open(first)
        if answered { try alice.open(try bob.seal("answer")) }
    }
}

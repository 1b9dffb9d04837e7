import Sotto
import TestSupport
import Testing

/// Alice's device and Bob's, a clock and a server.
struct TwoDevices {
    let clock = TestClock()
    let server = TestServer()
    let alice: Device
    let bob: Device

    init() throws {
        alice = try Self.make("alice", clock)
        bob = try Self.make("bob", clock)
        for device in [alice, bob] { try server.publish(device) }
    }

    private static func make(
        _ user: String, number: UInt32 = 1, identity: consuming IdentityKeyPair? = nil, _ clock: TestClock
    ) throws -> Device {
        try Device.inMemory(
            as: Address(user: user, device: number), trusting: .onFirstUse, identity: identity,
            clock: clock.clock)
    }

    /// Another device, with its prekeys at the server.
    func device(
        _ user: String, number: UInt32 = 1, identity: consuming IdentityKeyPair? = nil
    ) throws -> Device {
        let device = try Self.make(user, number: number, identity: identity, clock)
        try server.publish(device)
        return device
    }

    /// Two devices of one user.
    func linkedDevices(_ user: String) throws -> (Device, Device) {
        let identity = try IdentityKeyPair()
        let linked = try IdentityKeyPair(identity.exposePrivateKey())
        return (
            try device(user, number: 1, identity: identity), try device(user, number: 2, identity: linked)
        )
    }

    func start(_ from: Device, _ to: Device, oneTime: Bool = true) throws {
        let bundle = try server.bundle(of: to.address, withOneTimePrekey: oneTime)
        try from.start(withBundle: bundle, of: to.address)
    }

    func send(_ from: Device, _ to: Device, _ text: String) throws {
        let bytes = try from.seal(Array(text.utf8), to: to.address)
        #expect(try to.open(bytes, from: from.address) == Array(text.utf8))
    }
}

extension Device {
    /// Seals content for one device and gives the bytes.
    func seal(_ content: [UInt8], to address: Address) throws -> [UInt8] {
        let envelopes = try send(content, to: .device(address)).envelopes
        #expect(envelopes.map(\.address) == [address])
        return envelopes[0].bytes
    }

    /// Opens a message with content and gives that.
    @discardableResult
    func open(_ bytes: [UInt8], from hint: Address?) throws -> [UInt8] {
        let received = try receive(bytes, from: hint)
        guard case .message(_, let content) = received.content else { throw OtherContent() }
        return content
    }

    struct OtherContent: Error {}

    /// The transcript of the session in use.
    func active(with other: Device) throws -> HandshakeTranscript? {
        try diagnostics(for: other.address)?.active?.transcript
    }

    /// How many sessions there are beside the one in use.
    func otherSessionCount(with other: Device) throws -> Int {
        try diagnostics(for: other.address)?.sessions.filter { !$0.isActive }.count ?? 0
    }
}

extension SessionError {
    /// Why a message can't be opened, of the errors that say how to ask for it.
    var cause: PeerFault? {
        guard case .peer(.undecryptable(let message)) = self else { return nil }
        return message.fault
    }

    /// The id of the message that was received before.
    var duplicate: ReceivedID? {
        guard case .peer(.duplicate(let id)) = self else { return nil }
        return id
    }
}

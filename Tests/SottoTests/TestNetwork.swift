import Sotto
import SottoHandshake
import TestSupport

/// Devices, their server and one clock: what most tests of devices start from.
final class TestNetwork {
    let clock = TestClock()
    let server = TestServer()
    let authority = TestAuthority()
    private(set) var devices: [Address: Device] = [:]

    /// Makes a device in memory that has published its prekeys.
    @discardableResult
    func device(
        _ user: UserID, _ number: UInt32 = 1, trusting policy: TrustPolicy = .onFirstUse,
        linkedTo other: Device? = nil
    ) throws -> Device {
        let device = try Device.inMemory(
            as: Address(user: user, device: number), trusting: policy, identity: try other?.identity(),
            certificates: authority.trust, clock: clock.clock)
        try add(device)
        return device
    }

    /// Makes a device in a store.
    func device(
        _ user: UserID, _ number: UInt32 = 1, in storage: some SessionStorage
    ) throws -> Device {
        let device = try Device.create(
            in: storage, key: Self.key(), as: Address(user: user, device: number), trusting: .onFirstUse,
            certificates: authority.trust, clock: clock.clock)
        try add(device)
        return device
    }

    /// The key of stores in tests.
    static func key() -> StorageKey { .key(SecretBytes(copying: [UInt8](repeating: 7, count: 32).span)) }

    func reopen(_ storage: some SessionStorage) throws -> Device {
        let device = try Device.open(
            in: storage, key: Self.key(), certificates: authority.trust, clock: clock.clock)
        devices[device.address] = device
        return device
    }

    private func add(_ device: Device) throws {
        devices[device.address] = device
        try server.publish(device)
    }

    /// Starts a session between two devices.
    func start(_ device: Device, with other: Device, withOneTimePrekey: Bool = true) throws {
        try device.start(
            withBundle: try server.bundle(of: other.address, withOneTimePrekey: withOneTimePrekey),
            of: other.address)
    }

    /// Starts a session in which both have opened a message of the other's.
    func meet(_ device: Device, _ other: Device) throws {
        try start(device, with: other)
        try talk("hello", from: device, to: other.address.user)
        try talk("hi", from: other, to: device.address.user)
    }

    /// Starts sessions with devices of a user that are nothing but their bundles.
    func start(
        _ device: Device, withAll numbers: ClosedRange<UInt32>, of user: UserID,
        _ identity: borrowing IdentityKeyPair
    ) throws {
        for number in numbers {
            let description = DeviceDescription(
                address: try Address(user: user, device: number), registrationID: .random())
            let prekey = SignedPrekey(
                id: PrekeyID(1), identity: identity, device: description, createdAt: clock.now)
            try device.start(
                with: PrekeyBundle(identityKey: identity.publicKey, signedPrekey: prekey, oneTimePrekey: nil),
                of: description.address)
        }
    }

    /// Delivers what a device sealed; the receivers' results in order.
    @discardableResult
    func deliver(_ outgoing: Outgoing, from sender: Device) throws -> [Received] {
        let received = try outgoing.envelopes.compactMap { envelope in
            try devices[envelope.address]?.receive(envelope.bytes, from: sender.address)
        }
        try sender.markSent(outgoing.id)
        return received
    }

    /// Sends text from one device to a user and delivers it.
    @discardableResult
    func talk(_ text: String, from sender: Device, to user: UserID) throws -> [Received] {
        try deliver(try sender.send(Array(text.utf8), to: .user(user)), from: sender)
    }
}

extension Device {
    /// A copy of the identity, for linking.
    func identity() throws -> IdentityKeyPair {
        try IdentityKeyPair(exposePrivateIdentityKey())
    }

    /// The error that receiving gives, or nothing.
    func refusal(of bytes: [UInt8], from sender: Address?) -> SessionError? {
        do throws(SessionError) {
            _ = try receive(bytes, from: sender)
            return nil
        } catch {
            return error
        }
    }

    /// What can be asked for after a message that couldn't be opened.
    func undecryptable(_ bytes: [UInt8], from sender: Address?) -> UndecryptableMessage? {
        guard case .peer(.undecryptable(let message)) = refusal(of: bytes, from: sender) else { return nil }
        return message
    }
}

extension Received {
    /// The content as text, for messages and copies.
    var text: String? {
        switch content {
        case .message(_, let bytes): String(decoding: bytes, as: UTF8.self)
        case .sentCopy(_, _, let bytes): String(decoding: bytes, as: UTF8.self)
        case .groupMessage(_, _, let bytes): String(decoding: bytes, as: UTF8.self)
        default: nil
        }
    }
}

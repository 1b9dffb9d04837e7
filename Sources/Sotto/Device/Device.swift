internal import SottoCrypto
public import SottoIdentity
public import SottoSealedSender
public import SottoSessions
private import Synchronization

/// One device of a user: identity, prekeys, sessions, inbox and outbox, kept in a store.
///
/// Each call is one transaction: all of it is in the store when the call returns, or nothing happened and the error
/// says what to do (``SessionError/recovery``). Calls are synchronous and may come from any thread; one that writes takes
/// as long as the store's commit. Several processes may have the same store open. From an actor, or where a thread must not
/// wait, call it as any other file access:
///
/// ```swift
/// actor Mailbox {
///     let device: Device
///     init(_ device: Device) { self.device = device }
///     func send(_ text: String, to user: UserID) throws -> Outgoing {
///         try device.send(Array(text.utf8), to: .user(user))
///     }
/// }
/// ```
///
/// Rules DS-1 to DS-33, PD-1 to PD-10.
public final class Device: Sendable {
    /// User and device number.
    public let address: Address
    /// The identity key of the user, the same for all of the user's devices.
    public let identityKey: IdentityPublicKey
    /// What is trusted, as named when the device was created.
    public let policy: TrustPolicy

    let fingerprints = FingerprintCache()
    let envelopes: SealedEnvelopes
    private let clock: DeviceClock
    private let state: Mutex<DeviceState>

    private init(
        _ state: sending DeviceState, _ clock: DeviceClock, _ certificates: CertificateTrust
    ) throws(SessionError) {
        envelopes = SealedEnvelopes(certificates)
        state.envelopes = envelopes
        state.groups = GroupLayer()
        let facts = try state.run(.reading, at: clock.read()) { try $0.deviceFacts() }
        address = facts.address
        identityKey = facts.identityKey
        policy = facts.policy
        self.clock = clock
        self.state = Mutex(state)
    }

    /// Makes a device in a store that has none; ``open(in:key:certificates:clock:)`` is for every later start.
    ///
    /// After a first start that was cut short the same call over the same store goes on, with the same key: so keep the
    /// key somewhere before.
    ///
    /// - Parameters:
    ///   - storage: Where the records go.
    ///   - key: What they are sealed with. Who loses it loses the device.
    ///   - address: User and device number, as the server knows them.
    ///   - policy: When an identity key is trusted.
    ///   - identity: The user's identity from another device, when this one is linked; nil makes a new one, for a user's
    ///     first device.
    ///   - certificates: Whose sender certificates count: what envelopes that hide their sender are checked with.
    ///   - clock: Where the time comes from.
    /// - Throws: ``StorageError/storeExists`` where there is a device, ``StorageError/wrongKey`` where there is one,
    ///   or the start of one, under another key, ``StorageError/keyLength(_:)``, and what the store throws.
    public static func create(
        in storage: some SessionStorage, key: borrowing StorageKey, as address: Address,
        trusting policy: TrustPolicy, identity: consuming IdentityKeyPair? = nil,
        certificates: CertificateTrust = .none, clock: DeviceClock = .system
    ) throws(SessionError) -> Device {
        let seed = try Self.seed(address, identity, policy)
        let state = try DeviceState.create(in: storage, key: key, seed, at: clock.read())
        return try Device(state, clock, certificates)
    }

    /// Opens the device that a store has; never makes one.
    ///
    /// - Parameters:
    ///   - storage: Where the records are.
    ///   - key: What they are sealed with.
    ///   - certificates: As when it was created; it isn't kept in the store. Under `.none` every envelope that hides its sender is
    ///     refused, while the device goes on sending such ones.
    ///   - clock: Where the time comes from.
    /// - Throws: ``StorageError/noStore, ``StorageError/noIdentity``, ``StorageError/wrongKey``,
    ///   ``StorageError/headerCorrupt``, ``StorageError/recordCorrupt``, and what the store throws.
    public static func open(
        in storage: some SessionStorage, key: borrowing StorageKey, certificates: CertificateTrust = .none,
        clock: DeviceClock = .system
    ) throws(SessionError) -> Device {
        try Device(try DeviceState.open(in: storage, key: key, at: clock.read()), clock, certificates)
    }

    /// Makes a device whose records never leave the process: for tests, tools, and programs that keep nothing.
    ///
    /// - Throws: ``StorageError/outOfMemory``.
    public static func inMemory(
        as address: Address, trusting policy: TrustPolicy, identity: consuming IdentityKeyPair? = nil,
        certificates: CertificateTrust = .none, clock: DeviceClock = .system
    ) throws(SessionError) -> Device {
        let seed = try Self.seed(address, identity, policy)
        return try Device(try DeviceState.inMemory(seed, at: clock.read()), clock, certificates)
    }

    private static func seed(
        _ address: Address, _ identity: consuming IdentityKeyPair?, _ policy: TrustPolicy
    ) throws(SessionError) -> DeviceSeed {
        switch consume identity {
        case .some(let identity): return DeviceSeed(address: address, identity: identity, policy: policy)
        case .none:
            do {
                return DeviceSeed(address: address, identity: try IdentityKeyPair(), policy: policy)
            } catch {
                throw .storage(.outOfMemory)
            }
        }
    }

    /// What the clock says: milliseconds since 1970-01-01T00:00:00Z.
    var now: UInt64 { clock.read() }

    /// Runs one operation in one writing transaction.
    func write<R: Sendable>(
        _ body: @Sendable (DeviceTransaction) throws -> R
    ) throws(SessionError) -> R {
        let now = clock.read()
        return try state.withLock { (state) throws(SessionError) in
            try state.run(.writing, at: now, body)
        }
    }

    func rekeyState(_ key: borrowing StorageKey) throws(SessionError) {
        try state.withLock { (state) throws(SessionError) in try state.rekey(to: key) }
    }

    /// Runs one operation in one reading transaction.
    func read<R: Sendable>(
        _ body: @Sendable (DeviceTransaction) throws -> R
    ) throws(SessionError) -> R {
        let now = clock.read()
        return try state.withLock { (state) throws(SessionError) in
            try state.run(.reading, at: now, body)
        }
    }

    /// Runs `body` with the state itself.
    func withState<R: Sendable, E: Error>(
        _ body: @Sendable (DeviceState, UInt64) throws(E) -> R
    ) throws(E) -> R {
        let now = clock.read()
        return try state.withLock { (state) throws(E) in try body(state, now) }
    }
}

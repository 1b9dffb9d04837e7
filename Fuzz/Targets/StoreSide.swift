import Sotto
import SottoHandshake
import SottoIdentity
import SottoSessions
import Synchronization

/// One of the devices of a ``StoreScript``, with a server for it and a clock that the script sets.
///
/// Everything happens at ``Fixed/now`` but what concerns signed prekeys: those are made a week apart, replaced in the
/// past, and so can be deleted now, while nothing else grows old.
final class StoreSide {
    let device: Device
    var outbox: [StoreScript.Mail] = []
    var usedPrekeys: Set<PrekeyID> = []
    var deletedPrekeys: Set<PrekeyID> = []
    var lastBundle: PrekeyBundle?
    private var replacedPrekeys: Set<PrekeyID> = []
    private var upload: PrekeyUpload?
    private var oneTimePrekeys: ArraySlice<OneTimePrekeyBytes> = []
    private var rotations: UInt64 = 0
    private let clock: SetClock

    private static let week: UInt64 = 7 * 86_400_000
    /// The most weeks between the first and the last signed prekey; bundles with either are accepted now.
    private static let mostRotations: UInt64 = 6
    private static let start = Fixed.now - 5 * week

    init(_ address: Address, identity: consuming IdentityKeyPair) throws {
        let clock = SetClock()
        self.clock = clock
        device = try Device.inMemory(
            as: address, trusting: .onFirstUse, identity: identity, clock: DeviceClock { clock.now })
    }

    /// The device that the script's other side calls by this name.
    var address: Address { device.address }

    /// The transcript of the session in use with `other`.
    func active(with other: StoreSide) throws -> HandshakeTranscript? {
        try device.diagnostics(for: other.address)?.active?.transcript
    }

    /// A bundle of the newest signed prekey.
    func makeBundle(withOneTimePrekey: Bool) throws -> PrekeyBundle {
        if upload == nil { try publish(remaining: 100) }
        if withOneTimePrekey, oneTimePrekeys.isEmpty { try publish(remaining: 49) }
        guard let upload else { throw BrokenLaw("a device has no upload") }
        return upload.bundle(oneTimePrekey: withOneTimePrekey ? oneTimePrekeys.popFirst() : nil)
    }

    /// Replaces the signed prekey, as often as bundles of the first one are accepted.
    func rotate() throws {
        guard rotations < Self.mostRotations else { return }
        if upload == nil { try publish(remaining: 100) }
        rotations += 1
        try publish(remaining: 100)
    }

    /// Deletes the signed prekeys that were replaced.
    func deleteReplacedPrekeys() throws {
        try device.maintain()
        deletedPrekeys.formUnion(replacedPrekeys)
        lastBundle = nil
    }

    private func publish(remaining: Int) throws {
        defer { clock.now = Fixed.now }
        clock.now = Self.start + rotations * Self.week
        guard let made = try device.prekeyUpload(remaining: remaining) else {
            throw BrokenLaw("no upload was due")
        }
        clock.now = Self.start
        try device.confirm(made)
        if let upload, upload.signedPrekeyID != made.signedPrekeyID {
            replacedPrekeys.insert(upload.signedPrekeyID)
        }
        upload = made
        oneTimePrekeys += made.oneTimePrekeys
    }
}

/// A clock that shows what it was set to.
private final class SetClock: Sendable {
    private let instant = Mutex(Fixed.now)

    var now: UInt64 {
        get { instant.withLock { $0 } }
        set { instant.withLock { $0 = newValue } }
    }
}

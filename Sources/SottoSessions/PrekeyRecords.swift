internal import SottoCrypto
internal import SottoHandshake
internal import SottoIdentity

/// The prekeys of one device, and the first messages that are remembered for them.
///
/// Rules HS-8 to HS-10.
struct PrekeyRecords: ~Copyable {
    private var signed: [PrekeyID: SignedPrekeyRecord] = [:]
    private var oneTime: [PrekeyID: OneTimePrekeyRecord] = [:]
    private var nextID: UInt32 = 1
    private(set) var current: SignedPrekeyRecord?

    private mutating func takeID() -> PrekeyID {
        defer { nextID += 1 }
        return PrekeyID(nextID)
    }

    /// Makes a signed prekey and uses it in bundles from now on.
    @discardableResult
    mutating func rotate(
        identity: borrowing IdentityKeyPair, device: DeviceDescription, at instant: UInt64
    ) -> SignedPrekeyRecord {
        let record = SignedPrekeyRecord(
            SignedPrekey(id: takeID(), identity: identity, device: device, createdAt: instant))
        current?.replacedAt = instant
        signed = signed.filter { !$0.value.isPast(at: instant) }
        signed[record.prekey.id] = record
        current = record
        return record
    }

    /// The signed prekey for bundles, unless it is due for rotation.
    func fresh(at instant: UInt64) -> SignedPrekeyRecord? {
        guard let current else { return nil }
        let created = current.prekey.createdAt
        let isDue = instant > created && instant - created >= HandshakeLimits.signedPrekeyRotation
        return isDue ? nil : current
    }

    mutating func makeOneTimePrekey() -> OneTimePrekeyBytes {
        let record = OneTimePrekeyRecord(OneTimePrekey(id: takeID()))
        oneTime[record.id] = record
        return OneTimePrekeyBytes(id: record.id, publicKey: record.publicKey)
    }

    func signedPrekey(_ id: PrekeyID) -> SignedPrekeyRecord? { signed[id] }

    func oneTimePrekey(_ id: PrekeyID) -> OneTimePrekeyRecord? { oneTime[id] }

    mutating func deleteOneTimePrekey(_ id: PrekeyID) { oneTime[id] = nil }

    mutating func deleteSignedPrekey(_ id: PrekeyID) {
        signed[id] = nil
        if current?.prekey.id == id { current = nil }
    }
}

/// A signed prekey and the transcripts of the first messages that used it without a one-time prekey.
final class SignedPrekeyRecord {
    let prekey: SignedPrekey
    /// When another one took its place, in milliseconds.
    var replacedAt: UInt64?
    private var firstMessages: [HandshakeTranscript: IdentityPublicKey] = [:]
    private var countByIdentity: [IdentityPublicKey: Int] = [:]

    init(_ prekey: consuming SignedPrekey) { self.prekey = prekey }

    /// Whether it was replaced so long ago that it is deleted.
    func isPast(at instant: UInt64) -> Bool {
        guard let replacedAt, instant > replacedAt else { return false }
        return instant - replacedAt > HandshakeLimits.replacedSignedPrekeyKept
    }

    func remembers(_ transcript: HandshakeTranscript) -> Bool { firstMessages[transcript] != nil }

    /// Whether one more first message of `identityKey` can be remembered.
    ///
    /// Rule HS-10.
    func hasRoom(for identityKey: IdentityPublicKey) -> Bool {
        firstMessages.count < HandshakeLimits.maximumFirstMessages
            && countByIdentity[identityKey, default: 0] < HandshakeLimits.maximumFirstMessagesOfIdentity
    }

    func remember(_ transcript: HandshakeTranscript, from identityKey: IdentityPublicKey) {
        firstMessages[transcript] = identityKey
        countByIdentity[identityKey, default: 0] += 1
    }

    /// Whether the prekey should be replaced after a first message of `identityKey`.
    ///
    /// Rule HS-10.
    func isRotationDue(for identityKey: IdentityPublicKey) -> Bool {
        firstMessages.count >= HandshakeLimits.firstMessagesBeforeRotation
            || countByIdentity[identityKey, default: 0] >= HandshakeLimits.maximumFirstMessagesOfIdentity
    }
}

final class OneTimePrekeyRecord {
    let id: PrekeyID
    let publicKey: X25519.PublicKey
    let prekey: OneTimePrekey

    init(_ prekey: consuming OneTimePrekey) {
        id = prekey.id
        publicKey = prekey.publicKey
        self.prekey = prekey
    }
}

import SottoCrypto
import SottoHandshake
import SottoIdentity
import SottoSafetyNumbers
import SottoSessions

/// Keys, devices and sessions that are the same in every run, so that a finding can be run again.
enum Fixed {
    /// Now, in milliseconds.
    static let now: UInt64 = 1_800_000_000_000

    static func secret(_ number: UInt64) -> SecretBytes {
        var seed = Array("fuzz".utf8)
        for shift in 0..<8 { seed.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(shift)))) }
        return SHA256.hash(seed.span).withSpan { SecretBytes(copying: $0) }
    }

    static func privateKey(_ number: UInt64) throws -> X25519.PrivateKey {
        try X25519.PrivateKey(secret(number))
    }

    /// The same where nothing may be thrown.
    static func freshKey(_ number: UInt64) -> X25519.PrivateKey {
        (try? privateKey(number)) ?? X25519.PrivateKey()
    }

    static func identity(_ number: UInt64) throws -> IdentityKeyPair {
        try IdentityKeyPair(secret(0x1D00 + number))
    }

    static func device(_ user: String, _ number: UInt32) throws -> DeviceDescription {
        guard let registrationID = RegistrationID(number) else { throw BrokenLaw("no registration id") }
        return DeviceDescription(
            address: try Address(user: user, device: number), registrationID: registrationID)
    }

    /// Both ends of a session before the first message, as bytes.
    struct Start: Sendable {
        let initiator: [UInt8]
        let responder: [UInt8]
        let bundle: [UInt8]
    }

    /// The safety number of two users.
    static let number: Result<SafetyNumber, any Error> = Result {
        SafetyNumber(
            ours: Fingerprint(of: try identity(1).publicKey, user: "alice"),
            theirs: Fingerprint(of: try identity(2).publicKey, user: "bob"))
    }

    /// One start without a one-time prekey, one with.
    static let starts: Result<[Start], any Error> = Result {
        [try makeStart(withOneTimePrekey: false), try makeStart(withOneTimePrekey: true)]
    }

    private static func makeStart(withOneTimePrekey: Bool) throws -> Start {
        let alice = try identity(1)
        let bob = try identity(2)
        let bobDevice = try device("bob", 2)
        let signed = SignedPrekey(
            id: PrekeyID(7), privateKey: try privateKey(1), identity: bob, device: bobDevice, createdAt: now)
        let oneTime: OneTimePrekey? =
            withOneTimePrekey ? OneTimePrekey(id: PrekeyID(9), privateKey: try privateKey(2)) : nil
        let published: OneTimePrekeyBytes?
        switch oneTime {
        case .some(let prekey): published = OneTimePrekeyBytes(id: prekey.id, publicKey: prekey.publicKey)
        case .none: published = nil
        }
        let bundle = PrekeyBundle(identityKey: bob.publicKey, signedPrekey: signed, oneTimePrekey: published)
        var initiator = try Session.initiate(
            with: bundle.verified(for: bobDevice.address, at: now), identity: alice,
            device: device("alice", 1), ephemeralKey: privateKey(3), ratchetKey: privateKey(4))
        let archive = initiator.archive().session.exposeBytes()
        let first = try PrekeyMessage(initiator.seal([]))
        let responder = try Session.respond(
            to: first.handshake, identity: bob, signedPrekey: signed, oneTimePrekey: oneTime)
        return Start(
            initiator: archive, responder: responder.archive().session.exposeBytes(), bundle: bundle.bytes)
    }

    /// The archive of no skipped keys.
    static let noSkippedKeys: [UInt8] = [1, 0, 0, 0, 0]
}

import SottoCrypto
public import SottoIdentity
public import SottoSealedSender
public import SottoServer

/// A device that seals and opens, with an identity that comes from its name.
public final class SealingDevice: Sendable {
    /// The user's identity.
    public let identity: IdentityKeyPair
    /// User and device.
    public let address: Address
    /// The installation.
    public let registrationID: RegistrationID

    /// Makes a device; devices of one user have one identity.
    public init(_ user: String, device: UInt32 = 1, registrationID: UInt32 = 77) throws {
        let seed = SHA256.hash(Array(user.utf8).span).bytes
        identity = try IdentityKeyPair(SecretBytes(copying: seed.span))
        address = try Address(user: user, device: device)
        guard let registrationID = RegistrationID(registrationID) else { throw AddressError.deviceZero }
        self.registrationID = registrationID
    }

    /// The device as senders see it.
    public var recipient: SealedRecipient {
        SealedRecipient(
            address: address, registrationID: registrationID, identityKey: identity.publicKey)
    }
}

/// A server with a root and a key, and recipients that believe it.
public final class PostOffice: Sendable {
    /// The root's key.
    public let root: TrustRootKeyPair
    /// The server.
    public let issuer: CertificateIssuer
    /// What recipients believe.
    public let trust: CertificateTrust
    /// What recipients remember.
    public let cache = CertificateCache()

    /// Now, in milliseconds.
    public static let now: UInt64 = 1_800_000_000_000

    /// Makes a server from a name; recipients know its certificate if `isKnown`.
    public init(_ name: String = "server", id: UInt32 = 3, isKnown: Bool = true) throws {
        root = try TrustRootKeyPair(seed: Self.secret("root of \(name)"))
        let key = try CertificateKeyPair(seed: Self.secret("key of \(name)"))
        let certificate = root.certificate(ServerCertificate.ID(id), for: key.publicKey)
        issuer = try CertificateIssuer(key: key, certificate: certificate)
        trust = try CertificateTrust(
            roots: [root.trustRoot], serverCertificates: isKnown ? [certificate] : [])
    }

    private static func secret(_ name: String) -> SecretBytes {
        let bytes = SHA256.hash(Array(name.utf8).span).bytes
        return SecretBytes(copying: bytes.span)
    }

    /// A certificate of one day for a device.
    public func certificate(
        _ device: SealingDevice, lifetime: UInt64 = 86_400_000
    ) throws -> SenderCertificate {
        try issuer.certificate(
            for: device.address, identityKey: device.identity.publicKey, at: Self.now, lifetime: lifetime)
    }

    /// An envelope of one device for another.
    public func envelope(
        _ message: [UInt8] = [1, 2, 3], from sender: SealingDevice, to recipient: SealingDevice,
        hint: ContentHint = .default, groupID: [UInt8] = []
    ) throws -> [UInt8] {
        try SealedSender.seal(
            message, hint: hint, groupID: groupID,
            certificate: try certificate(sender).withoutServerCertificate, identity: sender.identity,
            to: recipient.recipient)
    }

    /// Opens as a recipient.
    public func open(
        _ bytes: [UInt8], as device: SealingDevice, receivedAt: UInt64? = nil, now: UInt64 = PostOffice.now,
        trust: CertificateTrust? = nil
    ) throws(SealedSenderError) -> OpenedEnvelope {
        try SealedSender.open(
            bytes, identity: device.identity, address: device.address,
            registrationID: device.registrationID, trust: trust ?? self.trust, receivedAt: receivedAt,
            now: now, cache: cache)
    }

    /// Why a recipient refuses, if it does.
    public func refusal(
        _ bytes: [UInt8], as device: SealingDevice, receivedAt: UInt64? = nil, now: UInt64 = PostOffice.now,
        trust: CertificateTrust? = nil
    ) -> SealedSenderError? {
        do throws(SealedSenderError) {
            _ = try open(bytes, as: device, receivedAt: receivedAt, now: now, trust: trust)
            return nil
        } catch {
            return error
        }
    }
}

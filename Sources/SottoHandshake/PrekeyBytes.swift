public import SottoCrypto
package import SottoIdentity
internal import SottoWire

/// What bundles and uploads begin with: whose they are, and the signed prekey with its signature.
///
/// Rules HS-1, HS-2, HS-16.
package struct SignedPrekeyBytes: Hashable, Sendable {
    package let identityKey: IdentityPublicKey
    package let device: DeviceDescription
    package let createdAt: UInt64
    package let id: PrekeyID
    package let publicKey: X25519.PublicKey
    package let signature: [UInt8]

    package init(
        identityKey: IdentityPublicKey, device: DeviceDescription, createdAt: UInt64, id: PrekeyID,
        publicKey: X25519.PublicKey, signature: [UInt8]
    ) {
        self.identityKey = identityKey
        self.device = device
        self.createdAt = createdAt
        self.id = id
        self.publicKey = publicKey
        self.signature = signature
    }

    /// The public half of a device's own prekey.
    init(identityKey: IdentityPublicKey, _ prekey: borrowing SignedPrekey) {
        self.init(
            identityKey: identityKey, device: prekey.device, createdAt: prekey.createdAt, id: prekey.id,
            publicKey: prekey.publicKey, signature: prekey.signature)
    }

    /// Reads suite, `kind` and all up to the signature.
    init(from reader: inout WireReader, kind: UInt8) throws(HandshakeError) {
        do {
            guard try reader.u8() == Suite.x3dh.rawValue else { throw HandshakeError.unsupportedSuite }
            guard try reader.u8() == kind else { throw HandshakeError.malformed }
            identityKey = IdentityPublicKey(try reader.publicKey())
            let address = try Address(from: &reader)
            let registrationID = try reader.registrationID()
            let suites = try reader.suites()
            let capabilities = try reader.capabilities()
            device = DeviceDescription(
                address: address, registrationID: registrationID, capabilities: capabilities, suites: suites)
            createdAt = try reader.u64()
            id = PrekeyID(try reader.u32())
            publicKey = try reader.publicKey()
            signature = try reader.take(XEdDSA.signatureByteCount)
        } catch let error as HandshakeError {
            throw error
        } catch {
            throw .malformed
        }
    }

    /// Appends what ``init(from:kind:)`` reads.
    func append(to bytes: inout [UInt8], kind: UInt8) {
        bytes.append(Suite.x3dh.rawValue)
        bytes.append(kind)
        identityKey.key.appendEncoded(to: &bytes)
        device.address.append(to: &bytes)
        bytes.append(u32: device.registrationID.value)
        bytes.append(UInt8(truncatingIfNeeded: device.suites.count))
        bytes.append(contentsOf: device.suites)
        bytes.append(device.capabilities.lowestRatchetVersion)
        bytes.append(u64: createdAt)
        bytes.append(u32: id.value)
        publicKey.appendEncoded(to: &bytes)
        bytes.append(contentsOf: signature)
    }

    /// What the signature has to cover.
    package func fields(lastResortKEMPrekey: KEMPrekeyBytes?) -> SignedFields {
        SignedFields(
            device: device, createdAt: createdAt, id: id, publicKey: publicKey,
            lastResortKEMPrekey: lastResortKEMPrekey)
    }
}

/// The public half of a one-time prekey with its number.
public struct OneTimePrekeyBytes: Hashable, Sendable {
    /// Its number.
    public let id: PrekeyID
    /// The public key.
    public let publicKey: X25519.PublicKey

    static let byteCount = 4 + X25519.PublicKey.encodedByteCount

    /// Takes both.
    public init(id: PrekeyID, publicKey: X25519.PublicKey) {
        self.id = id
        self.publicKey = publicKey
    }

    /// Reads a prekey whose number is above `previous`, if there is one.
    init(from reader: inout WireReader, after previous: PrekeyID? = nil) throws {
        id = PrekeyID(try reader.u32())
        if let previous, id <= previous { throw HandshakeError.malformed }
        publicKey = try reader.publicKey()
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(u32: id.value)
        publicKey.appendEncoded(to: &bytes)
    }
}

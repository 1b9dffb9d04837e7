public import SottoCrypto
public import SottoIdentity
internal import SottoWire

/// A bundle as it came: parsed, its keys checked, nothing in it believed.
///
/// ``verified(for:at:)`` is the only way on.
///
/// Rules: HS-2, HS-13.
public struct PrekeyBundle: Hashable, Sendable {
    /// The identity key that the bundle claims.
    public let identityKey: IdentityPublicKey
    /// The device that the bundle claims.
    public let device: DeviceDescription
    /// When the signed prekey was made, in milliseconds.
    public let createdAt: UInt64
    /// The signed prekey's number.
    public let signedPrekeyID: PrekeyID
    /// The signed prekey.
    public let signedPrekey: X25519.PublicKey
    /// The signature over it, 64 bytes.
    public let signature: [UInt8]
    /// A one-time prekey, if the server had one left.
    public let oneTimePrekey: OneTimePrekeyBytes?
    package let lastResortKEMPrekey: KEMPrekeyBytes?
    package let oneTimeKEMPrekey: SignedKEMPrekeyBytes?
    package let proof: [UInt8]

    /// Reads a bundle.
    ///
    /// - Throws: ``HandshakeError/unsupportedSuite``, ``HandshakeError/invalidKey``,
    ///   ``HandshakeError/malformed``.
    public init(_ bytes: [UInt8]) throws(HandshakeError) {
        var reader = WireReader(bytes)
        do {
            guard try reader.u8() == Suite.x3dh.rawValue else { throw HandshakeError.unsupportedSuite }
            guard try reader.u8() == WireKind.prekeyBundle else { throw HandshakeError.malformed }
            identityKey = IdentityPublicKey(try reader.publicKey())
            let address = try Address(from: &reader)
            let registrationID = try reader.registrationID()
            let suites = try reader.suites()
            let capabilities = try reader.capabilities()
            device = DeviceDescription(
                address: address, registrationID: registrationID, capabilities: capabilities, suites: suites)
            createdAt = try reader.u64()
            signedPrekeyID = PrekeyID(try reader.u32())
            signedPrekey = try reader.publicKey()
            signature = try reader.take(XEdDSA.signatureByteCount)
            oneTimePrekey =
                try reader.flag()
                ? OneTimePrekeyBytes(id: PrekeyID(try reader.u32()), publicKey: try reader.publicKey()) : nil
            lastResortKEMPrekey = try reader.flag() ? try KEMPrekeyBytes(from: &reader) : nil
            oneTimeKEMPrekey =
                try reader.flag()
                ? SignedKEMPrekeyBytes(
                    prekey: try KEMPrekeyBytes(from: &reader),
                    signature: try reader.take(XEdDSA.signatureByteCount)) : nil
            let proofByteCount = Int(try reader.u16())
            guard proofByteCount <= HandshakeLimits.maximumProofByteCount else {
                throw HandshakeError.malformed
            }
            proof = try reader.take(proofByteCount)
            try reader.finish()
        } catch let error as HandshakeError {
            throw error
        } catch {
            throw .malformed
        }
    }

    /// Puts a bundle together from a device's own prekeys.
    public init(
        identityKey: IdentityPublicKey, signedPrekey: borrowing SignedPrekey,
        oneTimePrekey: OneTimePrekeyBytes?
    ) {
        self.init(
            identityKey: identityKey, device: signedPrekey.device, createdAt: signedPrekey.createdAt,
            signedPrekeyID: signedPrekey.id, signedPrekey: signedPrekey.publicKey,
            signature: signedPrekey.signature, oneTimePrekey: oneTimePrekey, lastResortKEMPrekey: nil,
            oneTimeKEMPrekey: nil, proof: [])
    }

    package init(
        identityKey: IdentityPublicKey, device: DeviceDescription, createdAt: UInt64,
        signedPrekeyID: PrekeyID, signedPrekey: X25519.PublicKey, signature: [UInt8],
        oneTimePrekey: OneTimePrekeyBytes?, lastResortKEMPrekey: KEMPrekeyBytes?,
        oneTimeKEMPrekey: SignedKEMPrekeyBytes?, proof: [UInt8]
    ) {
        self.identityKey = identityKey
        self.device = device
        self.createdAt = createdAt
        self.signedPrekeyID = signedPrekeyID
        self.signedPrekey = signedPrekey
        self.signature = signature
        self.oneTimePrekey = oneTimePrekey
        self.lastResortKEMPrekey = lastResortKEMPrekey
        self.oneTimeKEMPrekey = oneTimeKEMPrekey
        self.proof = proof
    }

    /// The bundle's bytes, in the layout of HS-2.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = [Suite.x3dh.rawValue, WireKind.prekeyBundle]
        bytes.append(contentsOf: identityKey.encoded)
        device.address.append(to: &bytes)
        bytes.append(u32: device.registrationID.value)
        bytes.append(UInt8(truncatingIfNeeded: device.suites.count))
        bytes.append(contentsOf: device.suites)
        bytes.append(device.capabilities.lowestRatchetVersion)
        bytes.append(u64: createdAt)
        bytes.append(u32: signedPrekeyID.value)
        signedPrekey.appendEncoded(to: &bytes)
        bytes.append(contentsOf: signature)
        if let oneTimePrekey {
            bytes.append(1)
            bytes.append(u32: oneTimePrekey.id.value)
            oneTimePrekey.publicKey.appendEncoded(to: &bytes)
        } else {
            bytes.append(0)
        }
        bytes.append(lastResortKEMPrekey == nil ? 0 : 1)
        lastResortKEMPrekey?.append(to: &bytes)
        bytes.append(oneTimeKEMPrekey == nil ? 0 : 1)
        if let oneTimeKEMPrekey {
            oneTimeKEMPrekey.prekey.append(to: &bytes)
            bytes.append(contentsOf: oneTimeKEMPrekey.signature)
        }
        bytes.append(u16: UInt16(truncatingIfNeeded: proof.count))
        bytes.append(contentsOf: proof)
        return bytes
    }

    package var signedFields: SignedFields {
        SignedFields(
            device: device, createdAt: createdAt, id: signedPrekeyID, publicKey: signedPrekey,
            lastResortKEMPrekey: lastResortKEMPrekey)
    }
}

/// A bundle whose signature and age were checked: what a session can be started with.
public struct VerifiedPrekeyBundle: Hashable, Sendable {
    /// The bundle.
    public let bundle: PrekeyBundle

    fileprivate init(bundle: PrekeyBundle) { self.bundle = bundle }
}

extension PrekeyBundle {
    /// Checks that the bundle is the one of `address`, signed by its identity key, and not stale.
    ///
    /// Whether the identity key is the right one is for who knows the peer to say.
    ///
    /// - Parameters:
    ///   - address: The device that was asked for.
    ///   - instant: Now, in milliseconds since 1970-01-01T00:00:00Z.
    /// - Throws: The first of ``HandshakeError/wrongAddress``, ``HandshakeError/unsupportedSuite``,
    ///   ``HandshakeError/unsupportedRatchetVersion``, ``HandshakeError/signatureInvalid``,
    ///   ``HandshakeError/signedPrekeyTooOld``, ``HandshakeError/signedPrekeyFromTheFuture`` that holds.
    ///
    /// Rule HS-3.
    public func verified(
        for address: Address, at instant: UInt64
    ) throws(HandshakeError) -> VerifiedPrekeyBundle {
        guard device.address == address else { throw .wrongAddress }
        guard device.suites.contains(Suite.x3dh.rawValue) else { throw .unsupportedSuite }
        guard device.capabilities.isSupported else { throw .unsupportedRatchetVersion }
        let signed = signedFields.bytes
        guard identityKey.isValidSignature(signature.span, for: signed.span) else { throw .signatureInvalid }
        guard createdAt >= instant || instant - createdAt <= HandshakeLimits.maximumSignedPrekeyAge else {
            throw .signedPrekeyTooOld
        }
        guard createdAt <= instant || createdAt - instant <= HandshakeLimits.maximumSignedPrekeyLead else {
            throw .signedPrekeyFromTheFuture
        }
        return VerifiedPrekeyBundle(bundle: self)
    }
}

/// The public half of a one-time prekey with its number.
public struct OneTimePrekeyBytes: Hashable, Sendable {
    /// Its number.
    public let id: PrekeyID
    /// The public key.
    public let publicKey: X25519.PublicKey

    /// Takes both.
    public init(id: PrekeyID, publicKey: X25519.PublicKey) {
        self.id = id
        self.publicKey = publicKey
    }
}

/// A KEM prekey as bytes: kept and covered by the signature, not used in suite 1.
package struct KEMPrekeyBytes: Hashable, Sendable {
    package let id: PrekeyID
    package let key: [UInt8]

    package init(id: PrekeyID, key: [UInt8]) {
        self.id = id
        self.key = key
    }

    init(from reader: inout WireReader) throws(WireError) {
        id = PrekeyID(try reader.u32())
        let count = Int(try reader.u16())
        guard (1...HandshakeLimits.maximumKEMByteCount).contains(count) else { throw .malformed }
        key = try reader.take(count)
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(u32: id.value)
        bytes.append(u16: UInt16(truncatingIfNeeded: key.count))
        bytes.append(contentsOf: key)
    }
}

/// A one-time KEM prekey with its own signature.
package struct SignedKEMPrekeyBytes: Hashable, Sendable {
    package let prekey: KEMPrekeyBytes
    package let signature: [UInt8]

    package init(prekey: KEMPrekeyBytes, signature: [UInt8]) {
        self.prekey = prekey
        self.signature = signature
    }
}

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
    public var identityKey: IdentityPublicKey { signed.identityKey }
    /// The device that the bundle claims.
    public var device: DeviceDescription { signed.device }
    /// When the signed prekey was made, in milliseconds.
    public var createdAt: UInt64 { signed.createdAt }
    /// The signed prekey's number.
    public var signedPrekeyID: PrekeyID { signed.id }
    /// The signed prekey.
    public var signedPrekey: X25519.PublicKey { signed.publicKey }
    /// The signature over it, 64 bytes.
    public var signature: [UInt8] { signed.signature }
    /// A one-time prekey, if the server had one left.
    public let oneTimePrekey: OneTimePrekeyBytes?
    package let signed: SignedPrekeyBytes
    package let lastResortKEMPrekey: KEMPrekeyBytes?
    package let oneTimeKEMPrekey: SignedKEMPrekeyBytes?
    package let proof: [UInt8]

    /// Reads a bundle.
    ///
    /// - Throws: ``HandshakeError/unsupportedSuite``, ``HandshakeError/invalidKey``,
    ///   ``HandshakeError/malformed``.
    public init(_ bytes: [UInt8]) throws(HandshakeError) {
        var reader = WireReader(bytes)
        signed = try SignedPrekeyBytes(from: &reader, kind: WireKind.prekeyBundle)
        do {
            oneTimePrekey = try reader.flag() ? try OneTimePrekeyBytes(from: &reader) : nil
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
            signed: SignedPrekeyBytes(identityKey: identityKey, signedPrekey), oneTimePrekey: oneTimePrekey)
    }

    /// The bundle of a device that has neither KEM prekeys nor a proof.
    init(signed: SignedPrekeyBytes, oneTimePrekey: OneTimePrekeyBytes?) {
        self.signed = signed
        self.oneTimePrekey = oneTimePrekey
        lastResortKEMPrekey = nil
        oneTimeKEMPrekey = nil
        proof = []
    }

    package init(
        identityKey: IdentityPublicKey, device: DeviceDescription, createdAt: UInt64,
        signedPrekeyID: PrekeyID, signedPrekey: X25519.PublicKey, signature: [UInt8],
        oneTimePrekey: OneTimePrekeyBytes?, lastResortKEMPrekey: KEMPrekeyBytes?,
        oneTimeKEMPrekey: SignedKEMPrekeyBytes?, proof: [UInt8]
    ) {
        signed = SignedPrekeyBytes(
            identityKey: identityKey, device: device, createdAt: createdAt, id: signedPrekeyID,
            publicKey: signedPrekey, signature: signature)
        self.oneTimePrekey = oneTimePrekey
        self.lastResortKEMPrekey = lastResortKEMPrekey
        self.oneTimeKEMPrekey = oneTimeKEMPrekey
        self.proof = proof
    }

    /// The bundle's bytes, in the layout of HS-2.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        signed.append(to: &bytes, kind: WireKind.prekeyBundle)
        bytes.append(oneTimePrekey == nil ? 0 : 1)
        oneTimePrekey?.append(to: &bytes)
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
        signed.fields(lastResortKEMPrekey: lastResortKEMPrekey)
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

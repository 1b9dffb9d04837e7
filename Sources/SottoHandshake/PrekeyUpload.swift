public import SottoCrypto
public import SottoIdentity
internal import SottoWire

/// What a device hands to its server, so that the server can make bundles.
///
/// Nothing in it is secret. As with a bundle, its form and its keys were checked and nothing in it is
/// believed: the signature covers the signed prekey alone, so a server takes an upload only from the device
/// itself.
///
/// Rules HS-16 to HS-20.
public struct PrekeyUpload: Hashable, Sendable {
    /// The identity key that the upload claims.
    public var identityKey: IdentityPublicKey { signed.identityKey }
    /// The device that the upload claims.
    public var device: DeviceDescription { signed.device }
    /// When the signed prekey was made, in milliseconds.
    public var createdAt: UInt64 { signed.createdAt }
    /// The signed prekey's number.
    public var signedPrekeyID: PrekeyID { signed.id }
    /// The signed prekey.
    public var signedPrekey: X25519.PublicKey { signed.publicKey }
    /// The signature over it, 64 bytes.
    public var signature: [UInt8] { signed.signature }
    /// Whether the one-time prekeys that the server still has of this device are deleted first.
    ///
    /// An upload of another registration than the server's replaces everything of the device, whatever stands here (HS-19):
    /// each installation numbers its prekeys from the start, and keys of two of them in one bundle open nothing.
    public let replacesAll: Bool
    /// The new one-time prekeys, 0 to 1,000, their numbers ascending.
    public let oneTimePrekeys: [OneTimePrekeyBytes]
    package let signed: SignedPrekeyBytes

    /// Reads an upload.
    ///
    /// - Throws: ``HandshakeError/unsupportedSuite``, ``HandshakeError/invalidKey``,
    ///   ``HandshakeError/malformed``.
    /// - Complexity: Linear in the bytes; no agreement and no signature is computed.
    public init(_ bytes: [UInt8]) throws(HandshakeError) {
        var reader = WireReader(bytes)
        signed = try SignedPrekeyBytes(from: &reader, kind: WireKind.prekeyUpload)
        do {
            replacesAll = try reader.flag()
            oneTimePrekeys = try Self.oneTimePrekeys(from: &reader)
            // The places of a last-resort KEM prekey and of one-time KEM prekeys.
            guard try reader.u8() == 0, try reader.u16() == 0 else { throw HandshakeError.malformed }
            try reader.finish()
        } catch let error as HandshakeError {
            throw error
        } catch {
            throw .malformed
        }
    }

    /// Puts an upload together from a device's own prekeys.
    ///
    /// - Throws: ``HandshakeError/malformed`` for more than 1,000 one-time prekeys, or numbers that don't ascend.
    package init(
        identityKey: IdentityPublicKey, signedPrekey: borrowing SignedPrekey,
        oneTimePrekeys: [OneTimePrekeyBytes], replacesAll: Bool
    ) throws(HandshakeError) {
        guard oneTimePrekeys.count <= HandshakeLimits.maximumUploadedPrekeys else { throw .malformed }
        for (left, right) in zip(oneTimePrekeys, oneTimePrekeys.dropFirst()) where left.id >= right.id {
            throw .malformed
        }
        signed = SignedPrekeyBytes(identityKey: identityKey, signedPrekey)
        self.oneTimePrekeys = oneTimePrekeys
        self.replacesAll = replacesAll
    }

    /// The upload's bytes, in the layout of HS-16.
    ///
    /// A device that got no answer sends the same bytes again, and the server does nothing twice.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        signed.append(to: &bytes, kind: WireKind.prekeyUpload)
        bytes.append(replacesAll ? 1 : 0)
        bytes.append(u16: UInt16(truncatingIfNeeded: oneTimePrekeys.count))
        for prekey in oneTimePrekeys { prekey.append(to: &bytes) }
        bytes.append(0)
        bytes.append(u16: 0)
        return bytes
    }

    /// Whether the signature on the signed prekey is the identity key's.
    ///
    /// An initiator checks it again (HS-3); a server that looks finds out about a faulty device sooner. It
    /// says nothing about the one-time prekeys.
    ///
    /// Rule HS-17.
    public var isSignatureValid: Bool {
        let fields = signed.fields(lastResortKEMPrekey: nil).bytes
        return identityKey.isValidSignature(signature.span, for: fields.span)
    }

    /// The bundle that a server makes of the upload.
    ///
    /// - Parameter oneTimePrekey: One that this device uploaded, now or earlier, and that is in no other bundle;
    ///   nothing if there is none left.
    ///
    /// Rule HS-20.
    public func bundle(oneTimePrekey: OneTimePrekeyBytes?) -> PrekeyBundle {
        PrekeyBundle(signed: signed, oneTimePrekey: oneTimePrekey)
    }

    /// Reads the number of one-time prekeys, and so many.
    private static func oneTimePrekeys(from reader: inout WireReader) throws -> [OneTimePrekeyBytes] {
        let count = Int(try reader.u16())
        guard count <= HandshakeLimits.maximumUploadedPrekeys,
            count * OneTimePrekeyBytes.byteCount <= reader.remaining
        else { throw HandshakeError.malformed }
        var prekeys: [OneTimePrekeyBytes] = []
        prekeys.reserveCapacity(count)
        for _ in 0..<count {
            let prekey = try OneTimePrekeyBytes(from: &reader, after: prekeys.last?.id)
            prekeys.append(prekey)
        }
        return prekeys
    }
}

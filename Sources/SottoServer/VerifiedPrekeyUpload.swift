public import SottoHandshake
public import SottoIdentity
internal import SottoCrypto

/// An upload that a server takes: of the device that is logged in, signed, no key twice.
///
/// What it changes at the server is HS-19; the bundles that are made of it are HS-20.
///
/// Rule SV-4.
public struct VerifiedPrekeyUpload: Hashable, Sendable {
    /// The upload.
    public let upload: PrekeyUpload

    fileprivate init(_ upload: PrekeyUpload) { self.upload = upload }

    /// A bundle of the upload's signed prekey and one of the device's one-time prekeys that no other bundle has.
    ///
    /// Rule HS-20.
    public func bundle(oneTimePrekey: OneTimePrekeyBytes?) -> PrekeyBundle {
        upload.bundle(oneTimePrekey: oneTimePrekey)
    }
}

extension PrekeyUpload {
    /// Checks that the upload is of the device that is logged in, signed, and has no key twice.
    ///
    /// Its age isn't asked: a device repeats an upload with the same bytes until it hears that it was taken, so one that
    /// is refused for its age would never be followed by a newer one. Initiators refuse the bundle, and the device
    /// rotates.
    ///
    /// - Parameters:
    ///   - address: The device that is logged in.
    ///   - knownIdentityKey: The identity key that the server has of the user; nil when it has none yet, or lets the user
    ///     begin anew.
    /// - Throws: The first of ``UploadError/wrongAddress``, ``UploadError/wrongIdentityKey``,
    ///   ``UploadError/repeatedKey(_:)``, ``UploadError/signatureInvalid`` that holds.
    /// - Complexity: One XEdDSA check, linear in the prekeys.
    ///
    /// Rule SV-4.
    public func verified(
        from address: Address, knownIdentityKey: IdentityPublicKey?
    ) throws(UploadError) -> VerifiedPrekeyUpload {
        guard device.address == address else { throw .wrongAddress }
        guard knownIdentityKey == nil || knownIdentityKey == identityKey else { throw .wrongIdentityKey }
        var keys: Set<X25519.PublicKey> = [identityKey.key]
        guard keys.insert(signedPrekey).inserted else { throw .repeatedKey(signedPrekeyID) }
        for prekey in oneTimePrekeys where !keys.insert(prekey.publicKey).inserted {
            throw .repeatedKey(prekey.id)
        }
        guard isSignatureValid else { throw .signatureInvalid }
        return VerifiedPrekeyUpload(self)
    }
}

/// Why an upload was refused; a fault of its form is a ``HandshakeError``.
@nonexhaustive
public enum UploadError: Error, Hashable, Sendable {
    /// The upload is of another device than the one that is logged in.
    case wrongAddress
    /// The user has another identity key at the server.
    case wrongIdentityKey
    /// A prekey has the key of another prekey of the upload, or the identity key.
    case repeatedKey(PrekeyID)
    /// The signature on the signed prekey isn't the identity key's.
    case signatureInvalid
}

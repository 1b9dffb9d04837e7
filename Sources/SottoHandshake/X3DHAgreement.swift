package import SottoCrypto
public import SottoIdentity
internal import SottoWire

/// The X3DH key agreement, both sides.
///
/// With ‖ for concatenation and every DH output 32 bytes (X25519, RFC 7748),
///
///     DH1 = DH(IK_A, SPK_B)    DH2 = DH(EK_A, IK_B)
///     DH3 = DH(EK_A, SPK_B)    DH4 = DH(EK_A, OPK_B)      only with a one-time prekey
///     SK  = HKDF-SHA-256(32 zero bytes, 32 × 0xFF ‖ DH1 ‖ DH2 ‖ DH3 [‖ DH4], "Sotto/1 X3DH", 32 bytes)
///     root key ‖ exporter secret = HKDF-SHA-256(32 zero bytes, SK, label ‖ T, 64 bytes)
///
/// Source: *The X3DH Key Agreement Protocol*, revision 1, §2.2 and §3.3. Rules HS-4 to HS-8.
public enum X3DHAgreement {
    /// Derives the secrets of a session with the owner of `bundle`.
    ///
    /// The signature was checked when `bundle` was made, so this can't be reached with an unverified one.
    ///
    /// - Parameters:
    ///   - bundle: The responder's published keys. Without a one-time prekey the first message's forward
    ///     secrecy rests on the signed prekey's rotation (X3DH §4.2 and §4.7).
    ///   - identity: IK_A. Borrowed; neither copied nor stored.
    ///   - device: The initiator, as the responder will know it.
    /// - Throws: ``HandshakeError/keyNotContributory`` if any DH output is all zero.
    /// - Complexity: 3 or 4 agreements, a key pair, 2 HKDF.
    public static func initiate(
        with bundle: VerifiedPrekeyBundle, identity: borrowing IdentityKeyPair, device: DeviceDescription
    ) throws(HandshakeError) -> InitiatedHandshake {
        try initiate(
            with: bundle, identity: identity, device: device, ephemeralKey: X25519.PrivateKey())
    }

    package static func initiate(
        with bundle: VerifiedPrekeyBundle, identity: borrowing IdentityKeyPair, device: DeviceDescription,
        ephemeralKey: consuming X25519.PrivateKey
    ) throws(HandshakeError) -> InitiatedHandshake {
        let their = bundle.bundle
        let part = HandshakePart(
            identityKey: identity.publicKey, device: device, ephemeralKey: ephemeralKey.publicKey,
            signedPrekeyID: their.signedPrekeyID, oneTimePrekeyID: their.oneTimePrekey?.id)
        let transcript = HandshakeTranscript(
            part,
            responder: ResponderKeys(
                identityKey: their.identityKey, device: their.device, signedPrekey: their.signedPrekey,
                oneTimePrekey: their.oneTimePrekey?.publicKey))
        do {
            var input = SecretWriter(byteCount: their.oneTimePrekey == nil ? 128 : 160)
            input.append(curve25519Prefix)
            input.append(try identity.sharedSecret(with: their.signedPrekey))
            input.append(try ephemeralKey.sharedSecret(with: their.identityKey.key))
            input.append(try ephemeralKey.sharedSecret(with: their.signedPrekey))
            if let oneTimePrekey = their.oneTimePrekey {
                input.append(try ephemeralKey.sharedSecret(with: oneTimePrekey.publicKey))
            }
            let secret = try HandshakeSecret(agreements: input.finish())
            return InitiatedHandshake(
                part: part, transcript: transcript, secrets: try secret.sessionSecrets(for: transcript))
        } catch {
            throw .keyNotContributory
        }
    }

    /// Derives the secrets of the session that `part` proposes without a one-time prekey.
    ///
    /// - Parameters:
    ///   - part: What the first message says; its keys were checked when it was parsed.
    ///   - identity: IK_B. Borrowed; neither copied nor stored.
    ///   - signedPrekey: The prekey that `part` names.
    /// - Throws: ``HandshakeError/keyNotContributory`` if any DH output is all zero,
    ///   ``HandshakeError/otherPrekeys`` when `part` names other prekeys.
    /// - Complexity: 3 agreements, 2 HKDF.
    public static func respond(
        to part: HandshakePart, identity: borrowing IdentityKeyPair, signedPrekey: borrowing SignedPrekey
    ) throws(HandshakeError) -> AnsweredHandshake {
        try respond(to: part, identity, signedPrekey, oneTime: nil, nil)
    }

    /// Derives the secrets of the session that `part` proposes with a one-time prekey.
    ///
    /// - Parameters: As for the other, and
    ///   - oneTimePrekey: The one that `part` names. Borrowed: it is to be deleted only when the message has opened.
    /// - Throws: As the other.
    /// - Complexity: 4 agreements, 2 HKDF.
    public static func respond(
        to part: HandshakePart, identity: borrowing IdentityKeyPair, signedPrekey: borrowing SignedPrekey,
        oneTimePrekey: borrowing OneTimePrekey
    ) throws(HandshakeError) -> AnsweredHandshake {
        let agreement: SecretBytes
        do { agreement = try oneTimePrekey.privateKey.sharedSecret(with: part.ephemeralKey) } catch {
            throw .keyNotContributory
        }
        return try respond(
            to: part, identity, signedPrekey,
            oneTime: OneTimePrekeyBytes(id: oneTimePrekey.id, publicKey: oneTimePrekey.publicKey), agreement)
    }

    private static func respond(
        to part: HandshakePart, _ identity: borrowing IdentityKeyPair, _ signedPrekey: borrowing SignedPrekey,
        oneTime: OneTimePrekeyBytes?, _ oneTimeAgreement: consuming SecretBytes?
    ) throws(HandshakeError) -> AnsweredHandshake {
        guard part.signedPrekeyID == signedPrekey.id, part.oneTimePrekeyID == oneTime?.id else {
            throw .otherPrekeys
        }
        let transcript = HandshakeTranscript(
            part,
            responder: ResponderKeys(
                identityKey: identity.publicKey, device: signedPrekey.device,
                signedPrekey: signedPrekey.publicKey, oneTimePrekey: oneTime?.publicKey))
        do {
            var input = SecretWriter(byteCount: oneTime == nil ? 128 : 160)
            input.append(curve25519Prefix)
            input.append(try signedPrekey.privateKey.sharedSecret(with: part.identityKey.key))
            input.append(try identity.sharedSecret(with: part.ephemeralKey))
            input.append(try signedPrekey.privateKey.sharedSecret(with: part.ephemeralKey))
            switch oneTimeAgreement {
            case .some(let agreement): input.append(agreement)
            case .none: break
            }
            let secret = try HandshakeSecret(agreements: input.finish())
            return AnsweredHandshake(
                transcript: transcript, secrets: try secret.sessionSecrets(for: transcript))
        } catch {
            throw .keyNotContributory
        }
    }

    /// F of the specification: 32 bytes 0xFF before the agreements on Curve25519.
    private static let curve25519Prefix = [UInt8](repeating: 0xFF, count: 32)
}

/// What an initiator has after the agreement.
public struct InitiatedHandshake: ~Copyable {
    /// What goes into its messages until a reply.
    public let part: HandshakePart
    /// T.
    public let transcript: HandshakeTranscript
    /// The first root key and what secrets for other uses come from.
    public let secrets: SessionSecrets
}

/// What a responder has after the agreement.
public struct AnsweredHandshake: ~Copyable {
    /// T.
    public let transcript: HandshakeTranscript
    /// The first root key and what secrets for other uses come from.
    public let secrets: SessionSecrets
}

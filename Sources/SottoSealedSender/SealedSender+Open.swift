package import SottoCrypto
public import SottoIdentity
internal import SottoWire

extension SealedSender {
    /// Opens an envelope that was sealed for this device.
    ///
    /// With r our private key, and E, C, tag, and encrypted content from the envelope,
    ///
    ///     seed = C ⊕ pad(DH(r, E));  E must be that of the seed again
    ///     content = certificate, hint, group id, message;  S: the certificate's identity key
    ///     tag must be that of DH(r, S) over all of it and this device;  then the certificate is checked
    ///
    /// Until all of that passed there is one error, ``SealedSenderError/notAuthentic``. Nothing here changes any state.
    ///
    /// - Parameters:
    ///   - bytes: The received form.
    ///   - identity: R. Borrowed; neither copied nor stored.
    ///   - address: Our own address.
    ///   - registrationID: Our own registration.
    ///   - formerRegistrationIDs: Those that this device had before it was restored: what was sealed for one of them may still come.
    ///   - trust: Which certificates are believed.
    ///   - receivedAt: When the server got the envelope, in milliseconds, if it says so.
    ///   - now: Our clock, in milliseconds.
    ///   - cache: Where results of signature checks are kept.
    /// - Throws: The first of ``SealedSenderError/malformed``, ``SealedSenderError/unsupportedSuite``,
    ///   ``SealedSenderError/invalidKey`` by the bytes; then ``SealedSenderError/notAuthentic``,
    ///   ``SealedSenderError/certificate(_:)``, ``SealedSenderError/selfSent``.
    /// - Complexity: One base multiplication, two agreements, two signature checks if the cache knows neither.
    ///
    /// Rules SS-14, SS-17 to SS-19.
    public static func open(
        _ bytes: [UInt8], identity: borrowing IdentityKeyPair, address: Address,
        registrationID: RegistrationID, formerRegistrationIDs: [RegistrationID] = [], trust: CertificateTrust,
        receivedAt: UInt64?, now: UInt64,
        cache: CertificateCache
    ) throws(SealedSenderError) -> OpenedEnvelope {
        let envelope = try ReceivedEnvelope(bytes)
        let recipients = ([registrationID] + formerRegistrationIDs).map {
            SealedRecipient(address: address, registrationID: $0, identityKey: identity.publicKey)
        }
        let content: SealedContent
        do { content = try authenticated(envelope, bytes, identity, recipients) } catch {
            throw .notAuthentic
        }
        let certificate: VerifiedSenderCertificate
        do {
            certificate = try trust.verify(
                content.certificate, receivedAt: receivedAt, now: now, cache: cache)
        } catch {
            throw .certificate(error)
        }
        guard certificate.address != address else { throw .selfSent }
        return OpenedEnvelope(
            certificate: certificate, hint: content.hint, groupID: content.groupID,
            message: content.message)
    }

    /// The content, once seed, E, encryption, form and tag were found to be right.
    private static func authenticated(
        _ envelope: ReceivedEnvelope, _ bytes: [UInt8], _ identity: borrowing IdentityKeyPair,
        _ recipients: [SealedRecipient]
    ) throws -> SealedContent {
        let ourKey = identity.publicKey
        let pad = try SeedPad.pad(
            try identity.sharedSecret(with: envelope.ephemeralKey), ephemeralKey: envelope.ephemeralKey,
            recipient: ourKey)
        let seed = try SealedSeed.found(SeedPad.open(envelope.sealedSeed, with: pad))
        let (found, expected) = (seed.ephemeralKey.encoded, envelope.ephemeralKey.encoded)
        guard ConstantTime.isEqual(found.span, expected.span) else { throw CryptoError.notAuthentic }
        let encrypted = bytes.span.extracting(droppingFirst: SealedWire.receivedHeadByteCount)
        let content = try SealedContent(try seed.open(encrypted))
        let sender = content.certificate.identityKey
        let tags = SealingTag(
            ephemeralKey: envelope.ephemeralKey, sender: sender, encryptedContent: encrypted)
        let key = try SealingTag.key(
            try identity.sharedSecret(with: sender.key), sender: sender, recipient: ourKey)
        for recipient in recipients {
            let tag = try tags.tag(sealedSeed: envelope.sealedSeed, recipient: recipient, key: key)
            if tag.withSpan({ ConstantTime.isEqual($0, envelope.tag.span) }) { return content }
        }
        throw CryptoError.notAuthentic
    }
}

/// An envelope of one recipient, taken apart; nothing of it is believed.
///
///     suite ‖ kind 5 ‖ E (33) ‖ C (32) ‖ tag (16) ‖ KEM slot (0) ‖ encrypted content
///
/// Rule SS-14.
package struct ReceivedEnvelope {
    package let ephemeralKey: X25519.PublicKey
    package let sealedSeed: Bytes32
    package let tag: [UInt8]

    /// Checks the form of an envelope, the length of the encrypted content included.
    package init(_ bytes: [UInt8]) throws(SealedSenderError) {
        var reader = WireReader(bytes)
        do {
            ephemeralKey = try reader.envelopeStart(kind: SealedWire.receivedKind)
            sealedSeed = try Bytes32(try reader.take(SealedWire.sealedSeedByteCount))
            tag = try reader.take(SealedWire.tagByteCount)
            // The place of a KEM ciphertext: empty in suite 1.
            guard try reader.u8() == 0,
                SealedSenderLimits.encryptedContentByteCounts.contains(reader.remaining)
            else { throw SealedSenderError.malformed }
        } catch let error as SealedSenderError {
            throw error
        } catch {
            throw .malformed
        }
    }
}

extension WireReader {
    /// Reads suite, kind and E of an envelope.
    package mutating func envelopeStart(kind: UInt8) throws -> X25519.PublicKey {
        guard remaining > 0 else { throw SealedSenderError.malformed }
        guard try u8() == SealedWire.suite else { throw SealedSenderError.unsupportedSuite }
        guard try u8() == kind else { throw SealedSenderError.malformed }
        let encoded = try take(X25519.PublicKey.encodedByteCount)
        do { return try X25519.PublicKey(encoded: encoded) } catch { throw SealedSenderError.invalidKey }
    }
}

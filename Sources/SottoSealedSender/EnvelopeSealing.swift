package import SottoCrypto
package import SottoIdentity
internal import SottoWire

/// One envelope while it is made: the content is encrypted, recipients follow one by one.
///
/// Nothing is checked here that SS-16 asks for.
///
/// Rules SS-10 to SS-13.
package struct EnvelopeSealing: ~Copyable {
    /// The content under the seed's key, the same for all recipients.
    package let encryptedContent: [UInt8]
    private let seed: SealedSeed
    private let tags: SealingTag
    /// What the last recipient's identity key gave; the next recipient is often another device of the same user.
    private var last: RecipientKeys?

    /// Encrypts the content.
    package static func started(
        _ message: [UInt8], hint: UInt8, groupID: [UInt8], certificate: SenderCertificate,
        identity: borrowing IdentityKeyPair, random: borrowing SecretBytes
    ) throws(CryptoError) -> EnvelopeSealing {
        let randomCount = random.count
        var buffer: [UInt8] = []
        buffer.reserveCapacity(
            randomCount + 4 + certificate.encodedByteCount + groupID.count + message.count)
        buffer.append(random)
        SealedContent.append(message, hint: hint, groupID: groupID, certificate: certificate, to: &buffer)
        defer { SecretBytes.wipe(&buffer) }
        let seed = try SealedSeed.hedged(buffer.span, for: identity)
        let encrypted = try seed.seal(buffer.span.extracting(droppingFirst: randomCount))
        let tags = SealingTag(
            ephemeralKey: seed.ephemeralKey, sender: identity.publicKey, encryptedContent: encrypted.span)
        return EnvelopeSealing(seed, encrypted, tags)
    }

    private init(_ seed: consuming SealedSeed, _ encryptedContent: [UInt8], _ tags: SealingTag) {
        self.seed = seed
        self.encryptedContent = encryptedContent
        self.tags = tags
        last = nil
    }

    /// Appends suite, kind and E.
    package borrowing func appendStart(kind: UInt8, to bytes: inout [UInt8]) {
        bytes.append(SealedWire.suite)
        bytes.append(kind)
        seed.ephemeralKey.appendEncoded(to: &bytes)
    }

    /// Appends C, the tag and the empty KEM slot of one recipient.
    package mutating func appendSeal(
        for recipient: SealedRecipient, identity: borrowing IdentityKeyPair, to bytes: inout [UInt8]
    ) throws(CryptoError) {
        let keys: RecipientKeys
        switch last.take() {
        case .some(let known) where known.identityKey == recipient.identityKey: keys = known
        default: keys = try RecipientKeys.of(recipient.identityKey, seed, identity)
        }
        let tag = try tags.tag(sealedSeed: keys.sealedSeed, recipient: recipient, key: keys.tagKey)
        keys.sealedSeed.append(to: &bytes)
        bytes.append(tag)
        bytes.append(0)
        last = consume keys
    }
}

/// What one identity key gives in one envelope.
struct RecipientKeys: ~Copyable {
    let identityKey: IdentityPublicKey
    /// C.
    let sealedSeed: Bytes32
    let tagKey: SecretBytes

    static func of(
        _ theirKey: IdentityPublicKey, _ seed: borrowing SealedSeed, _ identity: borrowing IdentityKeyPair
    ) throws(CryptoError) -> RecipientKeys {
        let pad = try SeedPad.pad(
            try seed.sharedSecret(with: theirKey), ephemeralKey: seed.ephemeralKey, recipient: theirKey)
        let tagKey = try SealingTag.key(
            try identity.sharedSecret(with: theirKey.key), sender: identity.publicKey, recipient: theirKey)
        return RecipientKeys(
            identityKey: theirKey, sealedSeed: SeedPad.seal(seed.seed, with: pad), tagKey: tagKey)
    }
}

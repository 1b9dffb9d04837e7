internal import SottoCrypto
internal import SottoIdentity
internal import SottoWire

/// C: the seed of an envelope as one identity key can open it.
///
///     pad = BLAKE2b-256(DH(e, R), list("Sotto/1 sealed seed", E, R))        C = seed ⊕ pad
///
/// Nothing in C itself is authenticated; whoever opens it computes E from the seed again.
///
/// Rule SS-12.
enum SeedPad {
    /// The pad, from DH(e, R).
    static func pad(
        _ agreement: borrowing SecretBytes, ephemeralKey: X25519.PublicKey, recipient: IdentityPublicKey
    ) throws(CryptoError) -> SecretBytes {
        var list = LabelledList("Sotto/1 sealed seed", capacity: 112)
        list.item(byteCount: 33) { ephemeralKey.appendEncoded(to: &$0) }
        list.item(byteCount: 33) { recipient.key.appendEncoded(to: &$0) }
        return try BLAKE2b.authenticate(list.bytes.span, with: agreement, byteCount: 32)
    }

    /// seed ⊕ pad.
    static func seal(_ seed: borrowing SecretBytes, with pad: borrowing SecretBytes) -> Bytes32 {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        seed.withSpan { seed in
            pad.withSpan { pad in
                for index in 0..<min(seed.count, pad.count) { bytes.append(seed[index] ^ pad[index]) }
            }
        }
        // Both have 32 bytes.
        return Bytes32(bytes, at: 0) ?? .zero
    }

    /// C ⊕ pad.
    static func open(_ sealed: Bytes32, with pad: borrowing SecretBytes) -> SecretBytes {
        var writer = SecretWriter(byteCount: 32)
        sealed.withSpan { sealed in
            pad.withSpan { pad in
                for index in 0..<min(sealed.count, pad.count) {
                    writer.append(u8: sealed[index] ^ pad[index])
                }
            }
        }
        return writer.finish()
    }
}

/// What ties an envelope to its sender and to one recipient, deniably: 16 bytes.
///
///     tag key = BLAKE2b-256(DH(S, R), list("Sotto/1 sealing key", S, R))
///     tag     = BLAKE2b-128(tag key, list("Sotto/1 sealing tag", suite, E, C, S, R, address, registration id,
///                                         BLAKE2b-256(encrypted content)))
///
/// Rule SS-13.
struct SealingTag {
    private let start: LabelledList
    private let sender: IdentityPublicKey
    private let contentHash: Bytes32

    /// Prepares what the tags of one envelope share.
    init(ephemeralKey: X25519.PublicKey, sender: IdentityPublicKey, encryptedContent: Span<UInt8>) {
        var list = LabelledList("Sotto/1 sealing tag", capacity: 80)
        list.item(u8: SealedWire.suite)
        list.item(byteCount: 33) { ephemeralKey.appendEncoded(to: &$0) }
        start = list
        self.sender = sender
        contentHash = ContentHash(encryptedContent).bytes
    }

    /// The key of all tags between two identity keys, from DH(S, R).
    static func key(
        _ agreement: borrowing SecretBytes, sender: IdentityPublicKey, recipient: IdentityPublicKey
    ) throws(CryptoError) -> SecretBytes {
        var list = LabelledList("Sotto/1 sealing key", capacity: 112)
        list.item(byteCount: 33) { sender.key.appendEncoded(to: &$0) }
        list.item(byteCount: 33) { recipient.key.appendEncoded(to: &$0) }
        return try BLAKE2b.authenticate(list.bytes.span, with: agreement, byteCount: 32)
    }

    /// The tag for one recipient.
    func tag(
        sealedSeed: Bytes32, recipient: SealedRecipient, key: borrowing SecretBytes
    ) throws(CryptoError) -> SecretBytes {
        let addressByteCount = recipient.address.encodedByteCount
        var list = LabelledList(startingWith: start, capacity: 240 + addressByteCount)
        list.item(byteCount: 32) { sealedSeed.append(to: &$0) }
        list.item(byteCount: 33) { sender.key.appendEncoded(to: &$0) }
        list.item(byteCount: 33) { recipient.identityKey.key.appendEncoded(to: &$0) }
        list.item(byteCount: addressByteCount) { recipient.address.append(to: &$0) }
        list.item(u32: recipient.registrationID.value)
        list.item(byteCount: 32) { contentHash.append(to: &$0) }
        return try BLAKE2b.authenticate(
            list.bytes.span, with: key, byteCount: SealedWire.tagByteCount)
    }
}

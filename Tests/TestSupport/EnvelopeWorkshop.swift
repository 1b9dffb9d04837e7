public import SottoCrypto
public import SottoIdentity
public import SottoSealedSender
internal import SottoWire

/// Takes received forms apart and makes others, from primitives alone: what a hostile recipient or sender can do.
///
/// Written after `Specs/SealedSender.md`, SS-11 to SS-14.
public struct EnvelopeWorkshop {
    /// The seed, as somebody found it who may open the envelope.
    public var seed: [UInt8]
    /// The decrypted content.
    public var content: [UInt8]
    /// e, if another one than the seed's is to be used.
    public var otherEphemeral: [UInt8]?
    /// The tag, if another one than the right one is to be used.
    public var otherTag: [UInt8]?

    /// Starts from a seed and content of one's own.
    public init(seed: [UInt8], content: [UInt8]) {
        self.seed = seed
        self.content = content
    }

    /// Opens an envelope up to its content, with a recipient's key.
    public init(_ bytes: [UInt8], as recipient: SealingDevice) throws {
        let ephemeralKey = try X25519.PublicKey(encoded: Array(bytes[2..<35]))
        let pad = try Self.pad(
            recipient.identity.sharedSecret(with: ephemeralKey), ephemeralKey, recipient.recipient)
        seed = zip(bytes[35..<67], pad.exposeBytes()).map { $0 ^ $1 }
        content = []
        let key = try Self.keys(seed).duplicate(of: 0..<32)
        let (data, nonce) = (Self.associatedData(ephemeralKey), [UInt8](repeating: 0, count: 24))
        content = try XChaCha20Poly1305.open(
            Array(bytes[84...]).span, associatedData: data.span, nonce: nonce.span, with: key)
    }

    /// The tag of a received form.
    public static func tag(of bytes: [UInt8]) -> [UInt8] { Array(bytes[67..<83]) }

    /// The received form, with a tag that a holder of DH(S, R) makes.
    public func sealed(
        from sender: IdentityPublicKey, to recipient: SealedRecipient, agreement: borrowing SecretBytes
    ) throws -> [UInt8] {
        let keys = try Self.keys(seed)
        let key = keys.duplicate(of: 0..<32)
        let scalar = otherEphemeral ?? keys.exposeBytes(of: 32..<64)
        let ephemeral = try X25519.PrivateKey(SecretBytes(copying: scalar.span))
        let ephemeralKey = ephemeral.publicKey
        let (data, nonce) = (Self.associatedData(ephemeralKey), [UInt8](repeating: 0, count: 24))
        let encrypted = try XChaCha20Poly1305.seal(
            content.span, associatedData: data.span, nonce: nonce.span, with: key)
        let pad = try Self.pad(
            ephemeral.sharedSecret(with: recipient.identityKey.key), ephemeralKey, recipient)
        let sealedSeed = zip(seed, pad.exposeBytes()).map { $0 ^ $1 }

        var keyList = LabelledList("Sotto/1 sealing key")
        keyList.item(sender.encoded)
        keyList.item(recipient.identityKey.encoded)
        let tagKey = try BLAKE2b.authenticate(keyList.bytes.span, with: agreement, byteCount: 32)
        var list = LabelledList("Sotto/1 sealing tag")
        list.item(u8: 1)
        list.item(ephemeralKey.encoded)
        list.item(sealedSeed)
        list.item(sender.encoded)
        list.item(recipient.identityKey.encoded)
        list.item(recipient.address.encoded)
        list.item(u32: recipient.registrationID.value)
        list.item(try BLAKE2b.hash(encrypted.span, byteCount: 32))
        let tag = try BLAKE2b.authenticate(list.bytes.span, with: tagKey, byteCount: 16)
        return [1, 5] + ephemeralKey.encoded + sealedSeed + (otherTag ?? tag.exposeBytes()) + [0] + encrypted
    }

    /// content key ‖ e.
    private static func keys(_ seed: [UInt8]) throws -> SecretBytes {
        try KDFBLAKE2b.derive(
            byteCount: 64, id: 1, context: KDFBLAKE2b.Context("SottoSS1"),
            from: SecretBytes(copying: seed.span))
    }

    private static func associatedData(_ ephemeralKey: X25519.PublicKey) -> [UInt8] {
        var list = LabelledList("Sotto/1 sealed content")
        list.item(u8: 1)
        list.item(ephemeralKey.encoded)
        return list.bytes
    }

    private static func pad(
        _ agreement: borrowing SecretBytes, _ ephemeralKey: X25519.PublicKey, _ recipient: SealedRecipient
    ) throws -> SecretBytes {
        var list = LabelledList("Sotto/1 sealed seed")
        list.item(ephemeralKey.encoded)
        list.item(recipient.identityKey.encoded)
        return try BLAKE2b.authenticate(list.bytes.span, with: agreement, byteCount: 32)
    }
}

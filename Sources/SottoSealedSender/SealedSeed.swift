package import SottoCrypto
internal import SottoIdentity
internal import SottoWire

/// The secret of one envelope: who has it can read the content.
///
///     hedge = KDF-BLAKE2b(s, id 1, "SottoSH1", 32 bytes)               s: the sender's private identity key
///     seed  = BLAKE2b-256(hedge, 32 random bytes ‖ content)
///     content key ‖ e = KDF-BLAKE2b(seed, id 1, "SottoSS1", 64 bytes)        E = e · B
///
/// Rules SS-10, SS-11.
package struct SealedSeed: ~Copyable {
    package let seed: SecretBytes
    private let contentKey: SecretBytes
    private let ephemeral: X25519.PrivateKey

    /// E.
    package var ephemeralKey: X25519.PublicKey { ephemeral.publicKey }

    /// The random bytes that enter a seed.
    package static let randomByteCount = 32

    /// The seed of what follows the random bytes at the start of `randomAndContent`.
    static func hedged(
        _ randomAndContent: Span<UInt8>, for identity: borrowing IdentityKeyPair
    ) throws(CryptoError) -> SealedSeed {
        let identitySecret = identity.exposePrivateKey()
        let hedge = try KDFBLAKE2b.derive(
            byteCount: 32, id: 1, context: SealedContexts.hedge, from: identitySecret)
        return try found(try BLAKE2b.authenticate(randomAndContent, with: hedge, byteCount: 32))
    }

    /// The seed that a recipient found.
    package static func found(_ seed: consuming SecretBytes) throws(CryptoError) -> SealedSeed {
        let keys = try KDFBLAKE2b.derive(byteCount: 64, id: 1, context: SealedContexts.keys, from: seed)
        let ephemeral = try X25519.PrivateKey(keys.duplicate(of: 32..<64))
        return SealedSeed(seed, keys.duplicate(of: 0..<32), ephemeral)
    }

    private init(
        _ seed: consuming SecretBytes, _ contentKey: consuming SecretBytes,
        _ ephemeral: consuming X25519.PrivateKey
    ) {
        self.seed = seed
        self.contentKey = contentKey
        self.ephemeral = ephemeral
    }

    /// DH(e, R).
    borrowing func sharedSecret(with theirKey: IdentityPublicKey) throws(CryptoError) -> SecretBytes {
        try ephemeral.sharedSecret(with: theirKey.key)
    }

    /// Encrypts the content; the result is 16 bytes longer.
    package borrowing func seal(_ content: Span<UInt8>) throws(CryptoError) -> [UInt8] {
        let data = associatedData
        return try XChaCha20Poly1305.seal(
            content, associatedData: data.span, nonce: Self.nonce.span, with: contentKey)
    }

    /// Opens encrypted content.
    package borrowing func open(_ encrypted: Span<UInt8>) throws(CryptoError) -> [UInt8] {
        let data = associatedData
        return try XChaCha20Poly1305.open(
            encrypted, associatedData: data.span, nonce: Self.nonce.span, with: contentKey)
    }

    private var associatedData: [UInt8] {
        var list = LabelledList("Sotto/1 sealed content", capacity: 80)
        list.item(u8: SealedWire.suite)
        list.item(byteCount: 33) { ephemeralKey.appendEncoded(to: &$0) }
        return list.bytes
    }

    // The key serves once: the content goes into the seed, so another content has another key.
    private static let nonce = [UInt8](repeating: 0, count: XChaCha20Poly1305.nonceByteCount)
}

/// The contexts of this module's key derivations.
enum SealedContexts {
    static let hedge = KDFBLAKE2b.Context("SottoSH1")
    static let keys = KDFBLAKE2b.Context("SottoSS1")
    static let accessKey = KDFBLAKE2b.Context("SottoAK1")
}

internal import SottoCrypto

/// The chain step and what a message key gives.
///
///     next chain key ‖ message key = KDF-BLAKE2b(chain key, id 1, "SottoSK1", 64 bytes)
///     cipher key ‖ nonce key       = KDF-BLAKE2b(message key, id 1, "SottoGM1", 64 bytes)
///     commitment                   = KDF-BLAKE2b(message key, id 2, "SottoGM1", 32 bytes)
///
/// Rules GR-11 and GR-12.
enum SenderChainKey {
    private static let chainContext = KDFBLAKE2b.Context("SottoSK1")

    /// One chain step: next chain key ‖ message key.
    @inline(__always)
    static func step(_ key: borrowing SecretBytes) -> SecretBytes {
        KDFBLAKE2b.derive64(context: chainContext, from: key)
    }

    /// The key `count` places further, 32 bytes.
    static func advanced(_ key: borrowing SecretBytes, by count: UInt32) -> SecretBytes {
        var block = key.duplicate(of: 0..<32)
        for _ in 0..<count { block = step(block) }
        return block.duplicate(of: 0..<32)
    }

    /// Whether both begin with the same 32 bytes.
    static func isEqual(_ left: borrowing SecretBytes, _ right: borrowing SecretBytes) -> Bool {
        left.withSpan(of: 0..<32) { left in
            right.withSpan(of: 0..<32) { right in ConstantTime.isEqual(left, right) }
        }
    }
}

/// What one message is sealed with.
struct GroupMessageKeys: ~Copyable {
    /// cipher key ‖ nonce key.
    let keys: SecretBytes
    /// Tells one message key from every other, and nothing about it.
    let commitment: SecretBytes

    private static let context = KDFBLAKE2b.Context("SottoGM1")

    /// Takes the message key, the 32 bytes of `block` at `offset`.
    init(of block: borrowing SecretBytes, at offset: Int) throws(CryptoError) {
        let keys = try KDFBLAKE2b.derive(
            byteCount: SyntheticNonceAEAD.keysByteCount, id: 1, context: Self.context, from: block, at: offset
        )
        let commitment = try KDFBLAKE2b.derive(
            byteCount: 32, id: 2, context: Self.context, from: block, at: offset)
        self.keys = keys
        self.commitment = commitment
    }
}

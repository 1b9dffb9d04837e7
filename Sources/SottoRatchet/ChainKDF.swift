public import SottoCrypto

/// KDF_CK of the specification, as a static choice of the ratchet.
public protocol ChainKDF {
    /// One chain step: 64 bytes, next chain key ‖ message key.
    ///
    /// The ratchet stops the process when the result has another length: messages would have no key.
    ///
    /// - Parameter chainKey: The chain key is its first 32 bytes; what follows is not read.
    static func step(_ chainKey: borrowing SecretBytes) -> SecretBytes
}

extension ChainKDF {
    /// One chain step, its length checked.
    @inline(__always)
    static func checkedStep(_ chainKey: borrowing SecretBytes) -> SecretBytes {
        let block = step(chainKey)
        precondition(block.count == 64, "a chain step gives 64 bytes")
        return block
    }
}

/// The chain step of this library: `crypto_kdf_blake2b`, one compression.
///
///     next chain key ‖ message key = KDF-BLAKE2b(chain key, id 1, "SottoDR1", 64 bytes)
///
/// Rule DR-2.
public enum BLAKE2bChainKDF: ChainKDF {
    private static let context = KDFBLAKE2b.Context("SottoDR1")

    /// One chain step.
    ///
    /// Stops the process when the secret has fewer than 32 bytes: chain keys of the ratchet never do.
    @inline(__always)
    public static func step(_ chainKey: borrowing SecretBytes) -> SecretBytes {
        KDFBLAKE2b.derive64(context: context, from: chainKey)
    }
}

/// The chain step that the specification recommends, for comparison with other libraries.
///
///     message key = HMAC-SHA-256(chain key, 0x01)    next chain key = HMAC-SHA-256(chain key, 0x02)
///
/// Rule DR-13. Source: *The Double Ratchet Algorithm*, §5.2 (revision 1).
public enum HMACChainKDF: ChainKDF {
    /// One chain step.
    public static func step(_ chainKey: borrowing SecretBytes) -> SecretBytes {
        let key = chainKey.duplicate(of: 0..<32)
        let one: [UInt8] = [0x01]
        let two: [UInt8] = [0x02]
        var writer = SecretWriter(byteCount: 64)
        writer.append(HMACSHA256.authenticate(two.span, with: key))
        writer.append(HMACSHA256.authenticate(one.span, with: key))
        return writer.finish()
    }
}

internal import Clibsodium

/// Random bytes for public use: nonces, identifiers, shuffles.
///
/// Secrets are made by ``SecretBytes/random(byteCount:)``.
public enum Random {
    /// Makes `count` random bytes; fewer than zero counts as none.
    public static func bytes(_ count: Int) -> [UInt8] {
        Sodium.start()
        guard count > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            if let base = buffer.baseAddress {
                unsafe randombytes_buf(base, count)
                written = count
            }
        }
    }

    /// A uniformly distributed number below `bound`; 0 for a bound of 0.
    public static func number(below bound: UInt32) -> UInt32 {
        Sodium.start()
        return randombytes_uniform(bound)
    }
}

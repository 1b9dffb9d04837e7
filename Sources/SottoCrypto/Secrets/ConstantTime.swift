internal import Clibsodium

/// Comparison of bytes in a time that does not depend on where they differ.
public enum ConstantTime {
    /// Whether both hold the same bytes; the lengths are public.
    public static func isEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe left.withPointer { l in
            unsafe right.withPointer { r in unsafe sodium_memcmp(l, r, left.count) == 0 }
        }
    }
}

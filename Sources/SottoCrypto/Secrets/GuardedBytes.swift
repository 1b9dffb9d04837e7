internal import Clibsodium

/// Secret bytes in guarded memory: for identity and storage keys.
///
/// The block comes from `sodium_malloc`: locked in memory where the system allows it, left out of core
/// dumps, between inaccessible pages, made read-only once it is filled, wiped on release. One block
/// takes about 27 µs and three pages, and a process gets some 16,000, so session keys use
/// ``SecretBytes``.
///
/// Sendable though it holds a pointer: it owns the block alone, and nothing changes it once it is filled.
@safe
public struct GuardedBytes: ~Copyable, @unchecked Sendable {
    let base: UnsafeMutablePointer<UInt8>

    /// The number of bytes.
    public let count: Int

    /// Makes `count` bytes whose content `fill` sets, then makes the block read-only.
    ///
    /// - Throws: ``CryptoError/outOfMemory`` when the system gives no block.
    init(
        byteCount count: Int, unsafeFilledBy fill: (UnsafeMutablePointer<UInt8>) -> Void
    ) throws(CryptoError) {
        Sodium.start()
        guard let raw = unsafe sodium_malloc(max(1, count)) else { throw .outOfMemory }
        unsafe base = raw.bindMemory(to: UInt8.self, capacity: max(1, count))
        self.count = count
        unsafe fill(base)
        _ = unsafe sodium_mprotect_readonly(raw)
    }

    /// Takes a copy of a secret.
    ///
    /// - Throws: ``CryptoError/outOfMemory`` when the system gives no block.
    public init(copying secret: borrowing SecretBytes) throws(CryptoError) {
        let source = unsafe secret.base
        let count = secret.count
        unsafe try self.init(byteCount: count) { unsafe $0.update(from: source, count: count) }
    }

    deinit {
        unsafe sodium_free(base)
    }

    /// Lends the bytes for the time of one call.
    public borrowing func withSpan<R: ~Copyable, E: Error>(
        _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        unsafe try body(Span(_unsafeStart: base, count: count))
    }

    /// An unguarded copy, wiped when it ends.
    public borrowing func duplicate() -> SecretBytes {
        unsafe SecretBytes(byteCount: count) { unsafe $0.update(from: base, count: count) }
    }

    /// Whether both hold the same bytes, in a time that depends on the lengths alone.
    public borrowing func isEqual(to other: borrowing GuardedBytes) -> Bool {
        guard count == other.count else { return false }
        return unsafe sodium_memcmp(base, other.base, count) == 0
    }
}

extension GuardedBytes {
    /// Makes `count` random bytes.
    ///
    /// - Throws: ``CryptoError/outOfMemory`` when the system gives no block.
    public static func random(byteCount count: Int) throws(CryptoError) -> GuardedBytes {
        unsafe try GuardedBytes(byteCount: max(0, count)) { unsafe randombytes_buf($0, max(0, count)) }
    }
}

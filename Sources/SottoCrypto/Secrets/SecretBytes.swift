internal import Clibsodium

/// Secret bytes in a heap block of their own that is wiped when the value ends.
///
/// Cannot be copied, printed, compared with `==` or put into an array; it is lent by closure. The
/// block never moves, so nothing of it stays behind on the stack or in a reallocated array.
///
/// Sendable though it holds a pointer: it owns the block alone, and only who holds it as `var` can change it.
///
/// Memory: one heap block. Cost: about 15 ns to make and to wipe a small block.
@safe
public struct SecretBytes: ~Copyable, @unchecked Sendable {
    let base: UnsafeMutablePointer<UInt8>

    /// The number of bytes.
    public let count: Int

    /// Makes `count` zero bytes for this module to fill.
    package init(zeroedByteCount count: Int) {
        unsafe base = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
        unsafe base.initialize(repeating: 0, count: count)
        self.count = count
    }

    /// Makes `count` bytes whose content `fill` sets in full.
    @inline(__always)
    init(byteCount count: Int, unsafeFilledBy fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        unsafe base = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
        self.count = count
        unsafe fill(base)
    }

    /// Takes a copy of `bytes`; the caller's own copy is the caller's to wipe.
    public init(copying bytes: Span<UInt8>) {
        let target = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
        unsafe bytes.withUnsafeBufferPointer { source in
            if let first = source.baseAddress { unsafe target.update(from: first, count: source.count) }
        }
        unsafe base = target
        count = bytes.count
    }

    /// Takes a copy of `bytes` and overwrites the array with zeros.
    ///
    /// Other arrays that share the storage of this one keep their content.
    public init(consuming bytes: inout [UInt8]) {
        self.init(copying: bytes.span)
        SecretBytes.wipe(&bytes)
    }

    deinit {
        unsafe sodium_memzero(base, count)
        unsafe base.deallocate()
    }

    /// Lends the bytes for the time of one call.
    @inline(__always)
    public borrowing func withSpan<R: ~Copyable, E: Error>(
        _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        unsafe try body(Span(_unsafeStart: base, count: count))
    }

    /// Lends the bytes of `range`; the range is cut to what is there.
    package borrowing func withSpan<R: ~Copyable, E: Error>(
        of range: Range<Int>, _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        let range = range.clamped(to: 0..<count)
        return unsafe try body(Span(_unsafeStart: base + range.lowerBound, count: range.count))
    }

    /// Copies the bytes of `range`, cut to what is there, out into an array that nothing wipes.
    package borrowing func exposeBytes(of range: Range<Int>) -> [UInt8] {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return [] }
        return unsafe [UInt8](byteCount: range.count) { target in
            unsafe target.update(from: base + range.lowerBound, count: range.count)
            return range.count
        }
    }

    /// Copies the bytes out into an array that nothing wipes.
    ///
    /// For keys that the caller has to hand to another library.
    public borrowing func exposeBytes() -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: base, count: count))
    }

    /// A second block with the same content.
    package borrowing func duplicate() -> SecretBytes {
        unsafe SecretBytes(byteCount: count) { unsafe $0.update(from: base, count: count) }
    }

    /// A second block with the content of `range`, cut to what is there.
    package borrowing func duplicate(of range: Range<Int>) -> SecretBytes {
        let range = range.clamped(to: 0..<count)
        return unsafe SecretBytes(byteCount: range.count) {
            unsafe $0.update(from: base + range.lowerBound, count: range.count)
        }
    }

    /// Overwrites `range` with zeros; the range is cut to what is there.
    package mutating func wipe(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<count)
        unsafe sodium_memzero(base + range.lowerBound, range.count)
    }

    /// Copies `source[range]` to `offset` of this block; nothing happens unless all of it fits.
    package mutating func copy(_ source: borrowing SecretBytes, _ range: Range<Int>, to offset: Int) {
        guard range.lowerBound >= 0, range.upperBound <= source.count, offset >= 0,
            offset <= count - range.count
        else { return }
        unsafe (base + offset).update(from: source.base + range.lowerBound, count: range.count)
    }

    /// Overwrites an array's bytes with zeros in a way that the optimiser keeps.
    package static func wipe(_ array: inout [UInt8]) {
        unsafe array.withUnsafeMutableBytes {
            if let base = $0.baseAddress { unsafe sodium_memzero(base, $0.count) }
        }
    }

    /// Whether both hold the same bytes, in a time that depends on the lengths alone.
    public borrowing func isEqual(to other: borrowing SecretBytes) -> Bool {
        guard count == other.count else { return false }
        return unsafe sodium_memcmp(base, other.base, count) == 0
    }
}

extension SecretBytes {
    /// Makes `count` random bytes.
    public static func random(byteCount count: Int) -> SecretBytes {
        Sodium.start()
        return unsafe SecretBytes(byteCount: max(0, count)) { unsafe randombytes_buf($0, max(0, count)) }
    }
}

/// Thirty-two public bytes in place: a public key, a digest, a transcript.
///
/// Holds nothing secret; it is copied, compared and printed freely. Secrets are ``SecretBytes``.
public struct Bytes32: Hashable, Sendable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Thirty-two zero bytes.
    package static let zero = Bytes32(littleEndianWords: (0, 0, 0, 0))

    /// The number of bytes: 32.
    public static let byteCount = 32

    /// Reads 32 bytes.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` unless `bytes` has 32.
    public init(_ bytes: Span<UInt8>) throws(CryptoError) {
        guard bytes.count == 32 else { throw .wrongLength(expected: 32, actual: bytes.count) }
        words = unsafe bytes.withUnsafeBytes { unsafe Self.words(at: $0) }
    }

    /// Reads 32 bytes.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` unless `bytes` has 32.
    public init(_ bytes: [UInt8]) throws(CryptoError) { try self.init(bytes.span) }

    /// Reads the 32 bytes that start at `offset`, or nothing when fewer are left.
    package init?(_ bytes: borrowing [UInt8], at offset: Int) {
        guard offset >= 0, bytes.count >= 32, offset <= bytes.count - 32 else { return nil }
        words = unsafe bytes.withUnsafeBytes {
            unsafe Self.words(at: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + 32]))
        }
    }

    /// `first` ‖ length ‖ `bytes` ‖ zeros, or nothing when there are more than 30 bytes.
    package init?(_ first: UInt8, counted bytes: borrowing [UInt8]) {
        guard bytes.count <= 30 else { return nil }
        let count = bytes.count
        words = unsafe bytes.withUnsafeBufferPointer { source in
            unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { target in
                unsafe target.initialize(repeating: 0)
                guard let base = target.baseAddress else { return (0, 0, 0, 0) }
                unsafe base[0] = first
                unsafe base[1] = UInt8(truncatingIfNeeded: count)
                if let bytes = source.baseAddress { unsafe (base + 2).update(from: bytes, count: count) }
                return unsafe Self.words(at: UnsafeRawBufferPointer(target))
            }
        }
    }

    /// Makes 32 bytes by letting `fill` write them.
    init(unsafeFilledBy fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        words = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { buffer in
            unsafe buffer.initialize(repeating: 0)
            guard let base = buffer.baseAddress else { return (0, 0, 0, 0) }
            unsafe fill(base)
            return unsafe Self.words(at: UnsafeRawBufferPointer(buffer))
        }
    }

    private static func words(at source: UnsafeRawBufferPointer) -> (UInt64, UInt64, UInt64, UInt64) {
        unsafe (
            source.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
            source.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
            source.loadUnaligned(fromByteOffset: 16, as: UInt64.self),
            source.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
        )
    }

    /// The bytes as four numbers, least significant byte first.
    var littleEndianWords: (UInt64, UInt64, UInt64, UInt64) {
        (words.0.littleEndian, words.1.littleEndian, words.2.littleEndian, words.3.littleEndian)
    }

    init(littleEndianWords w: (UInt64, UInt64, UInt64, UInt64)) {
        words = (w.0.littleEndian, w.1.littleEndian, w.2.littleEndian, w.3.littleEndian)
    }

    /// The same bytes with others instead of the first eight.
    package func withHead(_ head: UInt64) -> Bytes32 {
        Bytes32(
            littleEndianWords: (
                head.byteSwapped, words.1.littleEndian, words.2.littleEndian, words.3.littleEndian
            ))
    }

    /// Eight bytes, then sixteen, then zeros.
    package init(head: UInt64, _ rest: (UInt64, UInt64)) {
        self.init(littleEndianWords: (head.byteSwapped, rest.0.byteSwapped, rest.1.byteSwapped, 0))
    }

    /// The bytes as an array.
    public var bytes: [UInt8] {
        var result = [UInt8]()
        result.reserveCapacity(32)
        append(to: &result)
        return result
    }

    /// Appends the 32 bytes to `array`.
    public func append(to array: inout [UInt8]) {
        unsafe withUnsafeBytes(of: words) { unsafe array.append(contentsOf: $0) }
    }

    /// Lends the 32 bytes for the time of one call.
    public func withSpan<R: ~Copyable, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        let copy = self
        return unsafe try copy.withPointer { (pointer) throws(E) -> R in
            unsafe try body(Span(_unsafeStart: pointer, count: 32))
        }
    }

    @inline(__always)
    func withPointer<R: ~Copyable, E: Error>(
        _ body: (UnsafePointer<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        unsafe try withUnsafePointer(to: words) { (tuple) throws(E) -> R in
            unsafe try tuple.withMemoryRebound(to: UInt8.self, capacity: 32) { (bytes) throws(E) -> R in
                unsafe try body(bytes)
            }
        }
    }

    /// Whether the values are the same.
    public static func == (left: Bytes32, right: Bytes32) -> Bool { left.words == right.words }

    /// Feeds the bytes into a hasher.
    public func hash(into hasher: inout Hasher) {
        unsafe withUnsafeBytes(of: words) { unsafe hasher.combine(bytes: $0) }
    }

    /// Eight bytes that differ for different bytes unless somebody knows `secret`, nearly always: for hash tables.
    ///
    /// The secret goes into both factors of each product, so that no choice of bytes makes one zero.
    package func folded(with secret: UInt64) -> UInt64 {
        let other = secret << 32 | secret >> 32
        let first = (words.0 ^ secret ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: words.1 ^ other)
        let second = (words.2 ^ other ^ 0xC2B2_AE3D_27D4_EB4F).multipliedFullWidth(by: words.3 ^ secret)
        return first.high ^ first.low ^ (second.high &+ second.low &* 3)
    }
}

extension Bytes32: CustomStringConvertible {
    /// The bytes in lower-case hex.
    public var description: String { Hex.encode(bytes.span) }
}

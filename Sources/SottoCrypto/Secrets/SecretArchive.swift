/// Writes a secret record of known length piece by piece, into one wiped block or where the record is to lie.
///
/// What doesn't fit is left out.
@safe
package struct SecretWriter: ~Copyable {
    /// The block that the record is in, unless somebody else lends the place.
    private var block: SecretBytes?
    @usableFromInline package let base: UnsafeMutablePointer<UInt8>
    @usableFromInline package let count: Int
    @usableFromInline package var offset = 0

    package init(byteCount: Int) {
        let block = SecretBytes(zeroedByteCount: byteCount)
        unsafe base = block.base
        count = byteCount
        self.block = consume block
    }

    /// Writes to `place`, which outlives the writer; ``fillUp()`` ends it.
    init(unsafeInto place: UnsafeMutablePointer<UInt8>, byteCount: Int) {
        block = nil
        unsafe base = place
        count = byteCount
    }

    /// The place of the next `byteCount` bytes, or nothing when there is no room for them.
    @inlinable
    @inline(__always)
    package mutating func next(_ byteCount: Int) -> UnsafeMutablePointer<UInt8>? {
        guard byteCount >= 0, byteCount <= count - offset else { return nil }
        defer { offset += byteCount }
        return unsafe base + offset
    }

    package mutating func append(_ bytes: Span<UInt8>) {
        guard let place = unsafe next(bytes.count) else { return }
        unsafe bytes.withUnsafeBufferPointer { source in
            if let first = source.baseAddress { unsafe place.update(from: first, count: source.count) }
        }
    }

    package mutating func append(_ bytes: [UInt8]) { append(bytes.span) }

    package mutating func append(_ bytes: Bytes32) {
        guard let place = unsafe next(Bytes32.byteCount) else { return }
        unsafe bytes.withPointer { unsafe place.update(from: $0, count: Bytes32.byteCount) }
    }

    package mutating func append(_ secret: borrowing SecretBytes, _ range: Range<Int>) {
        guard range.lowerBound >= 0, range.upperBound <= secret.count, let place = unsafe next(range.count)
        else { return }
        unsafe place.update(from: secret.base + range.lowerBound, count: range.count)
    }

    package mutating func append(_ secret: borrowing SecretBytes) { append(secret, 0..<secret.count) }

    @inlinable
    @inline(__always)
    package mutating func append(u8 value: UInt8) { append(value) }

    @inlinable
    @inline(__always)
    package mutating func append(u16 value: UInt16) { append(value.bigEndian) }

    @inlinable
    @inline(__always)
    package mutating func append(u32 value: UInt32) { append(value.bigEndian) }

    @inlinable
    @inline(__always)
    package mutating func append(u64 value: UInt64) { append(value.bigEndian) }

    @inlinable
    @inline(__always)
    package mutating func append<N: FixedWidthInteger & BitwiseCopyable>(_ value: N) {
        guard let place = unsafe next(MemoryLayout<N>.size) else { return }
        unsafe UnsafeMutableRawPointer(place).storeBytes(of: value, as: N.self)
    }

    package mutating func appendZeros(_ count: Int) {
        guard let place = unsafe next(count) else { return }
        unsafe place.initialize(repeating: 0, count: count)
    }

    /// Makes zeros of what wasn't written.
    mutating func fillUp() {
        assert(offset == count, "a record has the length it was given")
        appendZeros(count - offset)
    }

    package consuming func finish() -> SecretBytes {
        assert(offset == count, "a record has the length it was given")
        switch consume block {
        case .some(let block): return block
        case .none: return SecretBytes(zeroedByteCount: 0)
        }
    }
}

extension [UInt8] {
    /// Appends `count` secret bytes, 1 or more, that `write` writes in place; whoever holds the array wipes it.
    package mutating func append(secretByteCount count: Int, _ write: (inout SecretWriter) -> Void) {
        append(addingCapacity: count) { (span: inout OutputSpan<UInt8>) in
            unsafe span.withUnsafeMutableBufferPointer { buffer, written in
                guard let base = buffer.baseAddress else { return }
                var writer = unsafe SecretWriter(unsafeInto: base + written, byteCount: count)
                write(&writer)
                writer.fillUp()
                written += count
            }
        }
    }
}

/// Reads a secret record; every length is checked against what is left.
package struct SecretReader: ~Copyable {
    private let block: SecretBytes
    private var offset = 0

    /// The record is not what its format says.
    package struct Corrupt: Error {
        package init() {}
    }

    package init(_ block: consuming SecretBytes) { self.block = block }

    package var remaining: Int { block.count - offset }

    private mutating func next(_ count: Int) throws(Corrupt) -> Range<Int> {
        guard count >= 0, count <= remaining else { throw Corrupt() }
        defer { offset += count }
        return offset..<offset + count
    }

    package mutating func secret(_ count: Int) throws(Corrupt) -> SecretBytes {
        block.duplicate(of: try next(count))
    }

    /// Copies `count` bytes to `offset` of another block.
    package mutating func copy(_ count: Int, to target: inout SecretBytes, at offset: Int) throws(Corrupt) {
        target.copy(block, try next(count), to: offset)
    }

    /// Takes public bytes out of the record.
    package mutating func bytes(_ count: Int) throws(Corrupt) -> [UInt8] {
        block.exposeBytes(of: try next(count))
    }

    package mutating func bytes32() throws(Corrupt) -> Bytes32 {
        let range = try next(32)
        return unsafe Bytes32(unsafeFilledBy: {
            unsafe $0.update(from: block.base + range.lowerBound, count: 32)
        })
    }

    private mutating func number(_ count: Int) throws(Corrupt) -> UInt64 {
        let range = try next(count)
        return block.withSpan(of: range) { span in
            var value: UInt64 = 0
            for index in span.indices { value = value << 8 | UInt64(span[index]) }
            return value
        }
    }

    package mutating func u8() throws(Corrupt) -> UInt8 { UInt8(truncatingIfNeeded: try number(1)) }
    package mutating func u16() throws(Corrupt) -> UInt16 { UInt16(truncatingIfNeeded: try number(2)) }
    package mutating func u32() throws(Corrupt) -> UInt32 { UInt32(truncatingIfNeeded: try number(4)) }
    package mutating func u64() throws(Corrupt) -> UInt64 { try number(8) }

    package mutating func flag() throws(Corrupt) -> Bool {
        switch try u8() {
        case 0: return false
        case 1: return true
        default: throw Corrupt()
        }
    }

    /// Checks that the next `count` bytes are zero, without a branch on them.
    package mutating func zeros(_ count: Int) throws(Corrupt) {
        let range = try next(count)
        let sum: UInt8 = block.withSpan(of: range) { span in
            var sum: UInt8 = 0
            for index in span.indices { sum |= span[index] }
            return sum
        }
        guard sum == 0 else { throw Corrupt() }
    }

    package func finish() throws(Corrupt) {
        guard remaining == 0 else { throw Corrupt() }
    }
}

/// Writes a secret record of known length piece by piece into one wiped block.
package struct SecretWriter: ~Copyable {
    private var block: SecretBytes
    private var offset = 0

    package init(byteCount: Int) { block = SecretBytes(zeroedByteCount: byteCount) }

    package mutating func append(_ bytes: Span<UInt8>) {
        block.copy(bytes, to: offset)
        offset += bytes.count
    }

    package mutating func append(_ bytes: [UInt8]) { append(bytes.span) }

    package mutating func append(_ bytes: Bytes32) {
        block.copy(bytes, to: offset)
        offset += Bytes32.byteCount
    }

    package mutating func append(_ secret: borrowing SecretBytes, _ range: Range<Int>) {
        block.copy(secret, range, to: offset)
        offset += range.count
    }

    package mutating func append(_ secret: borrowing SecretBytes) { append(secret, 0..<secret.count) }

    package mutating func append(u8 value: UInt8) { append(number: UInt64(value), byteCount: 1) }

    package mutating func append(u16 value: UInt16) {
        append(number: UInt64(value), byteCount: 2)
    }

    package mutating func append(u32 value: UInt32) {
        append(number: UInt64(value), byteCount: 4)
    }

    package mutating func append(u64 value: UInt64) { append(number: value, byteCount: 8) }

    @inline(__always)
    private mutating func append(number value: UInt64, byteCount: Int) {
        block.set(value, byteCount: byteCount, at: offset)
        offset += byteCount
    }

    /// Leaves `count` bytes zero.
    package mutating func appendZeros(_ count: Int) { offset += count }

    package consuming func finish() -> SecretBytes {
        assert(offset == block.count, "a record has the length it was given")
        return block
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

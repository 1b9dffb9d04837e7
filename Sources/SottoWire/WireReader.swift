/// A bounded reader: every length is checked against what is left before anything is taken.
///
/// Rules: EN-1, EN-2, EN-10.
package struct WireReader {
    /// All of the bytes, read or not.
    @usableFromInline package let bytes: [UInt8]

    /// The position of the next byte.
    @usableFromInline package internal(set) var offset: Int

    @inlinable
    package init(_ bytes: [UInt8], at offset: Int = 0) {
        self.bytes = bytes
        self.offset = min(max(0, offset), bytes.count)
    }

    /// How many bytes are left.
    @inlinable
    package var remaining: Int { bytes.count - offset }

    /// Takes `count` bytes.
    package mutating func take(_ count: Int) throws(WireError) -> [UInt8] {
        guard count >= 0, count <= remaining else { throw .malformed }
        var result: [UInt8] = []
        result.append(contentsOf: bytes[offset..<offset + count])
        offset += count
        return result
    }

    /// Passes over `count` bytes and returns where they start.
    @inlinable
    package mutating func skip(_ count: Int) throws(WireError) -> Int {
        guard count >= 0, count <= remaining else { throw .malformed }
        defer { offset += count }
        return offset
    }

    @inlinable
    package mutating func u8() throws(WireError) -> UInt8 {
        guard remaining >= 1 else { throw .malformed }
        defer { offset += 1 }
        return bytes[offset]
    }

    @inlinable
    package mutating func u16() throws(WireError) -> UInt16 {
        UInt16(truncatingIfNeeded: try bigEndian(2))
    }

    @inlinable
    package mutating func u32() throws(WireError) -> UInt32 {
        UInt32(truncatingIfNeeded: try bigEndian(4))
    }

    @inlinable
    package mutating func u64() throws(WireError) -> UInt64 { try bigEndian(8) }

    @inlinable
    package mutating func bigEndian(_ count: Int) throws(WireError) -> UInt64 {
        guard count <= remaining else { throw .malformed }
        var value: UInt64 = 0
        for index in offset..<offset + count { value = value << 8 | UInt64(bytes[index]) }
        offset += count
        return value
    }

    /// Reads a `varint` of EN-2: 0 to 2^31 − 1 in its shortest form.
    @inlinable
    package mutating func varint() throws(WireError) -> UInt32 {
        var value: UInt64 = 0
        for position in 0..<5 {
            let byte = try u8()
            value |= UInt64(byte & 0x7F) << (7 * UInt64(position))
            if byte & 0x80 == 0 {
                guard position == 0 || byte != 0, value <= UInt64(WireLimits.maximumVarint) else {
                    throw .malformed
                }
                return UInt32(truncatingIfNeeded: value)
            }
        }
        throw .malformed
    }

    /// Reads a byte that says whether something follows: 0 or 1.
    package mutating func flag() throws(WireError) -> Bool {
        switch try u8() {
        case 0: false
        case 1: true
        default: throw .malformed
        }
    }

    /// Checks that every byte was read.
    @inlinable
    package func finish() throws(WireError) {
        guard remaining == 0 else { throw .malformed }
    }
}

/// What the encodings can hold.
package enum WireLimits {
    /// The largest `varint`: counters never meet a sign bit.
    @inlinable package static var maximumVarint: UInt32 { 0x7FFF_FFFF }
}

/// Writing of the formats of `Specs/Encoding.md` to the end of an array.
///
/// Rules: EN-1 to EN-3.
extension [UInt8] {
    package mutating func append(u16 value: UInt16) {
        append(UInt8(truncatingIfNeeded: value >> 8))
        append(UInt8(truncatingIfNeeded: value))
    }

    package mutating func append(u32 value: UInt32) { append(bigEndian: UInt64(value) << 32, byteCount: 4) }

    package mutating func append(u64 value: UInt64) { append(bigEndian: value, byteCount: 8) }

    /// Appends the highest bytes of a number, in one piece.
    @inline(__always)
    private mutating func append(bigEndian value: UInt64, byteCount: Int) {
        append(addingCapacity: byteCount) { span in
            for index in 0..<byteCount {
                span.append(UInt8(truncatingIfNeeded: value >> (56 - 8 * UInt64(index))))
            }
        }
    }

    /// Appends `count` zero bytes, in one piece.
    package mutating func append(zeros count: Int) {
        guard count > 0 else { return }
        append(addingCapacity: count) { $0.append(repeating: 0, count: count) }
    }

    /// Appends a `varint`; the caller keeps values within EN-2.
    package mutating func append(varint value: UInt32) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }
}

/// The length-prefixed list of EN-3, which is hashed or signed and never parsed.
package struct LabelledList {
    /// The encoded list.
    package private(set) var bytes: [UInt8]

    /// Starts a list with its label.
    package init(_ label: StaticString, capacity: Int = 512) {
        bytes = []
        bytes.reserveCapacity(capacity)
        item(ascii: label)
    }

    /// Starts a list as another one that has its label.
    package init(startingWith list: LabelledList, capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
        bytes.append(contentsOf: list.bytes)
    }

    package mutating func item(_ value: [UInt8]) {
        bytes.append(u32: UInt32(truncatingIfNeeded: value.count))
        bytes.append(contentsOf: value)
    }

    package mutating func item(ascii text: StaticString) {
        let characters = text.description.utf8
        bytes.append(u32: UInt32(truncatingIfNeeded: characters.count))
        bytes.append(contentsOf: characters)
    }

    package mutating func item(u8 value: UInt8) {
        bytes.append(u32: 1)
        bytes.append(value)
    }

    package mutating func item(u32 value: UInt32) {
        bytes.append(u32: 4)
        bytes.append(u32: value)
    }

    package mutating func item(u64 value: UInt64) {
        bytes.append(u32: 8)
        bytes.append(u64: value)
    }

    /// Appends an absent item.
    package mutating func absent() { bytes.append(u32: 0) }

    /// Appends an item of known length that `write` adds.
    package mutating func item(byteCount: Int, _ write: (inout [UInt8]) -> Void) {
        bytes.append(u32: UInt32(truncatingIfNeeded: byteCount))
        write(&bytes)
    }
}

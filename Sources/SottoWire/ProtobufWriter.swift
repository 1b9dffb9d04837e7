/// Writes protobuf to the end of an array, varints in their shortest form.
///
/// Rules CN-1 and CN-2.
package struct ProtobufWriter {
    /// What was written so far.
    package private(set) var bytes: [UInt8] = []

    package init() { bytes.reserveCapacity(128) }

    package mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    package mutating func tag(_ number: UInt32, _ wireType: ProtobufWireType) {
        varint(UInt64(number) << 3 | UInt64(wireType.rawValue))
    }

    /// Writes a field that is a number.
    package mutating func number(_ number: UInt32, _ value: UInt64) {
        tag(number, .varint)
        varint(value)
    }

    /// Writes a field that is text.
    package mutating func text(_ number: UInt32, _ value: String) {
        let text = value.utf8
        tag(number, .delimited)
        varint(UInt64(text.count))
        bytes.append(contentsOf: text)
    }

    /// Writes a field that is bytes.
    package mutating func data(_ number: UInt32, _ value: [UInt8]) {
        tag(number, .delimited)
        varint(UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    /// Writes eight bytes, the highest first.
    package mutating func word(_ value: UInt64) {
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// Writes fields that are encoded already.
    package mutating func raw(_ fields: [UInt8]) { bytes.append(contentsOf: fields) }

    /// Starts a field whose length isn't known yet.
    ///
    /// - Returns: What ``end(_:)`` needs to know.
    package mutating func begin(_ number: UInt32) -> Int {
        tag(number, .delimited)
        bytes.append(0)
        return bytes.count
    }

    /// Ends the field that was started last, and writes its length.
    package mutating func end(_ start: Int) {
        guard start >= 1, start <= bytes.count else { return }
        let count = bytes.count - start
        if count < 0x80 {
            bytes[start - 1] = UInt8(count)
        } else {
            var length = ProtobufWriter()
            length.varint(UInt64(count))
            bytes.replaceSubrange(start - 1..<start, with: length.bytes)
        }
    }
}

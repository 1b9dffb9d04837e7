/// Bytes that aren't a protobuf message of the form that Specs/Messages.md allows.
@frozen
package enum ProtobufError: Error, Hashable, Sendable {
    /// A number, a length or a value goes past the end.
    case truncated
    /// A varint of more than ten bytes, or of more than 64 bits.
    case overlongVarint
    /// A field number of 0 or above 2^29 − 1.
    case fieldNumber
    /// A group, or a wire type that doesn't exist.
    case wireType
    /// Text that isn't UTF-8.
    case invalidText
    /// More than ``ProtobufLimits/nesting`` messages in one another.
    case tooDeep
}

/// What the reader accepts.
package enum ProtobufLimits {
    /// Messages in one another, the outermost counted: no schema of ours goes further than six.
    @inlinable package static var nesting: Int { 16 }
    /// The largest field number of protobuf.
    @inlinable package static var fieldNumber: UInt64 { (1 << 29) - 1 }
}

/// How a field's value is written.
@frozen
package enum ProtobufWireType: UInt8, Hashable, Sendable {
    case varint = 0
    case fixed64 = 1
    case delimited = 2
    case fixed32 = 5
}

/// What stands before a value: its field's number and how it is written.
@frozen
package struct ProtobufTag: Hashable, Sendable {
    package let number: UInt32
    package let wireType: ProtobufWireType

    @inlinable
    package init(number: UInt32, wireType: ProtobufWireType) {
        self.number = number
        self.wireType = wireType
    }
}

/// A bounded reader of protobuf: every length is checked against what is left before anything is taken.
///
/// Varints needn't be of the shortest form, as in protobuf. Groups are refused. One reader reads a message and
/// those inside it, between ``enter()`` and ``leave(_:)``. What is inlinable is so because it is called for each byte
/// or field, from another module. Rules CN-1 to CN-3.
package struct ProtobufReader {
    @usableFromInline let bytes: [UInt8]
    @usableFromInline var end: Int
    @usableFromInline var depth = 1

    /// The position of the next byte in the outermost message.
    @usableFromInline package internal(set) var offset = 0

    /// Where an entered message stands in its outer one.
    package struct Outer {
        @usableFromInline let end: Int

        @inlinable
        init(end: Int) { self.end = end }
    }

    /// Starts at the outermost message.
    @inlinable
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        end = bytes.count
    }

    @inlinable
    package var isAtEnd: Bool { offset >= end }

    /// Reads what stands before the next value; nil at the end.
    @inlinable
    package mutating func tag() throws(ProtobufError) -> ProtobufTag? {
        guard offset < end else { return nil }
        let value = try varint()
        let number = value >> 3
        guard number >= 1, number <= ProtobufLimits.fieldNumber else { throw .fieldNumber }
        guard let wireType = ProtobufWireType(rawValue: UInt8(value & 7)) else { throw .wireType }
        return ProtobufTag(number: UInt32(number), wireType: wireType)
    }

    @inlinable
    package mutating func varint() throws(ProtobufError) -> UInt64 {
        // Most numbers have one byte.
        if offset < end, bytes[offset] < 0x80 {
            defer { offset += 1 }
            return UInt64(bytes[offset])
        }
        return try longVarint()
    }

    package mutating func longVarint() throws(ProtobufError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while offset < end {
            let byte = bytes[offset]
            offset += 1
            if shift == 63 {
                guard byte <= 1 else { throw .overlongVarint }
                return value | UInt64(byte) << 63
            }
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
        throw .truncated
    }

    /// Reads a length and returns where what it counts stands.
    @inlinable
    package mutating func delimited() throws(ProtobufError) -> Range<Int> {
        let count = try varint()
        guard count <= UInt64(end - offset) else { throw .truncated }
        let range = offset..<offset + Int(count)
        offset = range.upperBound
        return range
    }

    /// Reads the length of what follows and returns where that ends.
    package mutating func delimitedEnd() throws(ProtobufError) -> Int {
        let range = try delimited()
        offset = range.lowerBound
        return range.upperBound
    }

    /// Reads length-delimited bytes.
    package mutating func data() throws(ProtobufError) -> [UInt8] { Array(bytes[try delimited()]) }

    /// Reads length-delimited text.
    package mutating func text() throws(ProtobufError) -> String {
        guard let text = String(validating: bytes[try delimited()], as: UTF8.self) else { throw .invalidText }
        return text
    }

    /// Reads eight bytes, the first being the highest, from a position that was read already.
    package func word(at position: Int) -> UInt64 {
        guard position >= 0, position <= offset - 8 else { return 0 }
        var value: UInt64 = 0
        for index in position..<position + 8 { value = value << 8 | UInt64(bytes[index]) }
        return value
    }

    /// Starts at a message that is a field of this one.
    ///
    /// - Returns: What ``leave(_:)`` needs.
    @inlinable
    package mutating func enter() throws(ProtobufError) -> Outer {
        let range = try delimited()
        guard depth < ProtobufLimits.nesting else { throw .tooDeep }
        depth += 1
        return narrow(to: range)
    }

    /// Goes on behind a message that was entered and read to its end.
    @inlinable
    package mutating func leave(_ outer: Outer) {
        offset = end
        end = outer.end
        depth -= 1
    }

    /// Goes back to a field that was passed over.
    ///
    /// - Parameter range: What ``delimited()`` returned.
    package mutating func enter(_ range: Range<Int>) throws(ProtobufError) -> Outer {
        guard depth < ProtobufLimits.nesting else { throw .tooDeep }
        depth += 1
        return narrow(to: range.clamped(to: 0..<end))
    }

    @inlinable
    mutating func narrow(to range: Range<Int>) -> Outer {
        let outer = Outer(end: end)
        offset = range.lowerBound
        end = range.upperBound
        return outer
    }

    /// The bytes of a field that was passed over.
    package func bytes(of range: Range<Int>) -> [UInt8] { Array(bytes[range.clamped(to: 0..<bytes.count)]) }

    /// Passes over a value.
    package mutating func skip(_ wireType: ProtobufWireType) throws(ProtobufError) {
        switch wireType {
        case .varint: _ = try varint()
        case .fixed64: try skip(8)
        case .delimited: _ = try delimited()
        case .fixed32: try skip(4)
        }
    }

    private mutating func skip(_ count: Int) throws(ProtobufError) {
        guard count <= end - offset else { throw .truncated }
        offset += count
    }

    /// What was read since `start`, a position that this reader had.
    package func read(since start: Int) -> ArraySlice<UInt8> {
        bytes[max(0, min(start, offset))..<offset]
    }
}

/// Bytes that aren't a protobuf message of the form that Specs/Messages.md allows.
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
    package static let nesting = 16
    /// The largest field number of protobuf.
    package static let fieldNumber: UInt64 = (1 << 29) - 1
}

/// How a field's value is written.
package enum ProtobufWireType: UInt8, Hashable, Sendable {
    case varint = 0
    case fixed64 = 1
    case delimited = 2
    case fixed32 = 5
}

/// What stands before a value: its field's number and how it is written.
package struct ProtobufTag: Hashable, Sendable {
    package let number: UInt32
    package let wireType: ProtobufWireType
}

/// A bounded reader of protobuf: every length is checked against what is left before anything is taken.
///
/// Varints needn't be of the shortest form, as in protobuf. Groups are refused. Rules CN-1 to CN-3.
package struct ProtobufReader {
    private let bytes: [UInt8]
    private let end: Int
    private let depth: Int

    /// The position of the next byte in the outermost message.
    package private(set) var offset: Int

    /// Starts at the outermost message.
    package init(_ bytes: [UInt8]) {
        self.init(bytes: bytes, range: 0..<bytes.count, depth: 1)
    }

    private init(bytes: [UInt8], range: Range<Int>, depth: Int) {
        self.bytes = bytes
        self.depth = depth
        offset = range.lowerBound
        end = range.upperBound
    }

    package var isAtEnd: Bool { offset >= end }

    /// Reads what stands before the next value; nil at the end.
    package mutating func tag() throws(ProtobufError) -> ProtobufTag? {
        guard offset < end else { return nil }
        let value = try varint()
        let number = value >> 3
        guard number >= 1, number <= ProtobufLimits.fieldNumber else { throw .fieldNumber }
        guard let wireType = ProtobufWireType(rawValue: UInt8(value & 7)) else { throw .wireType }
        return ProtobufTag(number: UInt32(number), wireType: wireType)
    }

    package mutating func varint() throws(ProtobufError) -> UInt64 {
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
    package mutating func delimited() throws(ProtobufError) -> Range<Int> {
        let count = try varint()
        guard count <= UInt64(end - offset) else { throw .truncated }
        let range = offset..<offset + Int(count)
        offset = range.upperBound
        return range
    }

    /// Reads length-delimited bytes.
    package mutating func data() throws(ProtobufError) -> [UInt8] { Array(bytes[try delimited()]) }

    /// Reads length-delimited text.
    package mutating func text() throws(ProtobufError) -> String {
        guard let text = String(validating: bytes[try delimited()], as: UTF8.self) else { throw .invalidText }
        return text
    }

    /// Starts at a message that is a field of this one.
    package mutating func nested() throws(ProtobufError) -> ProtobufReader {
        let range = try delimited()
        guard depth < ProtobufLimits.nesting else { throw .tooDeep }
        return ProtobufReader(bytes: bytes, range: range, depth: depth + 1)
    }

    /// Starts at packed numbers, which aren't a message.
    package mutating func packed() throws(ProtobufError) -> ProtobufReader {
        ProtobufReader(bytes: bytes, range: try delimited(), depth: depth)
    }

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

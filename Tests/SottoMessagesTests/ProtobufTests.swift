import SottoWire
import Testing

/// Rules CN-1 and CN-2.
@Suite("Protobuf")
struct ProtobufTests {
    @Test("refuses what goes past the end, is overlong, a group or too deep")
    func refusals() throws {
        #expect(throws: ProtobufError.truncated) {
            var reader = ProtobufReader([5, 1])
            return try reader.data()
        }
        #expect(throws: ProtobufError.truncated) {
            var reader = ProtobufReader([UInt8](repeating: 0xFF, count: 9) + [1])
            return try reader.delimited()
        }
        for last: UInt8 in [2, 0x80, 0x81] {
            #expect(throws: ProtobufError.overlongVarint) {
                var reader = ProtobufReader([UInt8](repeating: 0x80, count: 9) + [last, 0])
                return try reader.varint()
            }
        }
        for byte: UInt8 in [0x0B, 0x0C, 0x0E, 0x0F] {
            #expect(throws: ProtobufError.wireType) {
                var reader = ProtobufReader([byte])
                return try reader.tag()
            }
        }
        #expect(throws: ProtobufError.fieldNumber) {
            var reader = ProtobufReader([0])
            return try reader.tag()
        }
        var bytes: [UInt8] = []
        for _ in 0..<40 { bytes.insert(UInt8(bytes.count), at: 0) }
        var reader = ProtobufReader(bytes)
        for _ in 1..<ProtobufLimits.nesting { _ = try reader.enter() }
        #expect(throws: ProtobufError.tooDeep) { _ = try reader.enter() }
    }

    @Test("reads numbers that aren't of the shortest form", arguments: [0, 127, 128, UInt64.max])
    func numbers(_ value: UInt64) throws {
        var writer = ProtobufWriter()
        writer.varint(value)
        var reader = ProtobufReader(writer.bytes)
        #expect(try reader.varint() == value)
        var long = ProtobufReader([0x81, 0x80, 0])
        #expect(try long.varint() == 1)
    }

    @Test("writes the length of what is longer than it looked", arguments: [0, 127, 128, 20_000])
    func lengths(_ count: Int) throws {
        var writer = ProtobufWriter()
        let start = writer.begin(1)
        writer.raw([UInt8](repeating: 7, count: count))
        writer.end(start)
        var reader = ProtobufReader(writer.bytes)
        _ = try reader.tag()
        #expect(try reader.data().count == count)
        #expect(reader.isAtEnd)
    }
}

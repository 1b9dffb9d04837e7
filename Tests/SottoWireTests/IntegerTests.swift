import SottoWire
import TestSupport
import Testing

/// Rule EN-1.
@Suite("Fixed-width integers")
struct IntegerTests {
    @Test("are big-endian")
    func order() {
        var bytes: [UInt8] = []
        bytes.append(u16: 0x0102)
        bytes.append(u32: 0x0304_0506)
        bytes.append(u64: 0x0708_090A_0B0C_0D0E)
        #expect(bytes == Array(1...14))
    }

    @Test("are read as they were written", arguments: 0..<100)
    func roundTrip(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let (a, b, c) = (UInt16.random(using: &generator), UInt32.random(using: &generator), generator.next())
        var bytes: [UInt8] = []
        bytes.append(u16: a)
        bytes.append(u32: b)
        bytes.append(u64: c)
        var reader = WireReader(bytes)
        #expect(try reader.u16() == a)
        #expect(try reader.u32() == b)
        #expect(try reader.u64() == c)
        try reader.finish()
    }

    @Test("are refused when a byte is missing, and nothing is taken then", arguments: 0..<8)
    func truncation(_ count: Int) throws {
        let bytes = [UInt8](repeating: 1, count: count)
        var reader = WireReader(bytes)
        #expect(throws: WireError.malformed) { try reader.u64() }
        #expect(reader.remaining == count)
        if count < 4 { #expect(throws: WireError.malformed) { try reader.u32() } }
        if count < 2 { #expect(throws: WireError.malformed) { try reader.u16() } }
        if count < 1 { #expect(throws: WireError.malformed) { try reader.u8() } }
        #expect(reader.remaining == count)
    }
}

extension FixedWidthInteger {
    fileprivate static func random(using generator: inout SeededGenerator) -> Self {
        random(in: .min ... .max, using: &generator)
    }
}

/// Rule EN-2.
@Suite("Varints")
struct VarintTests {
    private func decode(_ bytes: [UInt8]) throws -> UInt32 {
        var reader = WireReader(bytes)
        let value = try reader.varint()
        try reader.finish()
        return value
    }

    @Test(
        "have the shortest form",
        arguments: [
            (0, [0]), (1, [1]), (127, [0x7F]), (128, [0x80, 1]), (16_383, [0xFF, 0x7F]),
            (16_384, [0x80, 0x80, 1]),
            (0x1F_FFFF, [0xFF, 0xFF, 0x7F]), (0x20_0000, [0x80, 0x80, 0x80, 1]),
            (0x0FFF_FFFF, [0xFF, 0xFF, 0xFF, 0x7F]), (0x1000_0000, [0x80, 0x80, 0x80, 0x80, 1]),
            (0x7FFF_FFFF, [0xFF, 0xFF, 0xFF, 0xFF, 7]),
        ] as [(UInt32, [UInt8])])
    func values(_ value: UInt32, _ bytes: [UInt8]) throws {
        var written: [UInt8] = []
        written.append(varint: value)
        #expect(written == bytes)
        #expect(try decode(bytes) == value)
    }

    @Test("round-trip", arguments: 0..<32)
    func roundTrip(_ bits: UInt32) throws {
        var generator = SeededGenerator(seed: UInt64(bits))
        for _ in 0..<200 {
            let value =
                UInt32(truncatingIfNeeded: generator.next()) & (bits == 0 ? 0 : 0xFFFF_FFFF >> (32 - bits))
            guard value <= WireLimits.maximumVarint else { continue }
            var bytes: [UInt8] = []
            bytes.append(varint: value)
            #expect(try decode(bytes) == value)
        }
    }

    @Test(
        "are refused when they aren't minimal",
        arguments: [
            [0x80, 0], [0xFF, 0], [0x80, 0x80, 0], [0x81, 0x80, 0], [0x80, 0x80, 0x80, 0],
            [0x80, 0x80, 0x80, 0x80, 0],
        ] as [[UInt8]])
    func notMinimal(_ bytes: [UInt8]) {
        #expect(throws: WireError.malformed) { try decode(bytes) }
    }

    @Test(
        "are refused beyond 2^31 − 1, minus one included",
        arguments: [
            [0x80, 0x80, 0x80, 0x80, 8], [0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
            [0x80, 0x80, 0x80, 0x80, 0x10], [0x80, 0x80, 0x80, 0x80, 0x80, 0],
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1],
        ] as [[UInt8]])
    func tooLarge(_ bytes: [UInt8]) {
        #expect(throws: WireError.malformed) { try decode(bytes) }
    }

    @Test("are refused when they are cut", arguments: 0..<5)
    func truncation(_ count: Int) {
        #expect(throws: WireError.malformed) { try decode([UInt8](repeating: 0x80, count: count)) }
    }

    @Test("of two bytes and of three are accepted exactly when they are what is written")
    func exhaustive() throws {
        for first in UInt8.min...255 {
            for second in UInt8.min...255 {
                let bytes = [first, second]
                var reader = WireReader(bytes)
                guard let value = try? reader.varint() else { continue }
                var written: [UInt8] = []
                written.append(varint: value)
                if written != Array(bytes.prefix(written.count)) || reader.remaining != 2 - written.count {
                    Issue.record("\(bytes)")
                }
            }
        }
    }
}

import SottoWire
import TestSupport
import Testing

/// Rule EN-10.
@Suite("A reader")
struct ReaderTests {
    @Test("takes no more than is there", arguments: [Int.min, -1, 4, 5, Int.max])
    func lengths(_ count: Int) {
        var reader = WireReader([1, 2, 3])
        #expect(throws: WireError.malformed) { try reader.take(count) }
        #expect(throws: WireError.malformed) { try reader.skip(count) }
        #expect(reader.remaining == 3)
        #expect(reader.offset == 0)
    }

    @Test("takes what is there, piece by piece")
    func pieces() throws {
        var reader = WireReader([1, 2, 3, 4, 5])
        #expect(try reader.take(2) == [1, 2])
        #expect(try reader.skip(1) == 2)
        #expect(try reader.take(0).isEmpty)
        #expect(try reader.take(2) == [4, 5])
        try reader.finish()
    }

    @Test("refuses bytes after the end", arguments: 1..<5)
    func trailing(_ count: Int) {
        let reader = WireReader([UInt8](repeating: 0, count: count))
        #expect(throws: WireError.malformed) { try reader.finish() }
    }

    @Test("reads a flag as 0 or 1 and refuses the rest", arguments: UInt8.min...255)
    func flags(_ byte: UInt8) throws {
        var reader = WireReader([byte])
        if byte <= 1 {
            #expect(try reader.flag() == (byte == 1))
        } else {
            #expect(throws: WireError.malformed) { try reader.flag() }
        }
    }

    @Test(
        "starts inside its bytes, wherever it is told to start",
        arguments: [Int.min, -1, 0, 2, 3, 4, Int.max])
    func start(_ offset: Int) {
        let reader = WireReader([1, 2, 3], at: offset)
        #expect(reader.remaining == 3 - min(max(0, offset), 3))
    }

    @Test("survives any bytes in any order of reading", arguments: 0..<200)
    func randomBytes(_ count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        var reader = WireReader(generator.bytes(count))
        for _ in 0..<50 {
            switch generator.next() % 6 {
            case 0: _ = try? reader.u8()
            case 1: _ = try? reader.u32()
            case 2: _ = try? reader.u64()
            case 3: _ = try? reader.varint()
            case 4: _ = try? reader.take(Int(truncatingIfNeeded: generator.next()) % 20)
            default: _ = try? reader.flag()
            }
        }
        #expect(reader.offset + reader.remaining == count)
    }
}

/// Rule EN-3.
@Suite("A labelled list")
struct LabelledListTests {
    @Test("is the length and the bytes of each item, the label first")
    func layout() {
        var list = LabelledList("ab")
        list.item([7, 8, 9])
        list.absent()
        list.item(u8: 5)
        list.item(u32: 0x0102_0304)
        list.item(u64: 6)
        list.item(byteCount: 2) { $0 += [1, 1] }
        let expected: [[UInt8]] = [
            [0, 0, 0, 2], Array("ab".utf8), [0, 0, 0, 3, 7, 8, 9], [0, 0, 0, 0], [0, 0, 0, 1, 5],
            [0, 0, 0, 4, 1, 2, 3, 4], [0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 6], [0, 0, 0, 2, 1, 1],
        ]
        #expect(list.bytes == expected.flatMap { $0 })
    }

    @Test("differs from every list whose items are split elsewhere")
    func injective() {
        var seen: Set<[UInt8]> = []
        for cut in 0...6 {
            var list = LabelledList("label")
            list.item(Array(UInt8(0)..<UInt8(cut)))
            list.item(Array(UInt8(cut)..<6))
            #expect(seen.insert(list.bytes).inserted)
        }
        var whole = LabelledList("label")
        whole.item(Array(0..<6))
        #expect(seen.insert(whole.bytes).inserted)
        var otherLabel = LabelledList("labe")
        otherLabel.item([UInt8(ascii: "l")] + Array(0..<6))
        #expect(seen.insert(otherLabel.bytes).inserted)
    }
}

import Testing

@testable import safetynum

@Suite("A code as a picture")
struct ImageTests {
    static let levels: [QRCode.Level] = [.l, .m, .q, .h]

    @Test("gives any 74 bytes back to a scanner", arguments: levels)
    func roundTrip(_ level: QRCode.Level) throws {
        for payload in Payloads.awkward + (10..<14).map({ Payloads.random($0) }) {
            let picture = PNGImage(try QRCode(bytes: payload, level: level)).bytes
            #expect(try scan(picture) == payload)
        }
    }

    @Test("has 33 modules a side for 74 bytes at level L, 37 at M, 41 at Q and 49 at H")
    func sizes() throws {
        for (level, size) in zip(Self.levels, [33, 37, 41, 49]) {
            #expect(try QRCode(bytes: Payloads.random(1), level: level).size == size)
        }
    }

    @Test("holds as much as its level can, and no byte more")
    func limits() throws {
        for level in Self.levels {
            let limit = level.largestByteCount
            #expect(try QRCode(bytes: Payloads.random(1, count: limit), level: level).size == 177)
            #expect(throws: QRCodeError.tooLong) {
                try QRCode(bytes: Payloads.random(1, count: limit + 1), level: level)
            }
            #expect(throws: QRCodeError.empty) { try QRCode(bytes: [], level: level) }
        }
    }

    @Test("is light beside its modules, however far")
    func beside() throws {
        let code = try QRCode(bytes: Payloads.random(1), level: .l)
        #expect(code.isDark(row: 0, column: 0))
        for outside in [-1, code.size, .min, .max] {
            #expect(!code.isDark(row: outside, column: 0))
            #expect(!code.isDark(row: 0, column: outside))
        }
    }

    @Test("is a strictly valid PNG file that shows the code's modules", arguments: [1, 2, 3, 8, 20])
    func strictPNG(_ scale: Int) throws {
        let code = try QRCode(bytes: Payloads.random(21), level: .m)
        let checked = try runProgram(
            "python3", ["-I", "-c", Self.strictReader], input: PNGImage(code, scale: scale).bytes)
        #expect(checked.status == 0)
        let rows = String(decoding: checked.output, as: UTF8.self).split(separator: "\n")
        let side = (code.size + 8) * scale
        #expect(rows.count == side)
        let expected = (0..<side).map { y in
            String((0..<side).map { code.isDark(row: y / scale - 4, column: $0 / scale - 4) ? "0" : "1" })
        }
        #expect(rows.map(String.init) == expected)
    }

    @Test("of the largest code at the largest scale is a valid PNG file of several blocks")
    func largestPNG() throws {
        let code = try QRCode(bytes: Payloads.random(22, count: 2953), level: .l)
        let picture = PNGImage(code, scale: 8).bytes
        #expect(try runProgram("python3", ["-I", "-c", Self.strictReader], input: picture).status == 0)
        #expect(try scan(picture) == Payloads.random(22, count: 2953))
    }

    @Test("takes the nearest scale where one is no scale")
    func scales() throws {
        let code = try QRCode(bytes: [1], level: .l)
        for scale in [0, -1, .min] {
            #expect(PNGImage(code, scale: scale).bytes == PNGImage(code, scale: 1).bytes)
        }
        for scale in [65, .max] {
            #expect(PNGImage(code, scale: scale).bytes == PNGImage(code, scale: 64).bytes)
        }
    }

    @Test("has the checksums that others compute")
    func checksums() {
        // The check value of the catalogues of CRCs; the example of RFC 1950 as Wikipedia has it.
        #expect(Checksum.crc32(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(Checksum.adler32(Array("Wikipedia".utf8)) == 0x11E6_0398)
        #expect(Checksum.crc32([]) == 0)
        #expect(Checksum.adler32([]) == 1)
    }

    @Test("as SVG paints the code's modules and no other place", arguments: levels)
    func svg(_ level: QRCode.Level) throws {
        let code = try QRCode(bytes: Payloads.random(23), level: level)
        let text = SVGImage(code).text
        let side = code.size + 8
        #expect(text.contains("viewBox=\"0 0 \(side) \(side)\""))
        #expect(text.contains("shape-rendering=\"crispEdges\""))
        #expect(text.contains("<rect width=\"\(side)\" height=\"\(side)\" fill=\"#fff\"/>"))
        let path = try #require(try /<path fill="#000" d="([^"]*)"\/>/.firstMatch(in: text)).output.1
        var dark: Set<[Int]> = []
        for run in path.split(separator: "z") {
            let match = try #require(try /M(\d+) (\d+)h(\d+)v1h-(\d+)/.wholeMatch(in: run)).output
            let numbers = try [match.1, match.2, match.3, match.4].map { try #require(Int($0)) }
            #expect(numbers[2] == numbers[3])
            for x in numbers[0]..<numbers[0] + numbers[2] {
                // Painted twice it could be light again.
                #expect(dark.insert([x, numbers[1]]).inserted)
            }
        }
        for row in -4..<code.size + 4 {
            for column in -4..<code.size + 4 {
                #expect(dark.contains([column + 4, row + 4]) == code.isDark(row: row, column: column))
            }
        }
    }

    @Test("as SVG is well-formed XML")
    func wellFormed() throws {
        let text = SVGImage(try QRCode(bytes: Payloads.random(24), level: .q)).text
        let reader = "import sys, xml.dom.minidom as m; m.parseString(sys.stdin.buffer.read())"
        #expect(try runProgram("python3", ["-I", "-c", reader], input: Array(text.utf8)).status == 0)
    }

    /// Refuses what a strict reader of PNG refuses, and prints a row of bits for each row of pixels.
    private static let strictReader = """
        import struct, sys, zlib
        data = sys.stdin.buffer.read()
        assert data[:8] == b"\\x89PNG\\r\\n\\x1a\\n"
        at, chunks = 8, []
        while at < len(data):
            length, kind = struct.unpack(">I4s", data[at:at + 8])
            body = data[at + 8:at + 8 + length]
            assert len(body) == length
            assert struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] == zlib.crc32(kind + body)
            chunks.append((kind, body))
            at += 12 + length
        assert [kind for kind, _ in chunks] == [b"IHDR", b"IDAT", b"IEND"] and chunks[2][1] == b""
        width, height, *rest = struct.unpack(">IIBBBBB", chunks[0][1])
        assert width == height and rest == [1, 0, 0, 0, 0]
        inflater = zlib.decompressobj()
        pixels = inflater.decompress(chunks[1][1])
        assert inflater.eof and not inflater.unused_data and not inflater.unconsumed_tail
        stride = 1 + (width + 7) // 8
        assert len(pixels) == stride * height
        for y in range(height):
            row = pixels[y * stride:(y + 1) * stride]
            assert row[0] == 0
            bits = "".join(f"{byte:08b}" for byte in row[1:])
            assert set(bits[width:]) <= {"0"}
            print(bits[:width])
        """
}

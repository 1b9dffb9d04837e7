/// A QR code as a PNG file: one bit a pixel, grey, with the quiet zone that the standard asks for.
///
/// The pixels aren't compressed; with 8 pixels a module a code of 74 bytes takes 14 to 21 KB.
struct PNGImage {
    let bytes: [UInt8]

    /// Draws a code with `scale` pixels a module, 1 to 64; values beyond count as the nearest.
    init(_ code: QRCode, scale: Int = usualScale) {
        let scale = min(max(scale, 1), Self.largestScale)
        let modules = code.size + 2 * Self.quietZone
        let width = modules * scale
        var scanlines: [UInt8] = []
        scanlines.reserveCapacity(width * (1 + (width + 7) / 8))
        for row in 0..<modules {
            let scanline = Self.scanline(of: row, in: code, width: width, scale: scale)
            for _ in 0..<scale { scanlines += scanline }
        }
        // Bit depth 1, greyscale; compression, filter and interlace method 0.
        let header = Self.bigEndian(UInt32(width)) + Self.bigEndian(UInt32(width)) + [1, 0, 0, 0, 0]
        bytes =
            Self.signature + Self.chunk("IHDR", header) + Self.chunk("IDAT", Self.zlibStream(of: scanlines))
            + Self.chunk("IEND", [])
    }

    /// The filter type 0, and a bit for each pixel, set where it is white.
    private static func scanline(of row: Int, in code: QRCode, width: Int, scale: Int) -> [UInt8] {
        var scanline = [UInt8](repeating: 0, count: 1 + (width + 7) / 8)
        for x in 0..<width
        where !code.isDark(row: row - quietZone, column: x / scale - quietZone) {
            scanline[1 + x / 8] |= 0x80 >> UInt8(x % 8)
        }
        return scanline
    }

    /// Length, type, data, and the CRC of type and data (PNG, section 5.3).
    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + data
        return bigEndian(UInt32(data.count)) + checked + bigEndian(Checksum.crc32(checked))
    }

    /// A zlib stream (RFC 1950) of stored blocks (RFC 1951, section 3.2.4).
    private static func zlibStream(of data: [UInt8]) -> [UInt8] {
        // Deflate with a window of 32 KiB, no dictionary, fastest; the two bytes are a multiple of 31.
        var stream: [UInt8] = [0x78, 0x01]
        var rest = data[...]
        repeat {
            let block = rest.prefix(largestBlock)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            stream.append(rest.isEmpty ? 1 : 0)
            for half in [count, ~count] {
                stream += [UInt8(truncatingIfNeeded: half), UInt8(half >> 8)]
            }
            stream += block
        } while !rest.isEmpty
        return stream + bigEndian(Checksum.adler32(data))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }

    /// Large enough to be scanned from a screen.
    static let usualScale = 8
    /// So that the largest code, 185 modules with its quiet zone, is a picture of 11,840 pixels and 17 MB.
    static let largestScale = 64

    private static let quietZone = TerminalCode.usualQuietZone
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let largestBlock = 0xFFFF
}

/// The two checksums of a PNG file.
enum Checksum {
    /// The CRC of ISO 3309, as PNG has it (section 5.5): the polynomial EDB88320 on reflected bits.
    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }

    /// Adler-32 (RFC 1950, section 9).
    static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in bytes {
            low = (low + UInt32(byte)) % adlerModulus
            high = (high + low) % adlerModulus
        }
        return high << 16 | low
    }

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(byte) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ rest >> 1 : rest >> 1 }
    }

    /// The largest prime below 2¹⁶.
    private static let adlerModulus: UInt32 = 65521
}

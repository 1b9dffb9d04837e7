import TestSupport

/// What codes are made of in the tests.
enum Payloads {
    /// 74 bytes from a seed.
    static func random(_ seed: UInt64, count: Int = 74) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// Bytes that programs change which take them for text.
    static let awkward: [[UInt8]] = [
        [UInt8](repeating: 0x00, count: 74),
        [UInt8](repeating: 0xFF, count: 74),
        [UInt8](repeating: 0x0A, count: 74),
        (0..<74).map { $0.isMultiple(of: 2) ? 0x0D : 0x0A },
        // Valid UTF-8, and then bytes that no UTF-8 has.
        Array(String(repeating: "ключ", count: 9).utf8) + [0x00, 0x0A],
        [0x08, 0x02, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0xFE] + [UInt8](repeating: 0x80, count: 66),
        // Shift JIS and digits, which have modes of their own.
        (0..<74).map { $0.isMultiple(of: 2) ? 0x93 : 0x5F },
        Array(String(repeating: "0123456789", count: 7).utf8) + Array("ABCD".utf8),
        random(1, count: 36) + [0x00, 0x0A] + random(2, count: 36),
    ]
}

/// Hides the length of content among lengths that many messages have.
///
/// Rules SM-6 and SM-7.
package enum Padding {
    /// The byte between body and zeros.
    package static let marker: UInt8 = 0x80

    /// The lengths of padded content in bytes: one bucket to 64 KiB.
    package static let byteCounts = 160...65_536

    /// The length that `count` bytes, 1 or more, are padded to.
    package static func bucket(_ count: Int) -> Int {
        switch count {
        case ...160: return 160
        case ...1_120: return (count + 159) / 160 * 160
        case ...4_160: return (count + 319) / 320 * 320
        default:
            // Padmé: the last bits of the length, as many as its logarithm's own length leaves, are zero.
            let exponent = floorLog2(count)
            let unit = 1 << (exponent - floorLog2(exponent) - 1)
            return (count + unit - 1) / unit * unit
        }
    }

    private static func floorLog2(_ value: Int) -> Int { Int.bitWidth - 1 - value.leadingZeroBitCount }

    /// Appends content ‖ marker ‖ zeros.
    package static func append(_ content: [UInt8], to message: inout [UInt8]) {
        message.append(contentsOf: content)
        appendEnd(of: content.count, to: &message)
    }

    /// Appends what follows content of `byteCount` bytes: marker ‖ zeros.
    package static func appendEnd(of byteCount: Int, to message: inout [UInt8]) {
        message.append(marker)
        message.append(zeros: bucket(byteCount + 1) - byteCount - 1)
    }

    /// Takes marker and zeros off; nothing when they aren't exactly what ``append(_:to:)`` adds.
    package static func remove(from padded: consuming [UInt8]) -> [UInt8]? {
        let count = countWithoutTrailingZeros(padded.span)
        guard count > 0, padded[count - 1] == marker, bucket(count) == padded.count else { return nil }
        padded.removeLast(padded.count - count + 1)
        return padded
    }

    /// How many bytes are left when the zeros at the end are taken off, sixteen at a time.
    private static func countWithoutTrailingZeros(_ bytes: Span<UInt8>) -> Int {
        var count = bytes.count
        while count >= 16 {
            let part = bytes.extracting(count - 16..<count)
            var sum: UInt8 = 0
            for index in 0..<16 { sum |= part[index] }
            guard sum == 0 else { break }
            count -= 16
        }
        while count > 0, bytes[count - 1] == 0 { count -= 1 }
        return count
    }
}

internal import SottoCrypto
internal import SottoWire

/// Sixteen public bytes in place: an id, a group.
struct Bytes16: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    static let byteCount = 16

    /// Takes the first 16 bytes, or zeros for those that aren't there.
    init(prefixOf bytes: ArraySlice<UInt8>) {
        func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
            var value: UInt64 = 0
            for byte in bytes.prefix(8) { value = value << 8 | UInt64(byte) }
            return value
        }
        high = number(bytes)
        low = number(bytes.dropFirst(8))
    }

    /// Takes 16 bytes from `offset` on, which must be there.
    init(_ bytes: Span<UInt8>, at offset: Int) {
        var words: (UInt64, UInt64) = (0, 0)
        for index in offset..<offset + 8 {
            words.0 = words.0 << 8 | UInt64(bytes[index])
            words.1 = words.1 << 8 | UInt64(bytes[index + 8])
        }
        (high, low) = words
    }

    /// Takes two big-endian numbers.
    init(_ words: (UInt64, UInt64)) { (high, low) = words }

    /// Reads 16 bytes of a record.
    init(from reader: inout SecretReader) throws(SecretReader.Corrupt) {
        high = try reader.u64()
        low = try reader.u64()
    }

    /// Reads 16 bytes of a message.
    init(from reader: inout WireReader) throws(WireError) {
        high = try reader.u64()
        low = try reader.u64()
    }

    var words: (UInt64, UInt64) { (high, low) }

    func append(to bytes: inout [UInt8]) {
        bytes.append(u64: high)
        bytes.append(u64: low)
    }

    func append(to writer: inout SecretWriter) {
        writer.append(u64: high)
        writer.append(u64: low)
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        append(to: &bytes)
        return bytes
    }
}

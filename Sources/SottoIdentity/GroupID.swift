public import SottoCrypto
package import SottoWire

/// The name of a group: 16 opaque bytes, random when it is made.
public struct GroupID: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// The length in bytes: 16.
    public static let byteCount = 16

    /// Takes 16 bytes.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` unless there are 16.
    public init(_ bytes: [UInt8]) throws(CryptoError) {
        guard bytes.count == Self.byteCount else {
            throw .wrongLength(expected: Self.byteCount, actual: bytes.count)
        }
        high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Makes a random one.
    public static func random() -> GroupID {
        let bytes = Random.bytes(byteCount)
        return GroupID(
            high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            low: bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// The bytes.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        append(to: &bytes)
        return bytes
    }
}

extension GroupID {
    package init(from reader: inout WireReader) throws(WireError) {
        high = try reader.u64()
        low = try reader.u64()
    }

    package init(from reader: inout SecretReader) throws(SecretReader.Corrupt) {
        high = try reader.u64()
        low = try reader.u64()
    }

    package func append(to bytes: inout [UInt8]) {
        bytes.append(u64: high)
        bytes.append(u64: low)
    }

    package func append(to writer: inout SecretWriter) {
        writer.append(u64: high)
        writer.append(u64: low)
    }
}

extension GroupID: CustomStringConvertible {
    /// The bytes in lower-case hex.
    public var description: String { Hex.encode(bytes.span) }
}

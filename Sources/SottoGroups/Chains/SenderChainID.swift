internal import SottoCrypto
internal import SottoWire

/// The name of a chain among those of one device in one group: 8 random bytes.
///
/// With eight bytes no two chains of a device ever have one name by chance. With four it would happen somewhere
/// each year, and the members would refuse the second one's key. Rule GR-9.
public struct SenderChainID: Hashable, Sendable, CustomStringConvertible {
    package let value: UInt64

    /// The length in bytes: 8.
    public static let byteCount = 8

    package init(_ value: UInt64) { self.value = value }

    static func random() -> SenderChainID {
        SenderChainID(Random.bytes(byteCount).reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// The bytes.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(u64: value)
        return bytes
    }

    /// The bytes in lower-case hex.
    public var description: String { Hex.encode(bytes.span) }
}

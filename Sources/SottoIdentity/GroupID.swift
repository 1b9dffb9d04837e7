public import SottoCrypto

/// The name of a group: 16 bytes, random when it is made.
public struct GroupID: Hashable, Sendable, CustomStringConvertible {
    /// The bytes.
    public let bytes: [UInt8]

    /// The length in bytes: 16.
    public static let byteCount = 16

    /// Takes 16 bytes.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` for another length.
    public init(_ bytes: [UInt8]) throws(CryptoError) {
        guard bytes.count == Self.byteCount else {
            throw .wrongLength(expected: Self.byteCount, actual: bytes.count)
        }
        self.bytes = bytes
    }

    private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// Makes a random one, for a new group.
    public static func random() -> GroupID { GroupID(unchecked: Random.bytes(byteCount)) }

    /// The bytes in lower-case hex.
    public var description: String { Hex.encode(bytes.span) }
}

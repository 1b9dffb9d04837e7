public import SottoCrypto

/// The id of a message, 16 bytes, given by its sender; it stays the same when the message is sent again.
public struct MessageID: Hashable, Sendable, CustomStringConvertible {
    let value: Bytes16

    /// The length in bytes: 16.
    public static let byteCount = 16

    /// Takes 16 bytes, random ones.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` unless there are 16.
    public init(_ bytes: [UInt8]) throws(CryptoError) {
        guard bytes.count == Self.byteCount else {
            throw .wrongLength(expected: Self.byteCount, actual: bytes.count)
        }
        self.init(prefixOf: bytes[...])
    }

    init(_ value: Bytes16) { self.value = value }

    /// Takes the first 16 bytes, or zeros for those that aren't there.
    init(prefixOf bytes: ArraySlice<UInt8>) { self.init(Bytes16(prefixOf: bytes)) }

    /// Makes a random id.
    public static func random() -> MessageID { MessageID(prefixOf: Random.bytes(byteCount)[...]) }

    /// The bytes.
    public var bytes: [UInt8] { value.bytes }

    /// The bytes in lower-case hex.
    public var description: String { Hex.encode(bytes.span) }
}

/// The id of a received message at this device, 16 bytes.
///
/// It is computed from the session and the message's place in it, so a copy that is delivered again has the
/// same one. Rule DS-10.
public struct ReceivedID: Hashable, Sendable, CustomStringConvertible {
    let value: MessageID

    /// Takes 16 bytes that ``bytes`` gave.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` unless there are 16.
    public init(_ bytes: [UInt8]) throws(CryptoError) { value = try MessageID(bytes) }

    init(_ value: MessageID) { self.value = value }

    /// Takes the first 16 bytes, or zeros for those that aren't there.
    package init(prefixOf bytes: [UInt8]) { value = MessageID(prefixOf: bytes[...]) }

    /// The bytes.
    public var bytes: [UInt8] { value.bytes }

    /// The bytes in lower-case hex.
    public var description: String { value.description }
}

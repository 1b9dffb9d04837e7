internal import SottoCrypto
internal import SottoWire

extension MessageID {
    /// Makes a random id, from libsodium's generator.
    public static func random() -> MessageID { MessageID(prefixOf: Random.bytes(byteCount)[...]) }

    init(_ value: Bytes16) { self.init(high: value.words.0, low: value.words.1) }

    /// Takes the first 16 bytes, or zeros for those that aren't there.
    init(prefixOf bytes: ArraySlice<UInt8>) { self.init(Bytes16(prefixOf: bytes)) }

    var value: Bytes16 { Bytes16((high, low)) }
}

/// The id of a received message at this device, 16 bytes.
///
/// It is computed from the session and the message's place in it, so a copy that is delivered again has the
/// same one. Rule DS-10.
public struct ReceivedID: Hashable, Sendable, CustomStringConvertible {
    let value: MessageID

    /// Takes 16 bytes that ``bytes`` gave; nil for another count.
    public init?(_ bytes: [UInt8]) {
        guard let id = MessageID(bytes) else { return nil }
        value = id
    }

    init(_ value: MessageID) { self.value = value }

    /// Takes the first 16 bytes, or zeros for those that aren't there.
    package init(prefixOf bytes: [UInt8]) { value = MessageID(prefixOf: bytes[...]) }

    /// The bytes.
    public var bytes: [UInt8] { value.bytes }

    /// The bytes in lower-case hex.
    public var description: String { value.description }
}

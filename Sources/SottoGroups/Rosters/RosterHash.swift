public import SottoCrypto
internal import SottoWire

/// The hash of a roster, by which messages and later rosters name it: 32 bytes.
///
///     hash = BLAKE2b-256(list("Sotto/1 roster", the roster's bytes))
///
/// Rule GR-3.
public struct RosterHash: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The bytes.
    public let bytes: Bytes32

    /// Takes the hash that a message or a roster names.
    public init(_ bytes: Bytes32) { self.bytes = bytes }

    init(of roster: [UInt8]) {
        var list = LabelledList("Sotto/1 roster", capacity: roster.count + 32)
        list.item(roster)
        let message = list.bytes
        // The digest has the length that is asked for.
        let digest = (try? BLAKE2b.hash(message.span, byteCount: 32)) ?? []
        bytes = (try? Bytes32(digest)) ?? .zero
    }

    /// Whether the first one is lower, compared byte by byte.
    public static func < (left: RosterHash, right: RosterHash) -> Bool {
        left.bytes.bytes.lexicographicallyPrecedes(right.bytes.bytes)
    }

    /// The bytes in lower-case hex.
    public var description: String { bytes.description }
}

/// What names a message among those of its author: 16 random bytes.
///
/// With the author it is unique, so a member of a group can't overwrite another's message; it stays the same when the
/// message is sent again. Rule CN-6.
public struct MessageID: Hashable, Sendable, CustomStringConvertible {
    package let high: UInt64
    package let low: UInt64

    /// How many bytes an id has.
    public static let byteCount = 16

    /// The id of nothing.
    package static let unset = MessageID(high: 0, low: 0)

    /// Takes the two halves as big-endian numbers.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Takes 16 bytes; nil for another count.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        func number(_ part: some Sequence<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: number(bytes.prefix(8)), low: number(bytes.suffix(8)))
    }

    /// Makes an id from a source of random numbers, which has to be a secure one.
    public static func random(
        using generator: inout some RandomNumberGenerator
    ) -> MessageID { MessageID(high: generator.next(), low: generator.next()) }

    /// The 16 bytes.
    public var bytes: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(Self.byteCount)
        for half in [high, low] {
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                result.append(UInt8(truncatingIfNeeded: half >> shift))
            }
        }
        return result
    }

    /// The bytes in lower-case hex.
    public var description: String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}

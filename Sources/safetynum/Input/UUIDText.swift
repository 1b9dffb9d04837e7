import Sotto

/// UUIDs as text: 32 hex digits as 8-4-4-4-12.
enum UUIDText {
    private static let lengths = [8, 4, 4, 4, 12]

    /// The 16 bytes; nothing when it is no UUID.
    ///
    /// - Parameter isDashed: Whether the dashes have to be there; nil for either.
    static func bytes(_ text: String, isDashed: Bool?) -> [UInt8]? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let hasDashes = parts.map(\.utf8.count) == lengths
        guard hasDashes || isDashed != true && parts.map(\.utf8.count) == [32] else { return nil }
        return try? Hex.decode(parts.joined())
    }

    /// 16 bytes as text; nothing for another number of them.
    static func text(_ bytes: [UInt8]) -> String? {
        guard bytes.count == 16 else { return nil }
        var rest = Hex.encode(bytes.span)[...]
        return lengths.map { length in
            defer { rest = rest.dropFirst(length) }
            return String(rest.prefix(length))
        }.joined(separator: "-")
    }
}

/// The first bytes of the messages of groups.
///
/// Rule EN-9.
enum GroupFormat {
    static let suite: UInt8 = 1
    static let messageKind: UInt8 = 9
    static let distributionKind: UInt8 = 10
    static let rosterKind: UInt8 = 11
    /// Suite and kind.
    static let startByteCount = 2

    enum Start {
        case known
        case unsupportedSuite
        case malformed
    }

    /// An unknown suite is named as such, whatever follows; everything else is malformed.
    static func start(of bytes: borrowing [UInt8], kind: UInt8) -> Start {
        start(suite: bytes.first, kind: bytes.count > 1 ? bytes[1] : nil, expected: kind)
    }

    static func start(suite: UInt8?, kind: UInt8?, expected: UInt8) -> Start {
        guard let suite else { return .malformed }
        guard suite == Self.suite else { return .unsupportedSuite }
        return kind == expected ? .known : .malformed
    }
}

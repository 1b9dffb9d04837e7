internal import SottoCrypto

/// A user: 1 to 255 opaque bytes.
///
/// A string is taken as UTF-8 and not normalised, so two spellings are two users. These bytes are the
/// identifier that a safety number is computed from.
public struct UserID: Hashable, Sendable {
    /// The bytes, 1 to 255 of them.
    public let bytes: [UInt8]

    /// Feeds the bytes into a hasher, eight at a time.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytes.count)
        var word: UInt64 = 0
        var filled = 0
        for byte in bytes {
            if filled == 8 {
                hasher.combine(word)
                filled = 0
            }
            word = word << 8 | UInt64(byte)
            filled += 1
        }
        hasher.combine(word)
    }

    /// The lengths a user may have, in bytes.
    public static let byteCounts = 1...255

    /// Takes bytes.
    ///
    /// - Throws: ``AddressError/userLength(_:)`` unless there are 1 to 255.
    public init(_ bytes: [UInt8]) throws(AddressError) {
        guard Self.byteCounts.contains(bytes.count) else { throw .userLength(bytes.count) }
        self.bytes = bytes
    }

    /// Takes text, in UTF-8.
    ///
    /// - Throws: As the form with bytes.
    public init(_ text: String) throws(AddressError) { try self.init(Array(text.utf8)) }
}

extension UserID: ExpressibleByStringLiteral {
    /// Takes a literal of the program, in UTF-8; one that is empty or longer than 255 bytes stops the process.
    public init(stringLiteral text: StaticString) {
        let bytes = Array(text.description.utf8)
        precondition(Self.byteCounts.contains(bytes.count), "a user has 1 to 255 bytes")
        self.bytes = bytes
    }
}

extension UserID: CustomStringConvertible {
    /// The user as text where it is printable UTF-8, else in hex.
    public var description: String {
        let text = String(validating: bytes, as: UTF8.self)
        let isPrintable =
            text?.unicodeScalars.allSatisfy {
                switch $0.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: false
                default: true
                }
            } ?? false
        return isPrintable ? text ?? "" : Hex.encode(bytes.span)
    }
}

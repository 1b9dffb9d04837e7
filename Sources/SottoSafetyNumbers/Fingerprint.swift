public import SottoCrypto
public import SottoIdentity

/// One side's half of a safety number: a hash of its identity key and of the identifier the other knows it by.
///
///     h₁ = SHA-512(0x0000 ‖ key ‖ identifier ‖ key)    hᵢ = SHA-512(hᵢ₋₁ ‖ key), i = 2 … 5,200
///
/// Holds nothing secret. There is no `==`: what people are to rely on is compared as a whole, by ``SafetyNumber``.
/// Rules SN-1 and SN-2.
public struct Fingerprint: Sendable {
    /// The first 32 bytes of h₅₂₀₀.
    public let bytes: Bytes32

    /// How often is hashed: 5,200 times.
    public static let iterationCount = 5_200

    /// The lengths an identifier may have, in bytes.
    public static let identifierByteCounts = 1...255

    /// Works out the fingerprint of a key and an identifier.
    ///
    /// - Parameters:
    ///   - identityKey: The side's identity key; its 33 bytes are hashed.
    ///   - identifier: 1 to 255 bytes. Two sides see the same number only if both take the same bytes: a telephone number as text and
    ///     an account's 16 bytes give different ones.
    /// - Throws: ``SafetyNumberError/identifierLength(_:)``.
    /// - Complexity: 5,200 SHA-512 of one block each, about 1.4 ms.
    ///
    /// Source: libsignal's numeric fingerprint. Rule SN-1.
    public init(of identityKey: IdentityPublicKey, identifier: [UInt8]) throws(SafetyNumberError) {
        guard Self.identifierByteCounts.contains(identifier.count) else {
            throw .identifierLength(identifier.count)
        }
        self.init(identityKey, checked: identifier)
    }

    /// The fingerprint of a user of this library, whose bytes are the identifier.
    ///
    /// - Complexity: As the other.
    public init(of identityKey: IdentityPublicKey, user: UserID) {
        self.init(identityKey, checked: user.bytes)
    }

    private init(_ identityKey: IdentityPublicKey, checked identifier: [UInt8]) {
        let key = identityKey.encoded
        let first = [0, 0] + key + identifier + key
        bytes = SHA512.iterated(Self.iterationCount, first: first.span, suffix: key)
    }

    init(_ bytes: Bytes32) { self.bytes = bytes }

    /// The 30 digits, the side's half of the number.
    ///
    /// Rule SN-2.
    public var digits: String {
        let bytes = self.bytes.bytes
        var digits = ""
        for start in stride(from: 0, to: 30, by: 5) {
            let number = bytes[start..<start + 5].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 100_000
            let text = String(number)
            digits += String(repeating: "0", count: 5 - text.count) + text
        }
        return digits
    }

    /// Whether two are the same, in constant time.
    func isEqual(to other: Fingerprint) -> Bool {
        bytes.withSpan { left in other.bytes.withSpan { right in ConstantTime.isEqual(left, right) } }
    }
}

extension Fingerprint: CustomStringConvertible {
    /// The 30 digits.
    public var description: String { digits }
}

/// Why no fingerprint could be made.
@nonexhaustive
public enum SafetyNumberError: Error, Hashable, Sendable {
    /// An identifier has no bytes or more than 255.
    case identifierLength(Int)
}

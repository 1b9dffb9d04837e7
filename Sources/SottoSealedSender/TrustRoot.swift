public import SottoCrypto
internal import SottoWire

/// A key that an app believes server certificates of: Ed25519, 32 bytes.
///
/// Apps have a list of them, so that one can be replaced while the other still counts.
///
/// Rule SS-1.
public struct TrustRoot: Hashable, Sendable {
    /// The public key.
    public let publicKey: Bytes32
    /// What certificates name the root by.
    public let id: ID

    /// Takes the 32 bytes of the public key.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` for another number of bytes.
    public init(_ bytes: [UInt8]) throws(CryptoError) { self.init(publicKey: try Bytes32(bytes)) }

    /// Takes the public key.
    public init(publicKey: Bytes32) {
        self.publicKey = publicKey
        var list = LabelledList("Sotto/1 trust root", capacity: 64)
        list.item(byteCount: 32) { publicKey.append(to: &$0) }
        id = ID(ContentHash(list.bytes.span).bytes.firstWord)
    }

    /// The bytes of the public key.
    public var bytes: [UInt8] { publicKey.bytes }

    /// The name of a root in certificates and errors: the first 8 bytes of a hash of its key.
    ///
    /// Rule SS-1.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
        /// The 8 bytes as a big-endian number.
        public let value: UInt64

        /// Takes a number.
        public init(_ value: UInt64) { self.value = value }

        /// The number as 16 hex digits.
        public var description: String {
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
    }
}

/// BLAKE2b-256 of public bytes.
package struct ContentHash: Hashable, Sendable {
    package let bytes: Bytes32

    package init(_ message: Span<UInt8>) {
        // 32 is a length that BLAKE2b gives, so neither call fails.
        bytes = (try? Bytes32(try BLAKE2b.hash(message, byteCount: 32))) ?? .zero
    }
}

extension Bytes32 {
    /// The first eight bytes as a big-endian number.
    fileprivate var firstWord: UInt64 { bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
}

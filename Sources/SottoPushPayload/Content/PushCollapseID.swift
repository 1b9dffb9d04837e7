/// A random name of one push: a service that still holds a push of that name replaces it.
///
/// A server keeps it with the message, so that a push that it repeats doesn't show twice. It says nothing about the message.
///
/// Rules PP-9, PP-11.
public struct PushCollapseID: Hashable, Sendable {
    /// The random bytes, 16.
    public let bytes: [UInt8]

    /// The number of bytes: 16.
    public static let byteCount = 16

    /// Takes 16 random bytes.
    ///
    /// - Throws: ``PushEncodingError/collapseIDLength(_:)`` for another number.
    public init(_ bytes: [UInt8]) throws(PushEncodingError) {
        guard bytes.count == Self.byteCount else { throw .collapseIDLength(bytes.count) }
        self.bytes = bytes
    }

    /// Draws 16 bytes.
    public init(using generator: inout some RandomNumberGenerator) {
        bytes = (0..<Self.byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// The id as header value: 22 characters of base64url (RFC 4648 §5), without padding.
    ///
    /// APNs takes 64 bytes, Web Push 32 characters of this alphabet (RFC 8030 §5.4).
    public var text: String { Base64.urlText(bytes.span) }
}

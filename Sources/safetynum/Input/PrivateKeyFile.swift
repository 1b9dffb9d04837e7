import Foundation
import Sotto

/// The file of a private identity key: a label, the key's 32 bytes in base64, and a line feed.
///
/// The label keeps anybody from taking it for a public key. Rules TN-5 and TN-16.
enum PrivateKeyFile {
    static let label = "sotto-private-identity-key:1:"

    /// Whether the label is anywhere in some text.
    static func isIn(_ text: some Collection<UInt8>) -> Bool { text.contains(label.utf8) }

    /// What the file of a key holds; who gets it wipes it.
    static func content(_ key: borrowing IdentityKeyPair) -> [UInt8] {
        let text = key.exposePrivateKey().base64Encoded()
        var content: [UInt8] = []
        // Enough for all of it, so nothing is left behind where a shorter array was.
        content.reserveCapacity(label.utf8.count + text.count + 1)
        content.append(contentsOf: label.utf8)
        text.withSpan { span in for index in span.indices { content.append(span[index]) } }
        content.append(UInt8(ascii: "\n"))
        return content
    }

    /// The public key that belongs to what a file holds; who holds that wipes it.
    static func publicKey(_ content: [UInt8], named name: String) throws(Failure) -> IdentityPublicKey {
        let isEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
        let end = content.lastIndex { !isEnd($0) }.map { $0 + 1 } ?? 0
        do throws(CryptoError) {
            guard end > label.utf8.count else { throw .malformedText }
            let text = content.span.extracting(label.utf8.count..<end)
            return try IdentityKeyPair(
                SecretBytes.decodingBase64(text, byteCount: X25519.byteCount)
            ).publicKey
        } catch {
            throw Failure(.badKey, "\(name) holds a damaged private key: take it from a backup")
        }
    }
}

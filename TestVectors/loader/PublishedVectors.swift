/// Values of RFC 7748.
package enum X25519Vector: VectorCase {
    case agreement(privateKey: [UInt8], publicKey: [UInt8], shared: [UInt8])
    case publicKey(privateKey: [UInt8], publicKey: [UInt8])
    case iterated(rounds: Int, result: [UInt8])
    case refused(publicKey: [UInt8], reason: String)

    package static let suite = "x25519"

    package init(_ fields: Fields) throws(VectorError) {
        switch try fields.choice("kind", "agreement", "public-key", "iterated", "refused") {
        case "agreement":
            self = .agreement(
                privateKey: try fields.hex("private", 32), publicKey: try fields.hex("public", 32),
                shared: try fields.hex("shared", 32))
        case "public-key":
            self = .publicKey(
                privateKey: try fields.hex("private", 32), publicKey: try fields.hex("public", 32))
        case "iterated":
            self = .iterated(rounds: try fields.number("rounds"), result: try fields.hex("result", 32))
        default:
            self = .refused(publicKey: try fields.hex("public", 32), reason: try fields.text("refused"))
        }
    }
}

/// Values of RFC 8032.
package struct Ed25519Vector: VectorCase {
    package let seed: [UInt8]
    package let publicKey: [UInt8]
    package let message: [UInt8]
    package let signature: [UInt8]

    package static let suite = "ed25519"

    package init(_ fields: Fields) throws(VectorError) {
        seed = try fields.hex("seed", 32)
        publicKey = try fields.hex("public", 32)
        message = try fields.hex("message")
        signature = try fields.hex("signature", 64)
    }
}

/// Values of RFC 5869.
package struct HKDFVector: VectorCase {
    package let inputKeyMaterial: [UInt8]
    package let salt: [UInt8]
    package let info: [UInt8]
    package let byteCount: Int
    package let output: [UInt8]

    package static let suite = "hkdf-sha256"

    package init(_ fields: Fields) throws(VectorError) {
        inputKeyMaterial = try fields.hex("ikm")
        salt = try fields.hex("salt")
        info = try fields.hex("info")
        byteCount = try fields.number("size")
        output = try fields.hex("okm", byteCount)
    }
}

/// Values of RFC 4231, for either hash.
package struct MACVector: Sendable {
    package let key: [UInt8]
    package let message: [UInt8]
    package let tag: [UInt8]
    /// The tag is the beginning of the whole one.
    package let isTruncated: Bool

    init(_ fields: Fields) throws(VectorError) {
        isTruncated = try fields.choice("kind", "tag", "truncated") == "truncated"
        key = try fields.hex("key")
        message = try fields.hex("message")
        tag = try fields.hex("tag")
    }
}

package struct HMACSHA256Vector: VectorCase {
    package static let suite = "hmac-sha256"
    package let mac: MACVector
    package init(_ fields: Fields) throws(VectorError) { mac = try MACVector(fields) }
}

package struct HMACSHA512Vector: VectorCase {
    package static let suite = "hmac-sha512"
    package let mac: MACVector
    package init(_ fields: Fields) throws(VectorError) { mac = try MACVector(fields) }
}

/// Values of RFC 8439 and of the draft for the longer nonce.
package struct AEADVector: Sendable {
    package let key: [UInt8]
    package let nonce: [UInt8]
    package let associatedData: [UInt8]
    package let plaintext: [UInt8]
    package let ciphertext: [UInt8]
    package let tag: [UInt8]

    init(_ fields: Fields) throws(VectorError) {
        key = try fields.hex("key")
        nonce = try fields.hex("nonce")
        associatedData = try fields.hex("ad")
        plaintext = try fields.hex("plaintext")
        ciphertext = try fields.hex("ciphertext")
        tag = try fields.hex("tag")
    }
}

package struct ChaCha20Poly1305Vector: VectorCase {
    package static let suite = "chacha20-poly1305"
    package let aead: AEADVector
    package init(_ fields: Fields) throws(VectorError) { aead = try AEADVector(fields) }
}

package struct XChaCha20Poly1305Vector: VectorCase {
    package static let suite = "xchacha20-poly1305"
    package let aead: AEADVector
    package init(_ fields: Fields) throws(VectorError) { aead = try AEADVector(fields) }
}

/// Values of RFC 7693; an empty key means none.
package enum BLAKE2bVector: VectorCase {
    case digest(key: [UInt8], message: [UInt8], digest: [UInt8])
    case selfTest(sizes: [Int], lengths: [Int], digest: [UInt8])

    package static let suite = "blake2b"

    package init(_ fields: Fields) throws(VectorError) {
        switch try fields.choice("kind", "digest", "self-test") {
        case "digest":
            let size: Int = try fields.number("size")
            self = .digest(
                key: try fields.hex("key"), message: try fields.hex("message"),
                digest: try fields.hex("digest", size))
        default:
            self = .selfTest(
                sizes: try fields.numberArray("sizes"),
                lengths: try fields.numberArray("lengths"), digest: try fields.hex("digest", 32))
        }
    }
}

/// Examples for FIPS 180-4.
package struct SHA256Vector: VectorCase {
    package static let suite = "sha256"
    package let message: [UInt8]
    package let digest: [UInt8]

    package init(_ fields: Fields) throws(VectorError) {
        message = try fields.hex("message")
        digest = try fields.hex("digest", 32)
    }
}

package struct SHA512Vector: VectorCase {
    package static let suite = "sha512"
    package let message: [UInt8]
    package let digest: [UInt8]

    package init(_ fields: Fields) throws(VectorError) {
        message = try fields.hex("message")
        digest = try fields.hex("digest", 64)
    }
}

package struct Argon2idVector: VectorCase {
    package static let suite = "argon2id"
    package let passphrase: [UInt8]
    package let salt: [UInt8]
    package let memoryKiB: Int
    package let passes: Int
    package let key: [UInt8]

    package init(_ fields: Fields) throws(VectorError) {
        passphrase = try fields.hex("passphrase")
        salt = try fields.hex("salt", 16)
        memoryKiB = try fields.number("memory_kib")
        passes = try fields.number("passes")
        key = try fields.hex("key")
    }
}

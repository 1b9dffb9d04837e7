import SottoCrypto

/// Inputs that look random and are the same at every run: SHA-256 of a name.
enum Inputs {
    static func bytes(_ name: String, count: Int = 32) -> [UInt8] {
        var result: [UInt8] = []
        var block = 0
        while result.count < count {
            let text = Array("\(name) #\(block)".utf8)
            result += SHA256.hash(text.span).bytes
            block += 1
        }
        return Array(result.prefix(count))
    }

    static func secret(_ name: String, count: Int = 32) -> SecretBytes {
        let bytes = bytes(name, count: count)
        return SecretBytes(copying: bytes.span)
    }

    static func privateKey(_ name: String) throws -> X25519.PrivateKey {
        try X25519.PrivateKey(secret(name))
    }
}

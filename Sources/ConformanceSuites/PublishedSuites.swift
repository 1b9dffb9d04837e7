internal import SottoCrypto
internal import TestVectors

let publishedLoaders: [SuiteLoader] = [
    .published(X25519Vector.self, run),
    .published(Ed25519Vector.self, run),
    .published(XEdDSAVector.self, run),
    .published(HKDFVector.self, run),
    .published(HMACSHA256Vector.self) { try run($0.mac, tag: HMACSHA256.tag, isValid: HMACSHA256.accepts) },
    .published(HMACSHA512Vector.self) { try run($0.mac, tag: HMACSHA512.tag, isValid: HMACSHA512.accepts) },
    .published(ChaCha20Poly1305Vector.self) { try run($0.aead, with: ChaCha20Poly1305Calls.self) },
    .published(XChaCha20Poly1305Vector.self) { try run($0.aead, with: XChaCha20Poly1305Calls.self) },
    .published(BLAKE2bVector.self, run),
    .published(SHA256Vector.self) { try compare("digest", SHA256.hash($0.message.span).bytes, $0.digest) },
    .published(SHA512Vector.self) { try compare("digest", SHA512.hash($0.message.span), $0.digest) },
    .published(Argon2idVector.self, run),
]

@Sendable private func run(_ vector: X25519Vector) throws {
    switch vector {
    case .agreement(let privateKey, let publicKey, let shared):
        let key = try X25519.PrivateKey(secret(privateKey))
        try compare("shared secret", try key.sharedSecret(with: X25519.PublicKey(publicKey)), shared)
    case .publicKey(let privateKey, let publicKey):
        let key = try X25519.PrivateKey(secret(privateKey))
        try compare("public key", key.publicKey.bytes.bytes, publicKey)
    case .iterated(let rounds, let result):
        var (k, u) = (
            [UInt8(9)] + [UInt8](repeating: 0, count: 31), [UInt8(9)] + [UInt8](repeating: 0, count: 31)
        )
        for _ in 0..<rounds {
            let key = try X25519.PrivateKey(secret(k))
            (k, u) = (try key.sharedSecret(with: X25519.PublicKey(u)).exposeBytes(), k)
        }
        try compare("result", k, result)
    case .refused(let publicKey, let reason):
        try checkRefused(reason) { try X25519.PublicKey(publicKey) }
    }
}

@Sendable private func run(_ vector: Ed25519Vector) throws {
    let key = try Ed25519.PrivateKey(seed: secret(vector.seed))
    try compare("public key", key.publicKey.bytes, vector.publicKey)
    try compare("signature", key.sign(vector.message.span), vector.signature)
    let isValid = Ed25519.isValid(vector.signature.span, for: vector.message.span, by: key.publicKey)
    try compare("validity", isValid, true)
}

@Sendable private func run(_ vector: HKDFVector) throws {
    let output = try HKDFSHA256.derive(
        from: secret(vector.inputKeyMaterial), salt: vector.salt.span, info: vector.info.span,
        byteCount: vector.byteCount)
    try compare("output", output, vector.output)
}

private func run(
    _ vector: MACVector, tag: ([UInt8], [UInt8]) -> [UInt8], isValid: ([UInt8], [UInt8], [UInt8]) -> Bool
) throws {
    let whole = tag(vector.message, vector.key)
    try compare("tag", Array(whole.prefix(vector.tag.count)), vector.tag)
    try compare("length shortened", vector.tag.count < whole.count, vector.isTruncated)
    try compare("validity", isValid(vector.tag, vector.message, vector.key), !vector.isTruncated)
}

private func run(_ vector: AEADVector, with calls: any AEADCalls.Type) throws {
    let sealed = try calls.seal(
        vector.plaintext, associatedData: vector.associatedData, nonce: vector.nonce, key: vector.key)
    try compare("sealed", sealed, vector.ciphertext + vector.tag)
    let opened = try calls.open(
        vector.ciphertext + vector.tag, associatedData: vector.associatedData, nonce: vector.nonce,
        key: vector.key)
    try compare("opened", opened, vector.plaintext)
}

@Sendable private func run(_ vector: BLAKE2bVector) throws {
    switch vector {
    case .digest(let key, let message, let digest):
        try compare("digest", try blake2b(message, key: key, byteCount: digest.count), digest)
    case .selfTest(let sizes, let lengths, let digest):
        // RFC 7693, appendix E: the digests of all sizes and lengths, without and with a key, digested.
        var digests: [UInt8] = []
        for size in sizes {
            for length in lengths {
                let message = selfTestSequence(length)
                digests += try blake2b(message, key: [], byteCount: size)
                digests += try blake2b(message, key: selfTestSequence(size), byteCount: size)
            }
        }
        try compare("digest of digests", try blake2b(digests, key: [], byteCount: 32), digest)
    }
}

private func blake2b(_ message: [UInt8], key: [UInt8], byteCount: Int) throws -> [UInt8] {
    if key.isEmpty { return try BLAKE2b.hash(message.span, byteCount: byteCount) }
    return try BLAKE2b.authenticate(message.span, with: secret(key), byteCount: byteCount).exposeBytes()
}

private func selfTestSequence(_ count: Int) -> [UInt8] {
    var (a, b) = (0xDEAD_4BAD &* UInt32(count), UInt32(1))
    return (0..<count).map { _ in
        (a, b) = (b, a &+ b)
        return UInt8(b >> 24)
    }
}

@Sendable private func run(_ vector: Argon2idVector) throws {
    let cost = try Argon2id.Cost(memoryKiB: vector.memoryKiB, passes: vector.passes)
    let key = try Argon2id.derive(
        from: secret(vector.passphrase), salt: vector.salt.span, cost: cost, byteCount: vector.key.count)
    try compare("key", key, vector.key)
}

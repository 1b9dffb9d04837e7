internal import SottoCrypto
internal import TestVectors

let protocolLoaders: [SuiteLoader] = [
    .ofProtocol(XEdDSAVector.self, run)
]

/// Rules XE-1 to XE-6.
@Sendable private func run(_ vector: XEdDSAVector) throws {
    switch vector {
    case .sign(let privateKey, let publicKey, let message, let random, let signature):
        let key = try XEdDSA.PrivateKey(secret(privateKey))
        try check("public", key.publicKey.bytes.bytes, publicKey)
        try check("signature", try key.sign(message.span, random: secret(random)), signature)
        let isValid = XEdDSA.isValid(signature.span, for: message.span, by: key.publicKey)
        try check("signature (verified)", isValid, true)
    case .verify(let publicKey, let message, let signature, let expected):
        let isValid: Bool
        if let key = try? X25519.PublicKey(publicKey) {
            isValid = XEdDSA.isValid(signature.span, for: message.span, by: key)
        } else {
            isValid = false
        }
        try check("valid", isValid, expected)
    }
}

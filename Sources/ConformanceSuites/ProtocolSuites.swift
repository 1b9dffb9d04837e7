internal import SottoCrypto
internal import SottoHandshake
internal import SottoIdentity
internal import SottoSessions
internal import SottoWire
internal import TestVectors

let protocolLoaders: [SuiteLoader] = [
    .ofProtocol(EncodingVector.self, run),
    .ofProtocol(XEdDSAVector.self, run),
    .ofProtocol(BundleVector.self, run),
    .ofProtocol(UploadVector.self, run),
    .ofProtocol(RatchetVector.self, runRatchet),
    .ofProtocol(SessionVector.self, runSession),
    .ofProtocol(SafetyNumberVector.self, runSafetyNumber),
    .ofProtocol(SealedSenderVector.self, runSealedSender),
    .ofProtocol(GroupVector.self, runGroup),
    .ofProtocol(PushVector.self, runPush),
]

/// Compares a value, or the name of a refusal.
func compare<Value: Equatable & Sendable>(
    _ name: String, _ outcome: Outcome<Value>, _ body: () throws -> Value
) throws {
    switch outcome {
    case .accepted(let expected): try compare(name, try body(), expected)
    case .refused(let reason): try checkRefused(reason, body)
    }
}

/// Rules EN-2 to EN-7, SM-4, SM-6, SM-7.
@Sendable private func run(_ vector: EncodingVector) throws {
    switch vector {
    case .varint(let bytes, let value):
        try compare("value", value) { try decodeVarint(bytes) }
    case .publicKey(let bytes, let outcome):
        try compare("accepted", outcome) { try X25519.PublicKey(encoded: bytes).encoded == bytes }
    case .address(let bytes, let outcome):
        try compare("address", outcome) { try decodeAddress(bytes) }
    case .list(let items, let bytes):
        // A list starts with a label; the label of no bytes leaves only its length, which is taken off.
        var list = LabelledList("")
        for item in items { list.item(item) }
        try compare("bytes", Array(list.bytes.dropFirst(4)), bytes)
    case .padding(let padded, let content):
        try compare("content", content) {
            guard let found = Padding.remove(from: padded) else { throw PeerFault.malformedContent }
            return found
        }
        if case .accepted(let content) = content {
            try compare("padded", pad(content), padded)
        }
    case .bucket(let length, .accepted(let bucket)):
        try compare("bucket", Padding.bucket(length), bucket)
    case .bucket(let length, .refused(let reason)):
        // The length is that of a content then.
        try compare(
            "refusal", length > SessionLimits.maximumContentByteCount ? "contentTooLarge" : "none", reason)
    case .selector(let digest, let toResponder, let toInitiator):
        let transcript = HandshakeTranscript(stored: try Bytes32(digest))
        try compare("to_responder", bigEndian(SessionSelector.toResponder(transcript)), toResponder)
        try compare("to_initiator", bigEndian(SessionSelector.toInitiator(transcript)), toInitiator)
    }
}

private func decodeVarint(_ bytes: [UInt8]) throws -> UInt32 {
    var reader = WireReader(bytes)
    let value = try reader.varint()
    try reader.finish()
    var written: [UInt8] = []
    written.append(varint: value)
    try compare("bytes", written, bytes)
    return value
}

private func decodeAddress(_ bytes: [UInt8]) throws -> AddressValue {
    var reader = WireReader(bytes)
    let address = try Address(from: &reader)
    try reader.finish()
    var written: [UInt8] = []
    address.append(to: &written)
    try compare("bytes", written, bytes)
    return AddressValue(user: address.user.bytes, device: address.device)
}

func pad(_ content: [UInt8]) -> [UInt8] {
    let count = Padding.bucket(content.count + 1)
    return content + [Padding.marker] + [UInt8](repeating: 0, count: count - content.count - 1)
}

func bigEndian(_ selector: SessionSelector) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(u32: selector.value)
    return bytes
}

/// Rules XE-1 to XE-6.
@Sendable func run(_ vector: XEdDSAVector) throws {
    switch vector {
    case .sign(let privateKey, let publicKey, let message, let random, let signature):
        let key = try XEdDSA.PrivateKey(secret(privateKey))
        try compare("public", key.publicKey.bytes.bytes, publicKey)
        try compare("signature", try key.sign(message.span, random: secret(random)), signature)
        let isValid = XEdDSA.isValid(signature.span, for: message.span, by: key.publicKey)
        try compare("signature (verified)", isValid, true)
    case .verify(let publicKey, let message, let signature, let expected):
        let isValid: Bool
        if let key = try? X25519.PublicKey(publicKey) {
            isValid = XEdDSA.isValid(signature.span, for: message.span, by: key)
        } else {
            isValid = false
        }
        try compare("valid", isValid, expected)
    }
}

/// Rules HS-1 to HS-3.
@Sendable private func run(_ vector: BundleVector) throws {
    try compare("accepted", vector.outcome) {
        let asked = try Address(user: vector.askedUser, device: vector.askedDevice)
        let bundle = try PrekeyBundle(vector.bundle).verified(for: asked, at: vector.now).bundle
        try compare("bundle", bundle.bytes, vector.bundle)
        return BundleValues(bundle)
    }
}

/// Rules HS-16, HS-17, HS-20.
@Sendable private func run(_ vector: UploadVector) throws {
    try compare("accepted", vector.outcome) {
        let upload = try PrekeyUpload(vector.upload)
        try compare("upload", upload.bytes, vector.upload)
        let prekeys = upload.oneTimePrekeys
        return UploadValues(
            signed: SignedPrekeyValues(upload.signed, nil), isSignatureValid: upload.isSignatureValid,
            replacesAll: upload.replacesAll,
            oneTimePrekeys: prekeys.map {
                OneTimePrekeyValues(id: $0.id.value, key: $0.publicKey.encoded)
            }, bundle: upload.bundle(oneTimePrekey: prekeys.first).bytes)
    }
}

extension BundleValues {
    fileprivate init(_ bundle: PrekeyBundle) {
        self.init(
            signed: SignedPrekeyValues(bundle.signed, bundle.lastResortKEMPrekey),
            oneTimePrekeyID: bundle.oneTimePrekey?.id.value,
            oneTimePrekey: bundle.oneTimePrekey?.publicKey.encoded,
            kemID: bundle.lastResortKEMPrekey?.id.value,
            kemKey: bundle.lastResortKEMPrekey?.key, oneTimeKEMID: bundle.oneTimeKEMPrekey?.prekey.id.value,
            oneTimeKEMKey: bundle.oneTimeKEMPrekey?.prekey.key,
            oneTimeKEMSignature: bundle.oneTimeKEMPrekey?.signature, proof: bundle.proof)
    }
}

extension SignedPrekeyValues {
    fileprivate init(_ signed: SignedPrekeyBytes, _ lastResortKEMPrekey: KEMPrekeyBytes?) {
        self.init(
            identity: signed.identityKey.encoded, user: signed.device.address.user.bytes,
            device: signed.device.address.device, registrationID: signed.device.registrationID.value,
            suites: signed.device.suites, capabilities: signed.device.capabilities.lowestRatchetVersion,
            createdAt: signed.createdAt, signedPrekeyID: signed.id.value,
            signedPrekey: signed.publicKey.encoded, signature: signed.signature,
            signedBytes: signed.fields(lastResortKEMPrekey: lastResortKEMPrekey).bytes)
    }
}

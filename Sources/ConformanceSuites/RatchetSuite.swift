internal import SottoCrypto
internal import SottoRatchet
internal import SottoWire
internal import TestVectors

/// Rules DR-1 to DR-16.
@Sendable func runRatchet(_ vector: RatchetVector) throws {
    switch vector.cipher {
    case .sotto: try run(vector, BLAKE2bChainKDF.self, SyntheticNonceCipher.self)
    case .plain: try run(vector, HMACChainKDF.self, PlainCipher.self)
    }
}

private func run<KDF: ChainKDF, Cipher: MessageCipher>(
    _ vector: RatchetVector, _ kdf: KDF.Type, _ cipher: Cipher.Type
) throws {
    typealias Party = RatchetParty<KDF, Cipher>
    let responderKey = try X25519.PrivateKey(secret(vector.responderRatchetPrivate))
    let initiator = try RatchetState<KDF, Cipher>.initiator(
        rootKey: RootKey(secret(vector.root)),
        ourRatchetKey: X25519.PrivateKey(secret(vector.initiatorRatchetPrivate)),
        theirRatchetKey: RatchetPublicKey(responderKey.publicKey))
    let responder = RatchetState<KDF, Cipher>.responder(
        rootKey: try RootKey(secret(vector.root)), ourRatchetKey: responderKey)
    let context = try Bytes32(vector.context)
    let conversation = Conversation(
        initiator: Party(initiator, context: context), responder: Party(responder, context: context))
    try conversation.play(vector.steps)
}

/// One side of the ratchet alone, with the bare header of the vectors.
private final class RatchetParty<KDF: ChainKDF, Cipher: MessageCipher>: ConversationParty {
    private var state: RatchetState<KDF, Cipher>
    private var skipped = SkippedMessageKeys()
    private let context: Bytes32
    private var lastHeader: [UInt8] = []
    private var lastMessage: [UInt8] = []

    init(_ state: consuming RatchetState<KDF, Cipher>, context: Bytes32) {
        self.state = state
        self.context = context
    }

    var stored: [[UInt8]] { [state.archive().exposeBytes(), skipped.archive().exposeBytes()] }

    func seal(_ content: [UInt8], freshKey: () -> X25519.PrivateKey) throws -> [UInt8] {
        var header: [UInt8] = []
        let message = try state.seal(
            context: context, reserving: 0, freshKey: freshKey,
            writeHeader: {
                header = $0.ratchetKey.key.bytes.bytes
                header.append(varint: $0.index)
                header.append(varint: $0.previousChainLength)
                $1 += header
            }, writePlaintext: { $0 += content })
        lastHeader = header
        lastMessage = message
        return message
    }

    func check(
        _ sent: RatchetVector.Sent, of content: [UInt8], freshPrivate: [UInt8]?, before: [[UInt8]]
    ) throws {
        try compare("header", lastHeader, sent.header)
        try compare("message", lastMessage, sent.message)
        let chainKey = try StoredRatchet(before[0]).chainKeyOfNextMessage(freshPrivate: freshPrivate)
        try compare("message_key", KDF.step(chainKey).duplicate(of: 32..<64), sent.messageKey)
        let after = try StoredRatchet(stored[0])
        try compare("root_key", after.rootKey, sent.rootKey)
        try compare("chain_key", after.sendingChainKey, sent.chainKey)
    }

    func open(_ bytes: [UInt8], at instant: UInt64) throws -> [UInt8] {
        var reader = WireReader(bytes)
        let key: X25519.PublicKey
        let keyBytes = try reader.take(32)
        do { key = try X25519.PublicKey(keyBytes) } catch { throw CaseRefusal("invalidKey") }
        let index = try reader.varint()
        let header = RatchetHeader(
            ratchetKey: RatchetPublicKey(key), previousChainLength: try reader.varint(), index: index)
        guard reader.remaining >= Cipher.nonceByteCount + Cipher.tagByteCount else {
            throw WireError.malformed
        }
        return try state.open(
            bytes, header: header, headerByteCount: reader.offset, context: context, skipped: &skipped,
            at: instant, check: { $0 }
        ).content
    }

    func check(_ archive: RatchetVector.Archive) throws {
        try compare("state", stored[0], archive.state)
        try compare("skipped", stored[1], archive.skipped)
        state = try RatchetState(archive: secret(archive.state))
        skipped = try SkippedMessageKeys(archive: secret(archive.skipped))
        try compare("state (restored)", stored[0], archive.state)
        try compare("skipped (restored)", stored[1], archive.skipped)
    }

    func export(_ purpose: [UInt8]) throws -> [UInt8] {
        throw CaseFailure("the ratchet alone exports nothing")
    }
}

package import SottoCrypto
public import SottoIdentity
internal import SottoWire

/// Our chain in one group: seals what this device sends there.
///
/// Sealing works the next state out beside the present one and takes it over at the end. Whoever keeps the chain stores
/// ``archive()`` in the same commit as the message, before that leaves.
///
/// Rules GR-9 to GR-15, GR-21, GR-22.
public struct SenderChain: ~Copyable, Sendable {
    /// The chain's name.
    public let id: SenderChainID
    /// When it was made, in milliseconds.
    public let createdAt: UInt64
    /// The place of the next message: as many were sealed.
    public private(set) var nextIteration: UInt32
    // Its first 32 bytes are the chain key; the rest, if there is any, is zero.
    private(set) var chainKey: SecretBytes
    let signingKey: Ed25519.PrivateKey

    /// Makes a chain.
    ///
    /// - Parameter instant: Now, in milliseconds since 1970-01-01T00:00:00Z.
    public static func make(at instant: UInt64) -> SenderChain {
        SenderChain(
            id: .random(), createdAt: instant, nextIteration: 0,
            chainKey: SecretBytes.random(byteCount: 32), signingKey: Ed25519.PrivateKey())
    }

    /// Makes a chain of given secrets: 32 bytes each.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` for other lengths.
    package init(
        id: SenderChainID, createdAt: UInt64, chainKey: consuming SecretBytes,
        signingSeed: consuming SecretBytes
    ) throws(CryptoError) {
        let count = chainKey.count
        guard count == 32 else { throw .wrongLength(expected: 32, actual: count) }
        self.init(
            id: id, createdAt: createdAt, nextIteration: 0, chainKey: chainKey,
            signingKey: try Ed25519.PrivateKey(seed: signingSeed))
    }

    init(
        id: SenderChainID, createdAt: UInt64, nextIteration: UInt32, chainKey: consuming SecretBytes,
        signingKey: consuming Ed25519.PrivateKey
    ) {
        self.id = id
        self.createdAt = createdAt
        self.nextIteration = nextIteration
        self.chainKey = chainKey
        self.signingKey = signingKey
    }

    /// Seals one message for the whole group, and moves the chain one place on.
    ///
    /// - Parameters:
    ///   - content: 0 to 65,535 bytes; padded as in sessions (SM-6, SM-7).
    ///   - group: The group.
    ///   - roster: The hash of its present roster.
    ///   - sender: This device.
    /// - Returns: The bytes of a ``SenderKeyMessage``.
    /// - Throws: ``GroupError/contentTooLarge(byteCount:limit:)``, ``GroupError/chainExhausted``; the chain is then
    ///   unchanged.
    /// - Complexity: One chain step, two key derivations, one AEAD, one signature.
    public mutating func seal(
        _ content: [UInt8], group: GroupID, roster: RosterHash, sender: Address
    ) throws(GroupError) -> [UInt8] {
        guard content.count <= GroupLimits.maximumContentByteCount else {
            throw .contentTooLarge(
                byteCount: content.count, limit: GroupLimits.maximumContentByteCount)
        }
        guard nextIteration < GroupLimits.maximumIteration else { throw .chainExhausted }
        var block = SenderChainKey.step(chainKey)
        let message: [UInt8]
        do throws(CryptoError) {
            message = try sealed(content, with: block, group: group, roster: roster, sender: sender)
        } catch {
            // Every length is ours, so only a chain that was restored wrongly could come here.
            throw .archiveCorrupt
        }
        block.wipe(32..<64)
        chainKey = block
        nextIteration += 1
        return message
    }

    private borrowing func sealed(
        _ content: [UInt8], with block: borrowing SecretBytes, group: GroupID, roster: RosterHash,
        sender: Address
    ) throws(CryptoError) -> [UInt8] {
        let keys = try GroupMessageKeys(of: block, at: 32)
        let commitment = try keys.commitment.withSpan { bytes throws(CryptoError) in try Bytes32(bytes) }
        let fields = GroupMessageFields(
            group: group, roster: roster, sender: sender, chainID: id, iteration: nextIteration,
            commitment: commitment)
        var message: [UInt8] = []
        message.reserveCapacity(SenderKeyMessage.maximumOverhead + Padding.bucket(content.count + 1))
        message.append(GroupFormat.suite)
        message.append(GroupFormat.messageKind)
        message.append(u64: id.value)
        message.append(varint: nextIteration)
        roster.bytes.append(to: &message)
        commitment.append(to: &message)
        let start = message.count
        message.append(zeros: SyntheticNonceAEAD.nonceByteCount)
        Padding.append(content, to: &message)
        message.append(zeros: SyntheticNonceAEAD.tagByteCount)
        let data = fields.associatedData
        try SyntheticNonceAEAD.seal(&message, from: start, associatedData: data.span, keys: keys.keys)
        let signed = fields.signedBytes(message, start..<message.count)
        signingKey.appendSignature(of: signed.span, to: &message)
        return message
    }

    /// What lets a member's device open the messages from the next one on.
    public borrowing func distribution(for group: GroupID) -> SenderKeyDistribution {
        SenderKeyDistribution(
            group: group, chainID: id, iteration: nextIteration, createdAt: createdAt,
            chainKey: chainKey.duplicate(of: 0..<32), signingKey: signingKey.publicKey)
    }
}

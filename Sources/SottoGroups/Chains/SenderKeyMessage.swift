internal import SottoCrypto
internal import SottoWire

/// A group message, parsed: what can be read of it without a key.
///
///     suite 1 ‖ kind 9 ‖ chain id (8) ‖ varint iteration ‖ roster hash (32) ‖ commitment (32)
///             ‖ nonce (24) ‖ ciphertext ‖ tag (16) ‖ signature (64)
///
/// Group and sender aren't in it: who hands it over says them, and signature and tag cover them. Nothing of it is
/// authentic before it is opened.
///
/// Rule GR-10.
public struct SenderKeyMessage: Hashable, Sendable {
    /// All of the bytes.
    public let bytes: [UInt8]
    /// The chain.
    public let chainID: SenderChainID
    /// The place in the chain.
    public let iteration: UInt32
    /// The roster that the sender knew.
    public let rosterHash: RosterHash
    /// What the message key is compared with.
    let commitment: Bytes32
    /// Where nonce ‖ ciphertext ‖ tag stand.
    let sealed: Range<Int>

    /// Reads a message.
    ///
    /// - Throws: ``GroupError/unsupportedSuite``, ``GroupError/malformed``.
    public init(_ bytes: [UInt8]) throws(GroupError) {
        switch GroupFormat.start(of: bytes, kind: GroupFormat.messageKind) {
        case .known: break
        case .unsupportedSuite: throw .unsupportedSuite
        case .malformed: throw .malformed
        }
        do throws(WireError) { try self.init(parsing: bytes) } catch { throw .malformed }
    }

    private init(parsing bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes, at: GroupFormat.startByteCount)
        chainID = SenderChainID(try reader.u64())
        iteration = try reader.varint()
        guard iteration < GroupLimits.maximumIteration,
            let roster = Bytes32(bytes, at: try reader.skip(Bytes32.byteCount)),
            let commitment = Bytes32(bytes, at: try reader.skip(Bytes32.byteCount))
        else { throw .malformed }
        rosterHash = RosterHash(roster)
        self.commitment = commitment
        let text =
            reader.remaining - SyntheticNonceAEAD.nonceByteCount - SyntheticNonceAEAD.tagByteCount
            - Ed25519.signatureByteCount
        guard Padding.byteCounts.contains(text) else { throw .malformed }
        sealed = reader.offset..<bytes.count - Ed25519.signatureByteCount
        self.bytes = bytes
    }

    /// How much longer a message is than its padded content: at most this many bytes.
    static let maximumOverhead =
        GroupFormat.startByteCount + SenderChainID.byteCount + 5 + 2 * Bytes32.byteCount
        + SyntheticNonceAEAD.nonceByteCount + SyntheticNonceAEAD.tagByteCount + Ed25519.signatureByteCount
}

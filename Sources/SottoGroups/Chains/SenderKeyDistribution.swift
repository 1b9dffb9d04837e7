public import SottoCrypto
internal import SottoWire

/// The key of a chain from one place on, as it goes to a member's device inside a pairwise session.
///
///     suite 1 ‖ kind 10 ‖ group id (16) ‖ chain id (8) ‖ varint iteration ‖ chain key (32)
///             ‖ signing public key (32) ‖ u64 when the chain was made
///
/// Who holds it reads the chain's messages from that place on, so it must travel inside a session and nowhere else.
///
/// Rule GR-15.
public struct SenderKeyDistribution: ~Copyable, Sendable {
    /// The group.
    public let group: GroupID
    /// The chain.
    public let chainID: SenderChainID
    /// The place from which messages can be opened.
    public let iteration: UInt32
    /// When the chain was made, in milliseconds, as its sender says.
    public let createdAt: UInt64
    /// The chain key at that place: the first 32 bytes.
    let chainKey: SecretBytes
    /// What the chain's messages are signed with.
    let signingKey: Bytes32

    init(
        group: GroupID, chainID: SenderChainID, iteration: UInt32, createdAt: UInt64,
        chainKey: consuming SecretBytes, signingKey: Bytes32
    ) {
        self.group = group
        self.chainID = chainID
        self.iteration = iteration
        self.createdAt = createdAt
        self.chainKey = chainKey
        self.signingKey = signingKey
    }

    /// Reads what ``encoded()`` gave, and overwrites the array with zeros.
    ///
    /// Other arrays that share the storage of this one keep their content: whoever cut it out of a longer content wipes that.
    ///
    /// - Throws: ``GroupError/unsupportedSuite``, ``GroupError/malformed``.
    public init(consuming bytes: inout [UInt8]) throws(GroupError) {
        self = try Self.parse(SecretBytes(consuming: &bytes))
    }

    /// Reads what ``encoded()`` gave.
    ///
    /// - Throws: ``GroupError/unsupportedSuite``, ``GroupError/malformed``.
    public init(_ bytes: consuming SecretBytes) throws(GroupError) {
        self = try Self.parse(bytes)
    }

    private static func parse(_ bytes: consuming SecretBytes) throws(GroupError) -> SenderKeyDistribution {
        var reader = SecretReader(bytes)
        let suite = try? reader.u8()
        let kind = try? reader.u8()
        switch GroupFormat.start(suite: suite, kind: kind, expected: GroupFormat.distributionKind) {
        case .known: break
        case .unsupportedSuite: throw .unsupportedSuite
        case .malformed: throw .malformed
        }
        do throws(SecretReader.Corrupt) { return try parse(&reader) } catch { throw .malformed }
    }

    private static func parse(
        _ reader: inout SecretReader
    ) throws(SecretReader.Corrupt) -> SenderKeyDistribution {
        let group = try GroupID(from: &reader)
        let chainID = SenderChainID(try reader.u64())
        let iteration = try reader.varint()
        let chainKey = try reader.secret(Bytes32.byteCount)
        let signingKey = try reader.bytes32()
        let createdAt = try reader.u64()
        try reader.finish()
        return SenderKeyDistribution(
            group: group, chainID: chainID, iteration: iteration, createdAt: createdAt, chainKey: chainKey,
            signingKey: signingKey)
    }

    /// The bytes, secret: 99 to 103 of them.
    public borrowing func encoded() -> SecretBytes {
        var number: [UInt8] = []
        number.append(varint: iteration)
        var writer = SecretWriter(
            byteCount: GroupFormat.startByteCount + GroupID.byteCount + SenderChainID.byteCount + number.count
                + 2 * Bytes32.byteCount + 8)
        writer.append(u8: GroupFormat.suite)
        writer.append(u8: GroupFormat.distributionKind)
        group.append(to: &writer)
        writer.append(u64: chainID.value)
        writer.append(number)
        writer.append(chainKey, 0..<Bytes32.byteCount)
        writer.append(signingKey)
        writer.append(u64: createdAt)
        return writer.finish()
    }
}

extension SecretReader {
    /// Reads a `varint` of EN-2.
    fileprivate mutating func varint() throws(Corrupt) -> UInt32 {
        var bytes: [UInt8] = []
        repeat { bytes.append(try u8()) } while bytes.count < 5 && bytes[bytes.count - 1] & 0x80 != 0
        var reader = WireReader(bytes)
        do throws(WireError) {
            let value = try reader.varint()
            try reader.finish()
            return value
        } catch {
            throw Corrupt()
        }
    }
}

public import SottoCrypto

extension SenderChain {
    /// The length of an archive in bytes: 117.
    public static let archiveByteCount = 1 + 8 + 8 + 4 + 32 + Ed25519.PrivateKey.storedByteCount

    private static let format: UInt8 = 1

    /// The chain as bytes, in the layout of GR-22.
    ///
    /// They are secret.
    public borrowing func archive() -> SecretBytes {
        var writer = SecretWriter(byteCount: Self.archiveByteCount)
        writer.append(u8: Self.format)
        writer.append(u64: id.value)
        writer.append(u64: createdAt)
        writer.append(u32: nextIteration)
        writer.append(chainKey, 0..<32)
        signingKey.append(to: &writer)
        return writer.finish()
    }

    /// Restores what ``archive()`` gave.
    ///
    /// - Throws: ``GroupError/archiveCorrupt`` for any other bytes.
    public init(archive: consuming SecretBytes) throws(GroupError) {
        var reader = SecretReader(archive)
        self = try Self.restored(from: &reader)
    }

    private static func restored(from reader: inout SecretReader) throws(GroupError) -> SenderChain {
        do throws(SecretReader.Corrupt) {
            guard try reader.u8() == format else { throw SecretReader.Corrupt() }
            let id = SenderChainID(try reader.u64())
            let createdAt = try reader.u64()
            let nextIteration = try reader.u32()
            guard nextIteration <= GroupLimits.maximumIteration else { throw SecretReader.Corrupt() }
            let chainKey = try reader.secret(32)
            let signing = try reader.secret(Ed25519.PrivateKey.storedByteCount)
            try reader.finish()
            guard let signingKey = try? Ed25519.PrivateKey(stored: signing) else {
                throw SecretReader.Corrupt()
            }
            return SenderChain(
                id: id, createdAt: createdAt, nextIteration: nextIteration, chainKey: chainKey,
                signingKey: signingKey)
        } catch {
            throw .archiveCorrupt
        }
    }
}

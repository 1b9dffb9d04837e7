public import SottoCrypto

extension SenderKeyStates {
    private static let format: UInt8 = 1
    /// The bytes of one chain in an archive, without its skipped keys: 94.
    public static let stateByteCount = 8 + 8 + 3 * 4 + 2 + 2 * 32
    private static let headByteCount = 2

    /// The length of ``archive()`` in bytes: 2 and 94 for each chain.
    public var archiveByteCount: Int { Self.headByteCount + states.count * Self.stateByteCount }

    /// The chains without their skipped keys, in the layout of GR-23.
    ///
    /// The bytes are secret.
    public func archive() -> SecretBytes {
        var writer = SecretWriter(byteCount: archiveByteCount)
        writer.append(u8: Self.format)
        writer.append(u8: UInt8(truncatingIfNeeded: states.count))
        for state in states {
            writer.append(u64: state.chainID.value)
            writer.append(u64: state.createdAt)
            writer.append(u32: state.firstIteration)
            writer.append(u32: state.droppedBelow)
            writer.append(u32: state.nextIteration)
            writer.append(u16: UInt16(truncatingIfNeeded: state.skippedCount))
            writer.append(state.chainKey, 0..<32)
            writer.append(state.signingKey)
        }
        return writer.finish()
    }

    /// Restores what ``archive()`` gave; skipped keys that there are still have to be loaded.
    ///
    /// - Throws: ``GroupError/archiveCorrupt`` for any other bytes.
    public init(archive: consuming SecretBytes) throws(GroupError) {
        var reader = SecretReader(archive)
        do throws(SecretReader.Corrupt) {
            self.init(try Self.states(from: &reader))
        } catch {
            throw .archiveCorrupt
        }
    }

    private static func states(
        from reader: inout SecretReader
    ) throws(SecretReader.Corrupt) -> [SenderKeyState] {
        guard try reader.u8() == format else { throw SecretReader.Corrupt() }
        let count = try reader.u8()
        guard count <= UInt8(GroupLimits.maximumStates) else { throw SecretReader.Corrupt() }
        var states: [SenderKeyState] = []
        for _ in 0..<count {
            let state = try state(from: &reader)
            guard !states.contains(where: { $0.chainID == state.chainID }) else {
                throw SecretReader.Corrupt()
            }
            states.append(state)
        }
        try reader.finish()
        return states
    }

    private static func state(
        from reader: inout SecretReader
    ) throws(SecretReader.Corrupt) -> SenderKeyState {
        let chainID = SenderChainID(try reader.u64())
        let createdAt = try reader.u64()
        let first = try reader.u32()
        let droppedBelow = try reader.u32()
        let next = try reader.u32()
        let skipped = try reader.u16()
        guard first <= droppedBelow, droppedBelow <= next, next <= GroupLimits.maximumIteration,
            skipped <= UInt16(GroupLimits.maximumSkippedKeys), UInt32(skipped) <= next - droppedBelow
        else { throw SecretReader.Corrupt() }
        let chainKey = try reader.secret(32)
        return SenderKeyState(
            chainID: chainID, signingKey: try reader.bytes32(), createdAt: createdAt,
            iterations: (first, droppedBelow, next), chainKey: chainKey, storedSkippedCount: Int(skipped))
    }
}

public import SottoCrypto

extension SenderKeyStates {
    private static let format: UInt8 = 1

    /// The skipped keys of all chains, in the layout of GR-24; nothing when they aren't loaded.
    ///
    /// The bytes are secret. Without skipped keys there is nothing to store.
    public func skippedKeyArchive() -> SecretBytes? {
        guard hasSkippedKeysLoaded else { return nil }
        let chains = states.compactMap { state in
            state.skipped.flatMap { $0.count > 0 ? (state.chainID, $0.runs) : nil }
        }
        var byteCount = 2
        for (_, runs) in chains {
            byteCount += 10 + runs.reduce(0) { $0 + 14 + 32 * $1.count }
        }
        var writer = SecretWriter(byteCount: byteCount)
        writer.append(u8: Self.format)
        writer.append(u8: UInt8(truncatingIfNeeded: chains.count))
        for (chainID, runs) in chains {
            writer.append(u64: chainID.value)
            writer.append(u16: UInt16(truncatingIfNeeded: runs.count))
            for run in runs {
                writer.append(u32: run.first?.iteration ?? 0)
                writer.append(u16: UInt16(truncatingIfNeeded: run.count))
                writer.append(u64: run.first?.instant ?? 0)
                for key in run { writer.append(key.key, 0..<32) }
            }
        }
        return writer.finish()
    }

    /// Loads the skipped keys that ``skippedKeyArchive()`` gave at the same moment as ``archive()``.
    ///
    /// - Throws: ``GroupError/archiveCorrupt`` for other bytes and for keys of another moment; nothing is loaded then.
    public mutating func loadSkippedKeys(_ archive: consuming SecretBytes) throws(GroupError) {
        var reader = SecretReader(archive)
        do throws(SecretReader.Corrupt) { try load(from: &reader) } catch { throw .archiveCorrupt }
    }

    private mutating func load(from reader: inout SecretReader) throws(SecretReader.Corrupt) {
        guard try reader.u8() == Self.format else { throw SecretReader.Corrupt() }
        let chainCount = Int(try reader.u8())
        let waiting = states.filter { $0.skippedCount > 0 }
        guard chainCount == waiting.count else { throw SecretReader.Corrupt() }
        var loaded: [SkippedSenderKeys] = []
        for state in waiting {
            guard try reader.u64() == state.chainID.value else { throw SecretReader.Corrupt() }
            let keys = try Self.keys(from: &reader, of: state)
            guard keys.count == state.skippedCount else { throw SecretReader.Corrupt() }
            loaded.append(keys)
        }
        try reader.finish()
        for (state, keys) in zip(waiting, loaded) { state.skipped = keys }
        skippedKeysChanged = false
    }

    private static func keys(
        from reader: inout SecretReader, of state: SenderKeyState
    ) throws(SecretReader.Corrupt) -> SkippedSenderKeys {
        var keys: [SkippedSenderKey] = []
        for _ in 0..<(try reader.u16()) {
            let first = try reader.u32()
            let count = UInt32(try reader.u16())
            let instant = try reader.u64()
            guard count >= 1, first >= state.droppedBelow, first < state.nextIteration,
                count <= state.nextIteration - first, keys.count + Int(count) <= state.skippedCount
            else { throw SecretReader.Corrupt() }
            if let last = keys.last {
                // A run that continues the one before would have been one with it.
                guard first > last.iteration, first > last.iteration + 1 || instant != last.instant
                else { throw SecretReader.Corrupt() }
            }
            for place in first..<first + count {
                keys.append(
                    SkippedSenderKey(iteration: place, instant: instant, key: try reader.secret(32)))
            }
        }
        var result = SkippedSenderKeys()
        result.append(keys)
        return result
    }
}

extension SkippedSenderKeys {
    /// Neighbours with one date.
    fileprivate var runs: [ArraySlice<SkippedSenderKey>] {
        var runs: [ArraySlice<SkippedSenderKey>] = []
        var start = keys.startIndex
        for index in keys.indices.dropFirst() {
            let (last, next) = (keys[index - 1], keys[index])
            guard next.iteration != last.iteration + 1 || next.instant != last.instant else { continue }
            runs.append(keys[start..<index])
            start = index
        }
        if start < keys.endIndex { runs.append(keys[start...]) }
        return runs
    }
}

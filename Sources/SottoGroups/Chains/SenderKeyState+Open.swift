internal import SottoCrypto
internal import SottoIdentity
internal import SottoWire

extension SenderKeyState {
    /// Opens an authentic message of this chain: signature and roster were checked.
    ///
    /// Everything is worked out beside the state, which changes only at the end.
    ///
    /// Rules GR-16 to GR-19.
    func open(
        _ message: SenderKeyMessage, _ fields: GroupMessageFields, skippedKeysLoaded: Bool, at instant: UInt64
    ) throws(GroupError) -> (content: [UInt8], dropped: [DroppedSenderKeys]) {
        let iteration = message.iteration
        guard iteration >= firstIteration else { throw .sentBeforeKey }
        if iteration < nextIteration {
            guard skippedKeysLoaded else { throw .skippedKeysNotLoaded }
            return (try openSkipped(message, fields, at: instant), [])
        }
        let gap = iteration - nextIteration
        try Self.check(gap: gap)
        guard gap == 0 || skippedKeysLoaded else { throw .skippedKeysNotLoaded }

        var passed: [SkippedSenderKey] = []
        var dropped: [DroppedSenderKeys] = []
        var block = SenderChainKey.step(chainKey)
        for place in nextIteration..<iteration {
            // Only the newest 2,000 can stay, so no more are stored, however large the gap.
            if iteration - place > UInt32(GroupLimits.maximumSkippedKeys) {
                dropped.add(chainID, place)
            } else {
                passed.append(
                    SkippedSenderKey(
                        iteration: place, instant: instant, key: block.duplicate(of: 32..<64)))
            }
            block = SenderChainKey.step(block)
        }
        let content = try Self.content(of: message, fields, with: block, at: 32)

        advance(to: block, next: iteration + 1)
        return (content, gap == 0 ? [] : keep(passed, dropped, at: instant))
    }

    private func openSkipped(
        _ message: SenderKeyMessage, _ fields: GroupMessageFields, at instant: UInt64
    ) throws(GroupError) -> [UInt8] {
        guard let skipped else { throw .skippedKeysNotLoaded }
        guard let kept = skipped.key(of: message.iteration) else {
            throw message.iteration < droppedBelow ? .messageKeyDropped : .alreadyOpened
        }
        guard !SkippedSenderKeys.isExpired(kept, at: instant) else { throw .messageKeyDropped }
        let content = try Self.content(of: message, fields, with: kept.key, at: 0)
        self.skipped?.remove(message.iteration)
        return content
    }

    private func keep(
        _ passed: [SkippedSenderKey], _ dropped: [DroppedSenderKeys], at instant: UInt64
    ) -> [DroppedSenderKeys] {
        skipped?.append(passed)
        var all = dropBeyondLimits(at: instant)
        if let last = dropped.last { droppedBelow = max(droppedBelow, last.iterations.upperBound + 1) }
        for range in dropped {
            if let last = all.last, last.iterations.upperBound + 1 == range.iterations.lowerBound {
                all[all.count - 1] = DroppedSenderKeys(
                    chainID: chainID, iterations: last.iterations.lowerBound...range.iterations.upperBound)
            } else {
                all.append(range)
            }
        }
        return all
    }

    /// Drops skipped keys beyond the limits; those must be loaded.
    func dropBeyondLimits(at instant: UInt64) -> [DroppedSenderKeys] {
        var dropped: [DroppedSenderKeys] = []
        for place in skipped?.dropBeyondLimits(at: instant) ?? [] {
            dropped.add(chainID, place)
            droppedBelow = max(droppedBelow, place + 1)
        }
        return dropped
    }

    /// Compares the commitment, opens, and takes the padding off.
    private static func content(
        of message: SenderKeyMessage, _ fields: GroupMessageFields, with block: borrowing SecretBytes,
        at offset: Int
    ) throws(GroupError) -> [UInt8] {
        let padded: [UInt8]
        do throws(CryptoError) {
            let keys = try GroupMessageKeys(of: block, at: offset)
            let isSame = keys.commitment.withSpan { ours in
                message.commitment.withSpan { theirs in ConstantTime.isEqual(ours, theirs) }
            }
            guard isSame else { throw .notAuthentic }
            let data = fields.associatedData
            padded = try SyntheticNonceAEAD.open(
                message.bytes, message.sealed, associatedData: data.span, keys: keys.keys)
        } catch {
            throw .notAuthentic
        }
        guard let content = Padding.remove(from: padded) else { throw .malformedContent }
        return content
    }
}

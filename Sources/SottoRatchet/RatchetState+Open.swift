public import SottoCrypto

/// What opening a message gave.
public struct OpenedMessage: Sendable {
    /// What the caller's check left of the plaintext.
    public let content: [UInt8]
    /// Whether the message was in the newest receiving chain, and not opened with a skipped key.
    public let isFromNewestChain: Bool
    /// Whether it was the first one of its chain here.
    package let beganChain: Bool
    /// Skipped keys that were dropped for good to stay within the limits.
    public let dropped: [DroppedMessageKeys]
}

extension RatchetState {
    /// RatchetDecrypt: opens one message.
    ///
    /// Everything is worked out beside the state; only after the tag verified and `check` agreed do the state
    /// and `skipped` change.
    ///
    /// - Parameters:
    ///   - message: header ‖ nonce ‖ ciphertext ‖ tag.
    ///   - header: The ratchet's part of the header, parsed from `message`.
    ///   - headerByteCount: The length of everything before the nonce.
    ///   - context: 32 bytes that go before the header in the associated data: the transcript.
    ///   - skipped: The skipped keys of this session.
    ///   - instant: Now, in milliseconds since 1970-01-01T00:00:00Z.
    ///   - maximumGap: ``RatchetLimits/maximumGap``, or the larger one between own devices.
    ///   - allowsNewChain: False in a session that is never to be used again: only chains that are there open.
    ///   - check: Takes the padding off the plaintext, or throws ``RatchetError/malformedContent``.
    /// - Throws: ``RatchetError/messageKeyUnavailable``, ``RatchetError/gapTooLarge(gap:limit:)``,
    ///   ``RatchetError/newChainRefused``, ``RatchetError/notAuthentic``, and what `check` throws; nothing has
    ///   changed then.
    ///
    /// Source: *The Double Ratchet Algorithm*, §3.5. Rules DR-5 to DR-9, DR-17, DR-18.
    public mutating func open(
        _ message: [UInt8], header: RatchetHeader, headerByteCount: Int, context: Bytes32,
        skipped: inout SkippedMessageKeys, at instant: UInt64, maximumGap: UInt32 = RatchetLimits.maximumGap,
        allowsNewChain: Bool = true,
        check: (consuming [UInt8]) throws(RatchetError) -> [UInt8]
    ) throws(RatchetError) -> OpenedMessage {
        try open(
            message,
            Incoming(
                header: header, headerByteCount: headerByteCount, context: context,
                instant: instant, maximumGap: maximumGap, allowsNewChain: allowsNewChain),
            skipped: &skipped, check)
    }

    mutating func open(
        _ message: [UInt8], _ incoming: borrowing Incoming, skipped: inout SkippedMessageKeys,
        _ check: (consuming [UInt8]) throws(RatchetError) -> [UInt8]
    ) throws(RatchetError) -> OpenedMessage {
        let header = incoming.header
        guard header.index < RatchetLimits.maximumIndex,
            header.previousChainLength <= RatchetLimits.maximumIndex
        else { throw .notAuthentic }
        let isCurrent = receivingChain != nil && theirRatchetKey == header.ratchetKey
        if isCurrent, let next = receivingChain?.nextIndex, header.index >= next {
            return try openInCurrentChain(message, incoming, skipped: &skipped, check)
        }
        if let key = skipped.key(for: header, at: incoming.instant) {
            let content = try check(try Self.plaintext(of: message, incoming, with: key, at: 0))
            skipped.remove(header)
            return OpenedMessage(content: content, isFromNewestChain: false, beganChain: false, dropped: [])
        }
        // A chain of which keys are kept is known, and the key of this message is no longer there.
        guard !isCurrent, !skipped.hasKeys(of: header.ratchetKey) else { throw .messageKeyUnavailable }
        guard incoming.allowsNewChain else { throw .newChainRefused }
        return try openInNewChain(message, incoming, skipped: &skipped, check)
    }

    private mutating func openInCurrentChain(
        _ message: [UInt8], _ incoming: borrowing Incoming, skipped: inout SkippedMessageKeys,
        _ check: (consuming [UInt8]) throws(RatchetError) -> [UInt8]
    ) throws(RatchetError) -> OpenedMessage {
        let header = incoming.header
        guard let next = receivingChain?.nextIndex, header.index >= next else { throw .notAuthentic }
        var stage = try SkippedKeyStage(gap: UInt64(header.index - next), incoming)
        var block = try firstStep(of: receivingChain)
        for index in next..<header.index {
            stage.add(block, header.ratchetKey, index)
            block = KDF.checkedStep(block)
        }
        let content = try check(try Self.plaintext(of: message, incoming, with: block, at: 32))

        block.wipe(32..<64)
        receivingChain = RatchetChain(block, nextIndex: header.index + 1)
        return OpenedMessage(
            content: content, isFromNewestChain: true, beganChain: false, dropped: stage.commit(to: &skipped))
    }

    private mutating func openInNewChain(
        _ message: [UInt8], _ incoming: borrowing Incoming, skipped: inout SkippedMessageKeys,
        _ check: (consuming [UInt8]) throws(RatchetError) -> [UInt8]
    ) throws(RatchetError) -> OpenedMessage {
        let header = incoming.header
        let served = receivingChain?.nextIndex ?? 0
        // At an initiator that has heard nothing their key is the signed prekey, which opens no chain.
        guard header.ratchetKey != theirRatchetKey, header.previousChainLength >= served,
            receivingChain != nil || header.previousChainLength == 0
        else { throw .notAuthentic }
        let oldGap = header.previousChainLength - served
        var stage = try SkippedKeyStage(gap: UInt64(oldGap) + UInt64(header.index), incoming)
        let turned = try receivingStep(theirRatchetKey: header.ratchetKey)

        if oldGap > 0, let theirRatchetKey {
            var block = try firstStep(of: receivingChain)
            for index in served..<header.previousChainLength {
                stage.add(block, theirRatchetKey, index)
                if index + 1 < header.previousChainLength { block = KDF.checkedStep(block) }
            }
        }
        var block = KDF.checkedStep(turned.step.chainKey)
        for index in 0..<header.index {
            stage.add(block, header.ratchetKey, index)
            block = KDF.checkedStep(block)
        }
        let content = try check(try Self.plaintext(of: message, incoming, with: block, at: 32))

        block.wipe(32..<64)
        let previousChainLength = turned.previousChainLength
        rootKey = turned.takeRootKey()
        theirRatchetKey = header.ratchetKey
        receivingChain = RatchetChain(block, nextIndex: header.index + 1)
        turn = .replying(previousChainLength)
        return OpenedMessage(
            content: content, isFromNewestChain: true, beganChain: true, dropped: stage.commit(to: &skipped))
    }

    private borrowing func firstStep(
        of chain: borrowing RatchetChain?
    ) throws(RatchetError) -> SecretBytes {
        switch chain {
        case .some(let chain): return KDF.checkedStep(chain.key)
        case .none: throw .notAuthentic
        }
    }
}
